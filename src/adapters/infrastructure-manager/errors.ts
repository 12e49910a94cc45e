import {
  NotFoundError,
  NotReadyError,
  ProviderFailedError,
  ProviderUnavailableError,
} from '../../foundation/errors.ts';
import { withoutKnown } from '../../tosca/secrets/known.ts';
import { isLoad, isPage, RestError } from '../rest/client.ts';
import type { AuthorizationLine } from './authorization.ts';

/**
 * What a call is about: a new infrastructure, the list of all, or one infrastructure. It decides what a 404 means, and
 * whether the refusal of a user's own token is final.
 */
export type ImCall = 'create' | 'list' | 'infrastructure';

/**
 * Translates a failed call into an error of the domain (docs/contract/infrastructure-manager.md, "Errors";
 * docs/decisions/0024). Keeps the Infrastructure Manager's own words, up to its stack trace, and masks every credential
 * that was sent.
 */
export const translateImError = (error: unknown, call: ImCall, { lines, isUsers }: Sent): unknown => {
  if (!(error instanceof RestError)) return error;
  // masked before it is cut: half a secret would not be recognised
  const words = cut(mask(saidIn(error.text), lines));
  const options = { cause: error };
  const said = words === '' ? error.message : words;
  if (error.failure === 'request') return new ProviderFailedError(error.message, options);
  if (error.status === 409) return new NotReadyError(`the infrastructure is still being made: ${said}`, options);
  if (error.status === 404) return notFound(error, call, said);
  if (areCredentialsRefused(error, words)) return credentialsRefused(error, call === 'create' && isUsers, said);
  if (isRefusal(error.status)) return new ProviderFailedError(`the Infrastructure Manager refused: ${said}`, options);
  return new ProviderUnavailableError(words === '' ? error.message : `${error.message}: ${words}`, options);
};

/**
 * The authorization lines that were sent with a call. `isUsers`: they include a token of the deployment's owner, and
 * renewing it did not help.
 */
export interface Sent {
  readonly lines: readonly AuthorizationLine[];
  readonly isUsers: boolean;
}

const isRefusal = (status = 0): boolean => status >= 400 && status < 500 && !isLoad(status);

/**
 * Only the Infrastructure Manager itself may say that an infrastructure is gone. A 404 of another shape comes from a proxy
 * or a wrong address. If the service believed it, machines would keep running that nobody knows of.
 */
const notFound = (error: RestError, call: ImCall, said: string): Error => {
  const isItsOwn = call === 'infrastructure' && typeof jsonMember(error.text, 'message') === 'string';
  if (isItsOwn)
    return new NotFoundError(`the Infrastructure Manager knows no such infrastructure: ${said}`, { cause: error });
  return new ProviderUnavailableError(
    `${error.message}, and the answer is not one of an Infrastructure Manager: is its address right?`,
    {
      cause: error,
    },
  );
};

/**
 * In a call about one infrastructure, bad or expired credentials give a 400 that only its message distinguishes. A 403
 * means that the server is read-only at the moment, or that it takes us for another user than before: user name and
 * password are the identity.
 */
const areCredentialsRefused = ({ status }: RestError, words: string): boolean =>
  (status === 403 && !/property is not valid/.test(words)) || isTokenRefused(status, words);

const refusalOfCredentials =
  /InfrastructureManager credentials|(credentials provided|username(?: nor token)?|username used) for the InfrastructureManager|OIDC auth token/i;

/** A 401, or a 400 with the words of one, as calls about one infrastructure give it. */
const isTokenRefused = (status: number | undefined, words: string): boolean =>
  status === 401 || (status === 400 && refusalOfCredentials.test(words));

/** Whether a fresh token of the same user might help. */
export const needsFreshToken = (error: unknown): boolean =>
  error instanceof RestError && isTokenRefused(error.status, wordsOf(error.text));

/**
 * Refused credentials do not mean that the infrastructure made with them is gone: a password was changed wrongly, an issuer
 * does not answer, or a token expired. A user's own token is final only for a new infrastructure, since nothing exists yet.
 */
const credentialsRefused = (error: RestError, isFinal: boolean, said: string): Error => {
  if (isFinal) {
    const message = `the Infrastructure Manager refused the user's token: ${said}`;
    return new ProviderFailedError(message, { cause: error });
  }
  const message = `the Infrastructure Manager refused the credentials of this service: ${said}`;
  return new ProviderUnavailableError(message, { cause: error, outageCause: 'credentials-refused' });
};

/** The message in an error body, as much of it as is shown. */
export const wordsOf = (text: string): string => cut(saidIn(text));

const cut = (words: string): string => words.slice(0, 2000);

/** `message` or `detail` of a JSON body, plain text, or nothing. It ends where the stack trace starts. */
const saidIn = (text: string): string => {
  const message = jsonMember(text, 'message') ?? jsonMember(text, 'detail');
  const words = message === undefined ? plainText(text) : asText(message);
  return words.replace(/\n[ \t]*File \S[\s\S]*/, '').trim();
};

const plainText = (text: string): string => (isPage({ text }) ? '' : text);

/** `detail` may be a list of problems, each with `msg` and the path to it. */
const asText = (message: unknown): string => {
  if (typeof message === 'string') return message;
  if (!Array.isArray(message)) return JSON.stringify(message);
  return message.map((item: unknown) => problemText(item)).join('; ');
};

const problemText = (item: unknown): string => {
  if (typeof item !== 'object' || item === null || !('msg' in item)) return JSON.stringify(item);
  const where = 'loc' in item && Array.isArray(item.loc) ? ` (${item.loc.join('.')})` : '';
  return `${item.msg}${where}`;
};

const jsonMember = (text: string, name: string): unknown => {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  } catch {
    return undefined; // broken off, or not JSON after all: it is shown as plain text
  }
};

/** Keys whose values may be shown. They say where and who, and give no access. */
const publicKeys = new Set(
  `id type host username tenant domain auth_version vo region service_region service_name api_version project namespace
   subscription_id base_url network_url image_url volume_url tenant_domain_id microversion path mount_point role`.split(
    /\s+/,
  ),
);

/** Replaces the values of all secret keys of these lines in `text`, also where they are escaped as in JSON. */
export const mask = (text: string, lines: readonly AuthorizationLine[]): string =>
  withoutKnown(
    lines.flatMap((line) => Object.entries(line).flatMap(([key, value]) => (publicKeys.has(key) ? [] : [value]))),
  )(text);
