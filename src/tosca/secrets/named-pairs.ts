import { namesSecret } from './names.ts';

/**
 * A map that gives a value by its name, as containers of Kubernetes and ECS, parameters of CloudFormation and many
 * configuration files do: `{ name: DB_PASSWORD, value: x }`.
 */
const nameKeys = new Set(['name', 'key', 'variable', 'parameterkey', 'parametername']);
const valueKeys = new Set(['value', 'parametervalue', 'defaultvalue']);

const isNameKey = (key: string): boolean => nameKeys.has(key.toLowerCase());
export const isValueKey = (key: string): boolean => valueKeys.has(key.toLowerCase());

/** Whether the name that such a map gives, if it is one, speaks of a secret. `textAt`: the text under a key; undefined: there is none. */
export const pairIsSecret = (keys: readonly string[], textAt: (key: string) => string | undefined): boolean => {
  if (!keys.some(isValueKey)) return false;
  const name = keys.find(isNameKey);
  return name !== undefined && namesSecret(textAt(name) ?? '');
};

/** The key of a value in a text of JSON, YAML, XML or a command. */
export const valueKey = /(?<![\w.-])(?:parameter|default)?value\\{0,7}["']?[ \t]{0,20}[:=][ \t]{0,20}/gi;

/** Two names and the signs between them, at most. */
const farBefore = 160;

/** Whether `name: DB_PASSWORD`, in any of these forms, stands before the place in a text. */
export const isBehindSecretName = (text: string, at: number): boolean => {
  const words = text.slice(Math.max(0, at - farBefore), at).split(/[\s"'\\,;:=<>{}]+/);
  const [key = '', name = ''] = words.filter((word) => word !== '').slice(-2);
  return isNameKey(key) && namesSecret(name);
};
