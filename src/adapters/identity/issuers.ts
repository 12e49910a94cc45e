import * as v from 'valibot';
import { address, recordOf, strict, text, wholeNumber } from '../../foundation/shape/schemas.ts';

/** `team/clouds/one` in Secrets Manager, or `ssm:/team/clouds/one` in Parameter Store. */
export const secretName = v.pipe(
  text,
  v.check(
    (name) => !name.startsWith('ssm:') || /^ssm:(?:\/[\w.-]+)+$/.test(name),
    'a parameter is named like "ssm:/toscanini/providers/one"',
  ),
);

/**
 * Token exchange (RFC 8693). `secret` names a secret with the member `clientSecret`. Its member `encryptionKey`, 32 bytes
 * in base64, encrypts kept tokens on a laptop, and decrypts tokens that were kept before KMS encrypted them.
 */
export const tokenExchangeSchema = strict({
  clientId: text,
  secret: secretName,
  audience: v.optional(text),
  scopes: v.optional(text),
  tokenEndpoint: v.optional(address),
  /** token revocation (RFC 7009); absent: found by OIDC discovery */
  revocationEndpoint: v.optional(address),
  /** the client with which elastic clusters get their own tokens; its `clusterClientSecret` is in the secret */
  clusterClientId: v.optional(text),
});
export type TokenExchange = v.InferOutput<typeof tokenExchangeSchema>;

/** Over plain http, anybody on the way could replace the keys. So http is allowed from this machine only. */
export const isTrustworthy = (address: string): boolean =>
  URL.canParse(address) &&
  (new URL(address).protocol === 'https:' || /^http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?\//.test(address));

/**
 * Whether an issuer is an Amazon Cognito user pool, in any partition. Its access tokens name the application in `client_id`
 * and have no `aud`. Its ID tokens name the application in `aud`. The claim `token_use` says which of the two a token is.
 */
export const isCognito = (issuer: string): boolean =>
  /^https:\/\/(?:issuer-)?cognito-idp(?:-fips)?\.[a-z0-9-]+\.amazonaws\.[a-z.]+\/[\w-]+\/?$/.test(issuer);

/** Claims that a token must have, and the texts of which each must be one. */
export const boundClaimsSchema = v.pipe(
  v.record(
    v.pipe(v.string(), v.nonEmpty('expected the name of a claim')),
    v.union([text, v.pipe(v.array(text), v.nonEmpty('expected at least one'))]),
  ),
  v.check((claims) => Object.keys(claims).length > 0, 'expected at least one claim'),
);
export type BoundClaims = v.InferOutput<typeof boundClaimsSchema>;

/** The settings of an issuer that say which of its tokens are trusted. */
interface Trust {
  readonly issuer: string;
  readonly audience?: string | readonly string[] | undefined;
  readonly clientIds?: readonly string[] | undefined;
  readonly boundClaims?: BoundClaims | undefined;
}

/**
 * Hosts of issuers at which everybody has an account, or runs jobs. Jobs and machines choose the audience of their token themselves,
 * so it tells nothing about who they are. Sources: the Python package `id` 1.6 asks GitHub, Google, Buildkite, GitLab and CircleCI for
 * tokens with any audience, `pypi-attestations` 0.0.30 has the issuers of GitHub and GitLab, and Sigstore's Fulcio that of Codefresh;
 * OpenID Connect references of GitHub (also of its sites for companies, `*.ghe.com`) and of HCP Terraform.
 */
const hostsOfEverybody: ReadonlySet<string> = new Set([
  ...['token.actions.githubusercontent.com', 'gitlab.com', 'accounts.google.com', 'agent.buildkite.com'],
  ...['oidc.codefresh.io', 'app.terraform.io'],
]);

const servesEverybody = (issuer: string): boolean => {
  if (!URL.canParse(issuer)) return false;
  const { hostname: host, pathname } = new URL(issuer);
  // CircleCI has an issuer for each organisation, too
  if (host === 'oidc.circleci.com') return pathname === '/';
  return hostsOfEverybody.has(host) || /^token\.actions\.[\w-]+\.ghe\.com$/.test(host);
};

/**
 * Why this issuer cannot be trusted as configured: every application of a Cognito user pool could call, or every user of a
 * public issuer. Undefined when it can be trusted.
 */
export const openToEveryClient = ({ issuer, audience, clientIds, boundClaims }: Trust): string | undefined => {
  if (isCognito(issuer) && audience === undefined && clientIds === undefined)
    return 'tokens of any application of this user pool would be accepted: list the ids of the trusted app clients in clientIds';
  if (servesEverybody(issuer) && clientIds === undefined && boundClaims === undefined)
    return 'everybody can get a token there, with any audience: say in boundClaims whose are trusted, such as boundClaims: { repository_owner_id: "123456" }';
  return undefined;
};

/** Seconds by which the clocks of an issuer and this service may differ; more than minutes would keep dead tokens alive. */
export const leeway = v.pipe(wholeNumber, v.minValue(0), v.maxValue(300, 'expected at most 300 seconds'));

/** The variable TRUSTED_ISSUERS (docs/environment.md). */
export const trustedIssuersSchema = v.array(
  strict({
    issuer: text,
    audience: v.optional(v.union([v.string(), v.array(v.string())])),
    clientIds: v.optional(v.array(text)),
    boundClaims: v.optional(boundClaimsSchema),
    groupsClaim: v.optional(text),
    adminGroup: v.optional(text),
    jwksUri: v.optional(address),
    leewaySeconds: v.optional(leeway),
    organisation: v.optional(text),
    tokenExchange: v.optional(tokenExchangeSchema),
  }),
);

/**
 * Who manages the deployments of a group: for its name the groups whose members do, all at one issuer (docs/decisions/0090).
 * Of the variable GROUP_MANAGERS, and of `managers` in the configuration.
 */
export const groupManagers = recordOf(text, v.pipe(v.array(text), v.nonEmpty('expected at least one')));

export type GroupManagers = v.InferOutput<typeof groupManagers>;
