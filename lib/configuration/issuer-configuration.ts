import * as v from 'valibot';
import {
  boundClaimsSchema,
  type GroupManagers,
  isCognito,
  isTrustworthy,
  leeway,
  openToEveryClient,
  tokenExchangeSchema,
} from '../../src/adapters/identity/issuers.ts';
import { address, type Refuse, strict, text } from '../../src/foundation/shape/schemas.ts';

/** The trusted issuers, and the claims of their tokens that the service reads. */

export const url = v.pipe(
  address,
  v.regex(/^https?:\/\//i, 'expected a URL that begins with http:// or https://'),
  v.check((value) => !/^[^/]*\/\/[^/?#]*@/.test(value), 'it is shown to everybody: leave user name and password out'),
);

const listOfTexts = v.pipe(v.array(text), v.nonEmpty('expected at least one'));

export const issuer = strict({
  /** exactly the value of the tokens' `iss` claim */
  issuer: url,
  /** one or several: tokens for another audience are refused; absent: any audience */
  audience: v.optional(v.union([text, listOfTexts])),
  /**
   * applications whose tokens are accepted, by the claim `client_id` or `azp`; absent: any. A Cognito user pool needs this
   * or `audience`
   */
  clientIds: v.optional(listOfTexts),
  /**
   * claims that a token must have, each with one of these values; absent: any. An issuer where everybody gets tokens, such as
   * that of GitHub's jobs, needs this (docs/how-to/deploy-from-github.md)
   */
  boundClaims: v.optional(boundClaimsSchema),
  /**
   * the claim that lists the caller's groups; absent: groups are not checked (docs/contract/silent-points.md,
   * "The userGroup filter")
   */
  groupsClaim: v.optional(text),
  /** members of this group are administrators; needs groupsClaim */
  adminGroup: v.optional(text),
  /** the customer at SLAM for its users' deployments without a group; absent: such deployments need a group */
  organisation: v.optional(text),
  /** lets the service act for its users; absent: the service uses its own credentials (docs/decisions/0010) */
  tokenExchange: v.optional(tokenExchangeSchema),
  /**
   * a public client of the issuer, with which `toscanini login` and the dashboard get a token; absent: users bring a token
   */
  login: v.optional(
    strict({
      clientId: text,
      scope: v.optional(text),
      name: v.optional(text),
      /** where its discovery document names a token endpoint of another host: that host, for the dashboard's page */
      origins: v.optional(listOfTexts),
    }),
  ),
  /** absent: found through the issuer's discovery document */
  jwksUri: v.optional(url),
  /** seconds by which its clock may differ from that of the service; absent: 30 */
  leewaySeconds: v.optional(leeway),
});

interface Guarded {
  readonly issuers: readonly v.InferOutput<typeof issuer>[];
  readonly managers: GroupManagers;
  readonly providers: readonly {
    readonly groups?: readonly string[] | undefined;
    readonly issuers?: readonly string[] | undefined;
  }[];
}

/** Refuses a configuration that lets in more callers than it seems to say. */
export const refuseOpenIssuers = (guarded: Guarded, refuse: Refuse): void => {
  for (const [index, one] of guarded.issuers.entries()) {
    const open = openToEveryClient(one);
    if (open !== undefined) refuse(['issuers', index, isCognito(one.issuer) ? 'clientIds' : 'boundClaims'], open);
    if (!isTrustworthy(one.jwksUri ?? `${one.issuer}/`))
      refuse(['issuers', index, one.jwksUri === undefined ? 'issuer' : 'jwksUri'], 'its keys must come over https');
  }
  refuseOpenGroups(guarded, refuse);
  refuseUnknownManagers(guarded, refuse);
};

/** Refuses managers whom no token can name. */
const refuseUnknownManagers = ({ issuers, managers }: Guarded, refuse: Refuse): void => {
  const isSilent = issuers.length > 0 && issuers.every(({ groupsClaim }) => groupsClaim === undefined);
  if (isSilent && Object.keys(managers).length > 0)
    refuse(['managers'], 'nobody would be one: the groupsClaim of an issuer must say which claim names the groups');
};

/** Refuses the same name in two entries of a list: the functions could not start, or would take either of the two. */
export const refuseTwice = (list: string, member: string, names: readonly string[], refuse: Refuse): void => {
  for (const [index, name] of names.entries())
    if (names.indexOf(name) < index)
      refuse([list, index, member], `${list}[${names.indexOf(name)}] has it too: merge the two, or change one`);
};

/**
 * Refuses groups that nobody checks: the users of an issuer without a groupsClaim may name any group
 * (docs/contract/silent-points.md, "The userGroup filter").
 */
const refuseOpenGroups = ({ issuers, providers }: Guarded, refuse: Refuse): void => {
  const silent = issuers.filter(({ groupsClaim }) => groupsClaim === undefined);
  for (const one of silent)
    if (one.adminGroup !== undefined)
      refuse(
        ['issuers', issuers.indexOf(one), 'adminGroup'],
        'nobody would be in it: groupsClaim must say which claim names the groups',
      );
  for (const [index, { groups, issuers: only }] of providers.entries()) {
    const open = silent.filter(({ issuer }) => groups !== undefined && (only?.includes(issuer) ?? true));
    const names = open.map(({ issuer }) => issuer).join(', ');
    if (open.length > 0)
      refuse(
        ['providers', index, 'groups'],
        `users of ${names} could claim to be in any group: give it a groupsClaim, or name in the provider's issuers only those that have one`,
      );
  }
};

/** Cognito refuses these words in the domain of a user pool's login pages, which starts with the installation's name. */
const reservedWord = /aws|amazon|cognito/i;

/** Refuses a name that the domain of the installation's own user pool cannot have. */
export const refuseReservedName = (
  { name, issuers }: { readonly name: string; readonly issuers: readonly unknown[] },
  refuse: Refuse,
): void => {
  const [word] = reservedWord.exec(name) ?? [];
  if (issuers.length === 0 && word !== undefined)
    refuse(
      ['name'],
      `Cognito does not allow "${word}" in the address of the login pages: choose another name, or configure issuers`,
    );
};
