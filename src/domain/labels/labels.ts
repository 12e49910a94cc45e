/**
 * Labels: names and values by which people sort deployments, handed down as tags to what is made (docs/decisions/0070).
 * What AWS takes as a tag everywhere decides what a label may be: CloudFormation takes no empty value, RDS no name of its own, IAM
 * no two names that differ only in case.
 */

import { isTagName, isTagValue, tagLimits, tagSigns } from '../providers/aws-tags.ts';

export interface Labels {
  readonly [name: string]: string;
}

/** AWS takes 50 tags; the others are this service's, and those of the provider's configuration. */
export const mostLabels = 40;

/** A name holds no `=`, since `name=value` is one word in queries and commands. */
const signs = `=${tagSigns}`;

/** No part of a label begins or ends with a space. */
const spaced = (set: string, most: number): string => `[${set}]([ ${set}]{0,${most - 2}}[${set}])?`;

const name = spaced(tagSigns, tagLimits.name);
const value = spaced(signs, tagLimits.value);
export const namePattern = `^${name}$`;
export const valuePattern = `^${value}$`;

/** An accent may be sent apart from its letter: labelCondition puts them together. */
const [sentName, sentValue] = [spaced(`\\p{M}${tagSigns}`, tagLimits.name), spaced(`\\p{M}${signs}`, tagLimits.value)];
/** One condition or several, with commas, which no label holds. */
export const conditionsPattern = `^${sentName}(=${sentValue})?(,${sentName}(=${sentValue})?)*$`;

const [nameForm, valueForm] = [new RegExp(namePattern, 'u'), new RegExp(valuePattern, 'u')];
const reservedName = /^(rds:|toscanini:|name$)/i;
const reservedValue = /^rds:/i;

export const isName = (text: string): boolean => isTagName(text) && nameForm.test(text) && !reservedName.test(text);
export const isValue = (text: unknown): text is string =>
  typeof text === 'string' && isTagValue(text) && valueForm.test(text) && !reservedValue.test(text);

export const nameRule =
  'is no name of a label: 1 to 128 letters, digits, spaces and _.:/+-@, not "Name", without a space at either end, and not with aws:, rds: or toscanini: at its start';
export const valueRule =
  'must be 1 to 256 letters, digits, spaces and _.:/=+-@, without a space at either end, and not with aws: or rds: at its start';

/** é as one character and as e with an accent are the same name. */
export const composedLabels = (labels: Labels): Labels =>
  Object.fromEntries(Object.entries(labels).map(([name, value]) => [name.normalize('NFC'), value.normalize('NFC')]));

/** By name: a store returns them in any order, and a text that is compared, such as one with an ETag, needs the same one each time. */
export const orderedLabels = (labels: Labels): Labels =>
  Object.fromEntries(
    Object.keys(labels)
      .toSorted()
      .map((name) => [name, labels[name] as string]),
  );

/** Names that differ only in case, each with the other one. */
export const alike = (names: readonly string[]): readonly (readonly [string, string])[] => {
  const seen = new Map<string, string>();
  return names.flatMap((name): readonly (readonly [string, string])[] => {
    const other = seen.get(name.toLowerCase());
    seen.set(name.toLowerCase(), name);
    return other === undefined ? [] : [[other, name]];
  });
};

/** Those of the request come before the defaults of the installation, whose names may be written in another case. */
export const withDefaults = (defaults: Labels = {}, given: Labels = {}): Labels | undefined => {
  const own = new Set(Object.keys(given).map((name) => name.toLowerCase()));
  const others = Object.entries(defaults).filter(([name]) => !own.has(name.toLowerCase()));
  const all = { ...Object.fromEntries(others), ...given };
  return Object.keys(all).length === 0 ? undefined : all;
};

/** One condition of a list: the deployments with a label of this name, and perhaps of this value. */
export interface LabelCondition {
  readonly name: string;
  readonly value?: string;
}

/** `name` or `name=value`. */
export const labelCondition = (text: string): LabelCondition => {
  const composed = text.normalize('NFC');
  const at = composed.indexOf('=');
  return at === -1 ? { name: composed } : { name: composed.slice(0, at), value: composed.slice(at + 1) };
};

export const hasLabel = (labels: Labels | undefined, { name, value }: LabelCondition): boolean =>
  labels !== undefined && Object.hasOwn(labels, name) && (value === undefined || labels[name] === value);

/** As tags beside others: `taken` come first, whatever the case of their names. */
export const labelsBeside = (labels: Labels | undefined, taken: Readonly<Record<string, unknown>>): Labels => {
  const names = new Set(Object.keys(taken).map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(labels ?? {}).filter(([name]) => !names.has(name.toLowerCase())));
};
