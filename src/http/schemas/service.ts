/** What the service says of itself and of its caller. */

import * as v from 'valibot';
import { described, text } from './parts.ts';

export const configuration = described(
  v.strictObject({
    cpr_url: v.string(),
    slam_url: v.string(),
    cmdb_url: v.string(),
    im_url: v.string(),
    monitoring_url: v.string(),
    vault_url: text,
  }),
  'addresses of the services that this one uses; empty: it uses none',
);

export const logins = described(
  v.array(
    v.strictObject({
      issuer: described(v.string(), 'an OpenID Connect issuer whose tokens the service accepts'),
      name: described(v.string(), 'what to call it on a page'),
      clientId: described(v.string(), 'a public client: authorization code with PKCE'),
      scope: v.string(),
      redirectUri: described(text, 'the only redirect address on the own machine that the issuer knows; absent: any'),
      pageUri: described(text, 'the redirect address of the dashboard, where the issuer compares whole addresses'),
      pageClientId: described(text, 'the public client of the dashboard, where it has one of its own'),
    }),
  ),
  'where users get a token; empty: the configuration does not say it',
);

export const me = v.strictObject({
  issuer: v.string(),
  subject: v.string(),
  groups: described(v.optional(v.array(v.string())), 'absent: the service reads no groups of tokens of this issuer'),
  manages: described(v.optional(v.array(v.string())), 'groups whose deployments the caller may change; absent: none'),
  administrator: v.boolean(),
  email: text,
});

export const info = v.strictObject({
  name: v.string(),
  version: v.string(),
  projectVersion: v.string(),
  projectRevision: v.string(),
  projectTimestamp: v.string(),
  serverHostname: v.string(),
  build: v.strictObject({ version: v.string() }),
});
