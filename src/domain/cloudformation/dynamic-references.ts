import type { Json } from '../../tosca/topology.ts';
import { mapOf } from '../deployers/capability-values.ts';

/**
 * Whether CloudFormation would read a parameter or a secret, wherever in the stack this stands, names of members included while it makes the stack (`{{resolve:secretsmanager:...}}`). It would read it
 * with the rights of this service, which knows secrets that no author of a template may see. Texts that are joined later
 * count as the text that they become.
 */
export const holdsDynamicReference = (value: Json | undefined): boolean => {
  if (typeof value === 'string') return reference.test(value);
  if (typeof value !== 'object' || value === null) return false;
  if (joins(value) && reference.test(textOf(value))) return true;
  if (Array.isArray(value)) return value.some(holdsDynamicReference);
  // not Object.values, which makes a list for each object of a large topology
  for (const name in value) {
    if (reference.test(name) || holdsDynamicReference((value as { readonly [name: string]: Json })[name])) return true;
  }
  return false;
};

/**
 * Whether a value of this JSON (as JSON.stringify writes it) can be or become a reference. Its two braces stand in one text,
 * or the second one begins a text that is joined to another, or is a part of a text that is split. Between texts, JSON never
 * has a brace after a brace or a quote. Looking through the text takes a tenth of the time of looking at each value.
 */
export const mayHoldDynamicReference = (json: string): boolean => /["{]\{|"Fn::Split"|"token"/.test(json);

/** Only a join makes a text that none of its members holds. */
const joins = (value: object): boolean =>
  'Fn::Join' in value || ('is' in value && (value.is === 'joined' || value.is === 'joinedAll'));

/** Stands for a part of a text that is split later: it may be any part. The second one may hold a brace. */
const part = '\u{FFFC}';
const partWithBrace = '\u{FFFB}';

const reference = new RegExp(String.raw`\{\{\s*(?:resolve\s*:|${part})|${partWithBrace}`, 'i');

/** Stands for what is known only later, such as an address: it holds no braces. */
const unknown = '\u{FFFD}';

/** The text that a function, or a value of later.ts, becomes. */
const textOf = (value: Json): string => {
  if (typeof value === 'string') return value;
  const { 'Fn::Join': join, 'Fn::Select': selected, is, parts, separator, text, of, items } = mapOf(value);
  if (Array.isArray(join)) return joined(join[1], join[0]);
  if (is === 'joined') return joined(parts, separator);
  if (is === 'joinedAll') return joined(mapOf(of)['items'] ?? [of ?? ''], separator);
  if (is === 'list') return joined(items, ',');
  if (is === 'token' || selected !== undefined) return holdsBrace(of ?? selected) ? partWithBrace : part;
  return is === 'text' && typeof text === 'string' ? text : unknown;
};

const holdsBrace = (value: Json | undefined): boolean => {
  if (typeof value === 'string') return value.includes('{');
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsBrace);
};

const joined = (parts: Json | undefined, separator: Json | undefined): string =>
  Array.isArray(parts) ? parts.map(textOf).join(typeof separator === 'string' ? separator : '') : unknown;
