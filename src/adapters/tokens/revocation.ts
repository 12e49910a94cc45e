import * as v from 'valibot';
import { address, objectOf } from '../../foundation/shape/schemas.ts';
import { discoveryOf } from '../identity/issuer-keys.ts';
import { restClient } from '../rest/client.ts';
import { formRequest, type IssuerClient } from './exchange.ts';

const discoverySchema = objectOf({ revocation_endpoint: v.optional(address) });

/** In milliseconds; short, because a client waits for the deletion that this belongs to. */
const deadlineMs = 5_000;

/**
 * RFC 7009 section 2.1: the issuer stops accepting the refresh token, and tokens obtained with it. Does nothing if the
 * issuer has no endpoint for it. The endpoint also accepts a token that is already invalid. RestError, which shows no
 * token.
 */
export const revokeToken = async (client: IssuerClient, token: string): Promise<void> => {
  const address = client.revocationEndpoint ?? (await discover(client));
  if (address === undefined) return;
  const endpoint = new URL(address);
  const form = { token, token_type_hint: 'refresh_token' };
  await at(client, endpoint.origin).send(formRequest(client, endpoint, form));
};

const discover = async (client: IssuerClient): Promise<string | undefined> => {
  const { origin, pathname } = new URL(discoveryOf(client.issuer));
  const document = await at(client, origin).read({ method: 'GET', path: pathname }, discoverySchema);
  return document.revocation_endpoint;
};

const at = ({ issuer, fetch }: IssuerClient, url: string) =>
  restClient({ name: `issuer ${issuer}`, url, deadlineMs, fetch });
