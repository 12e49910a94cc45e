import { parseExactly } from '../values/exact-json.ts';
import { mask, withoutSecretText } from './material.ts';
import { isValueKey, pairIsSecret } from './named-pairs.ts';
import { namesSecret } from './names.ts';

/**
 * The place of a secret in a value, and its kind. `secret`: everything there is secret. `credential`: everything except
 * public members, such as the user's name.
 */
export interface Secret {
  /** keys and indexes from the outside in; `*` matches each */
  readonly at: readonly string[];
  readonly is: 'secret' | 'credential';
}

/** Members of a credential (tosca.datatypes.Credential and similar types) that are not secret. */
const publicMembers = new Set(['user', 'username', 'user_name', 'protocol', 'token_type', 'type', 'name']);

export const isPublicMember = (name: string): boolean => publicMembers.has(name.toLowerCase());

const credentialNames = /(?:credential|cred)s?$/i;

/** An empty value is not a secret, and clients need to see that it is empty. */
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

type Members = { readonly [name: string]: unknown };

/** Returns the text without secrets. */
export type Cleaned = (text: string) => string;

/**
 * Masks the secrets in a value: at the given places, under names that speak of a secret, and texts that look like one.
 * Keys stay, to show that something is there. JSON inside a text is searched too.
 */
export const withoutSecrets = (
  value: unknown,
  secrets: readonly Secret[] = [],
  cleaned: Cleaned = withoutSecretText,
): unknown => {
  if (isEmpty(value)) return value;
  const [here, ...more] = secrets.filter(({ at }) => at.length === 0);
  if (here !== undefined)
    return [here, ...more].some(({ is }) => is === 'secret') ? mask : ofCredential(value, cleaned);
  if (typeof value === 'object') return ofMembers(value as Members, secrets, cleaned);
  // a secret is inside something that is not a list or map any more, so all of it is masked
  if (secrets.length > 0) return mask;
  return typeof value === 'string' ? ofText(value, cleaned) : value;
};

/** Whether a value, or a part of it, is a secret: by its name, or by what it looks like. */
export const holdsSecret = (name: string, value: unknown): boolean => {
  const named = { [name]: value };
  return JSON.stringify(withoutSecrets(named)) !== JSON.stringify(named);
};

const ofMembers = (value: Members, secrets: readonly Secret[], cleaned: Cleaned): unknown => {
  const isPair = !Array.isArray(value) && pairIsSecret(Object.keys(value), (key) => textIn(value[key]));
  return mapped(value, (name, member) => {
    if (isPair && isValueKey(name) && typeof member !== 'boolean' && !isEmpty(member)) return mask;
    const within = secrets.flatMap(({ at: [first, ...at], is }) =>
      first === name || first === '*' ? [{ at, is }] : [],
    );
    return underName(name, member, within, cleaned);
  });
};

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A boolean says something about a secret but is not one, whatever its name. */
const underName = (name: string, value: unknown, secrets: readonly Secret[], cleaned: Cleaned): unknown => {
  if (typeof value === 'boolean' && secrets.length === 0) return value;
  if (!namesSecret(name) || isEmpty(value)) return withoutSecrets(value, secrets, cleaned);
  const isCredential = typeof value === 'object' && credentialNames.test(name);
  return isCredential ? ofCredential(value, cleaned) : mask;
};

const ofCredential = (value: unknown, cleaned: Cleaned): unknown => {
  if (isEmpty(value)) return value;
  if (typeof value !== 'object') return mask;
  return mapped(value as Members, (name, member) => {
    const isShown = isPublicMember(name) && typeof member !== 'object';
    return isShown ? withoutSecrets(member, [], cleaned) : ofCredential(member, cleaned);
  });
};

const mapped = (value: Members, each: (name: string, member: unknown) => unknown): unknown =>
  Array.isArray(value)
    ? value.map((member, index) => each(`${index}`, member))
    : Object.fromEntries(Object.entries(value).map(([name, member]) => [name, each(name, member)]));

const ofText = (text: string, cleaned: Cleaned): string => {
  const document = parsed(text);
  if (document === undefined) return cleaned(text);
  const shown = JSON.stringify(withoutSecrets(document, [], cleaned));
  return shown === JSON.stringify(document) ? text : shown;
};

/** The JSON object or array in a text; undefined when there is none. */
const parsed = (text: string): unknown => {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return parseExactly(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};
