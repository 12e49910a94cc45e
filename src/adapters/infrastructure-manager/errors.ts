import {
  NotFoundError,
  NotReadyError,
  ProviderFailedError,
  ProviderUnavailableError,
} from '../../foundation/errors.ts';
import { withoutKnown } from '../../tosca/secrets/known.ts';
import { RestError } from '../rest/client.ts';
import type { AuthorizationLine } from './authorization.ts';

/**
 * What a call is about: a new infrastructure, the list of all, or one infrastructure. It decides what a 404 means, and
 * whether a user's own token that is refused ends the matter.
 */
export type ImCall = 'create' | 'list' | 'infrastructure';

/**
 * A failed call as the domain knows it (docs/contract/infrastructure-manager.md, "Errors"; docs/decisions/0024). The
 * Infrastructure Manager's own words are kept, up to its stack trace, with every credential that was sent masked.
 */
export const translateImError = (error: unknown, call: ImCall, { lines, isUsers }: Sent): unknown => {
  if (!(error instanceof RestError)) return error;
  const words = mask(wordsOf(error.text), lines);
  const options = { cause: error };
  const said = words === '' ? error.message : words;
  if (error.failure === 'request') return new ProviderFailedError(error.message, options);
  if (error.status === 409) return new NotReadyError(`the infrastructure is still being made: ${said}`, options);
  if (error.status === 404) return notFound(error, call, said);
  if (areCredentialsRefused(error, words)) return credentialsRefused(error, call === 'create' && isUsers, said);
  if (isRefusal(error.status)) return new ProviderFailedError(`the Infrastructure Manager refused: ${said}`, options);
  return new ProviderUnavailableError(words === '' ? error.message : `${error.message}: ${words}`, options);
};

/** The lines that went with a call; `isUsers`: a token of the deployment's owner is among them, and was renewed in vain. */
export interface Sent {
  readonly lines: readonly AuthorizationLine[];
  readonly isUsers: boolean;
}

/** Too many requests at once, or one that took too long to send, is a proxy's or server's load: no word on what was asked. */
const isRefusal = (status = 0): boolean => status >= 400 && status < 500 && ![408, 425, 429].includes(status);

/**
 * Only the Infrastructure Manager itself may say that an infrastructure is gone. A 404 of another shape comes from a
 * proxy or a wrong address, and believing it would leave machines running that nobody knows of.
 */
const notFound = (error: RestError, call: ImCall, said: string): Error => {
  const isItsOwn = call === 'infrastructure' && typeof jsonMember(error.text, 'message') === 'string';
  if (isItsOwn)
    return new NotFoundError(`the Infrastructure Manager knows no such infrastructure: ${said}`, { cause: error });
  return new ProviderUnavailableError(`${error.message}, and not in its own words: is its address right?`, {
    cause: error,
  });
};

/**
 * Per infrastructure, bad or expired credentials come as a 400, to be known by their words alone. A 403 is of a server that is
 * read-only just now, or of one to which we are somebody else than before: user name and password are the identity.
 */
const areCredentialsRefused = ({ status }: RestError, words: string): boolean =>
  (status === 403 && !/property is not valid/.test(words)) || isTokenRefused(status, words);

const refusalOfCredentials =
  /InfrastructureManager credentials|(credentials provided|username(?: nor token)?|username used) for the InfrastructureManager|OIDC auth token/i;

/** A 401, or a 400 in the words of one, as calls about one infrastructure have it. */
const isTokenRefused = (status: number | undefined, words: string): boolean =>
  status === 401 || (status === 400 && refusalOfCredentials.test(words));

/** Whether other credentials of the same user might do. */
export const isWorthFreshToken = (error: unknown): boolean =>
  error instanceof RestError && isTokenRefused(error.status, wordsOf(error.text));

/**
 * Credentials that are refused say nothing of what was made with them: a password that was changed badly, an issuer that is
 * away, a token that expired. Only for a new infrastructure a user's own token is final, since nothing stands yet.
 */
const credentialsRefused = (error: RestError, isFinal: boolean, said: string): Error => {
  if (isFinal) {
    const message = `the Infrastructure Manager refused the user's token: ${said}`;
    return new ProviderFailedError(message, { cause: error });
  }
  const message = `the Infrastructure Manager refused the credentials of this service: ${said}`;
  return new ProviderUnavailableError(message, { cause: error, hindrance: 'credentials-refused' });
};

/** The message in an error body: JSON with `message` or `detail`, plain text, or nothing; cut where the stack trace starts. */
export const wordsOf = (text: string): string => {
  const message = jsonMember(text, 'message') ?? jsonMember(text, 'detail');
  const words = message === undefined ? plainText(text) : asText(message);
  return words
    .replace(/\n\s*File \S[\s\S]*/, '')
    .trim()
    .slice(0, 2000);
};

const plainText = (text: string): string => (text.trimStart().startsWith('<') ? '' : text);

/** `detail` may be a list of what is wrong, each with `msg` and the path to it. */
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
    return undefined; // cut off or no JSON after all: then it is shown as plain text
  }
};

/** Keys whose values may be shown: they say where and who, not with what. */
const publicKeys = new Set(
  `id type host username tenant domain auth_version vo region service_region service_name api_version project namespace
   subscription_id base_url network_url image_url volume_url tenant_domain_id microversion path mount_point role`.split(
    /\s+/,
  ),
);

/** `text` with the values of all secret keys of these lines replaced, also where they were escaped as in JSON. */
export const mask = (text: string, lines: readonly AuthorizationLine[]): string =>
  withoutKnown(
    lines.flatMap((line) => Object.entries(line).flatMap(([key, value]) => (publicKeys.has(key) ? [] : [value]))),
  )(text);
