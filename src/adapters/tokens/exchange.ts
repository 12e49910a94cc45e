import * as v from 'valibot';
import { needsAttention } from '../../foundation/attention.ts';
import { ForbiddenError, UnavailableError } from '../../foundation/errors.ts';
import { examine } from '../../foundation/shape/examine.ts';
import { address, numeric, text } from '../../foundation/shape/schemas.ts';
import { withoutKnown } from '../../tosca/secrets/known.ts';
import { discoveryOf } from '../identity/issuer-keys.ts';
import { isPage, RestError, type RestRequest, restClient } from '../rest/client.ts';

/** The service's client at an issuer that lets it act for users. */
export interface IssuerClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** reads the secret anew: an issuer may refuse one that was in memory, since operators have changed it */
  readonly freshSecret?: (() => Promise<string | undefined>) | undefined;
  readonly audience?: string | undefined;
  /** default `openid profile offline_access`; the last one yields a refresh token */
  readonly scopes?: string | undefined;
  /** default: by OIDC discovery */
  readonly tokenEndpoint?: string | undefined;
  /** default: by OIDC discovery, and none if that names none */
  readonly revocationEndpoint?: string | undefined;
  readonly fetch?: typeof fetch | undefined;
}

export interface Grant {
  readonly accessToken: string;
  /** absent: the refresh token before stays valid */
  readonly refreshToken?: string | undefined;
  /** in seconds */
  readonly expiresIn: number;
}

const grantSchema = v.object({
  access_token: text,
  refresh_token: v.optional(text),
  expires_in: v.optional(numeric, 300),
});
const discoverySchema = v.object({ token_endpoint: address });
const refusalSchema = v.object({ error: v.string(), error_description: v.optional(v.string()) });

/** RFC 8693 section 2.1. ForbiddenError when the issuer refuses or gives no refresh token, UnavailableError. */
export const exchangeToken = async (
  client: IssuerClient,
  accessToken: string,
): Promise<Grant & { readonly refreshToken: string }> => {
  const grant = await ask(client, {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: accessToken,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    scope: client.scopes ?? 'openid profile offline_access',
    ...(client.audience && { audience: client.audience }),
  });
  const { refreshToken } = grant;
  if (refreshToken !== undefined) return { ...grant, refreshToken };
  throw new ForbiddenError(
    `${client.issuer} gave no refresh token: let client ${client.clientId} ask for the scope offline_access`,
  );
};

/** RFC 6749 section 6. ForbiddenError when the authorization was withdrawn or has expired, UnavailableError. */
export const refreshToken = (client: IssuerClient, token: string): Promise<Grant> =>
  ask(client, { grant_type: 'refresh_token', refresh_token: token });

const ask = async (client: IssuerClient, form: Readonly<Record<string, string>>): Promise<Grant> => {
  try {
    return await askOnce(client, form);
  } catch (error) {
    if (!(error instanceof UnavailableError && isClientRefused(error.cause))) throw error;
    const clientSecret = await client.freshSecret?.();
    const isOther = clientSecret !== undefined && clientSecret !== client.clientSecret;
    if (isOther) return ask({ ...client, clientSecret, freshSecret: undefined }, form);
    needsAttention('credentials-refused', error.message, { issuer: client.issuer });
    throw error;
  }
};

const askOnce = async (client: IssuerClient, form: Readonly<Record<string, string>>): Promise<Grant> => {
  const endpoint = new URL(client.tokenEndpoint ?? (await discover(client)));
  const request = formRequest(client, endpoint, form);
  const { access_token, refresh_token, expires_in } = await call(client, endpoint.origin, grantSchema, request);
  return { accessToken: access_token, refreshToken: refresh_token, expiresIn: expires_in };
};

/** A client's request to an endpoint of its issuer: a form, with the client's own secret (RFC 6749 section 2.3.1). */
export const formRequest = (client: IssuerClient, endpoint: URL, form: Readonly<Record<string, string>>) => ({
  method: 'POST' as const,
  path: `${endpoint.pathname}${endpoint.search}`,
  headers: {
    'Content-Type': 'application/x-www-form-urlencoded',
    Accept: 'application/json',
    Authorization: `Basic ${basic(client)}`,
  },
  body: new URLSearchParams(form).toString(),
});

const discover = async (client: IssuerClient): Promise<string> => {
  const { origin, pathname } = new URL(discoveryOf(client.issuer));
  const document = await call(client, origin, discoverySchema, { method: 'GET', path: pathname });
  return document.token_endpoint;
};

/** RFC 6749 section 2.3.1: both parts are encoded as in a form. */
const basic = ({ clientId, clientSecret }: IssuerClient): string =>
  Buffer.from([clientId, clientSecret].map(encodeURIComponent).join(':')).toString('base64');

const call = async <Schema extends v.GenericSchema>(
  { issuer, fetch }: IssuerClient,
  url: string,
  schema: Schema,
  request: RestRequest,
): Promise<v.InferOutput<Schema>> => {
  const client = restClient({ name: `issuer ${issuer}`, url, deadlineMs: 10_000, fetch });
  try {
    return await client.read(request, schema);
  } catch (error) {
    throw error instanceof RestError ? translate(issuer, error, sentWith(request)) : error;
  }
};

/**
 * A page of a firewall in front of the issuer says nothing about the user. Shows the issuer's own words only in the fields that
 * the standard defines, since other parts may hold anything. Some issuers quote the token there that they refuse.
 */
const translate = (issuer: string, error: RestError, sent: readonly string[]): Error => {
  if (![400, 401, 403].includes(error.status ?? 0) || isPage(error))
    return new UnavailableError(`${error.message}: try again later`, { cause: error });
  const refusal = examine(refusalSchema, jsonOf(error.text));
  if (isClientRefused(error)) return clientRefused(issuer, error);
  const why = refusal.ok
    ? ` (${[refusal.value.error, refusal.value.error_description].filter(Boolean).join(': ')})`
    : '';
  const said = withoutKnown(sent)(`${issuer} does not let this service act for the user${why}`);
  return new ForbiddenError(said, { cause: error });
};

/** The tokens in the form of a request. */
const sentWith = ({ body }: RestRequest): readonly string[] => {
  const form = new URLSearchParams(body);
  return ['subject_token', 'refresh_token'].flatMap((name) => form.getAll(name));
};

const isClientRefused = (error: unknown): boolean => {
  const refusal = error instanceof RestError ? examine(refusalSchema, jsonOf(error.text)) : undefined;
  return refusal?.ok === true && refusal.value.error === 'invalid_client';
};

/** The issuer refused the service's own client secret (RFC 6749 section 5.2). This says nothing about the user. */
const clientRefused = (issuer: string, cause: RestError): Error => {
  const message = `issuer ${issuer} refuses the credentials of this service: the operators of this service have to correct them`;
  return new UnavailableError(message, { cause });
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
