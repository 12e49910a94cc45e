import type { Json } from '../topology.ts';
import { wholeNumber } from '../values/exact-json.ts';
import type { YamlNode, YamlScalar } from './node.ts';

type Scalar = null | boolean | number | bigint | string;

const words = new Map<string, null | boolean>([
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);
/** Longer texts need no look-up, and most are longer. */
const longestWord = Math.max(...[...words.keys()].map(({ length }) => length));
const integer = /^[-+]?[0-9]+$/;
const radix = /^0o[0-7]+$|^0x[0-9a-fA-F]+$/;
const float = /^[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$/;

/** The scalar's value by the core schema of YAML 1.2 (section 10.3), for places without a TOSCA type. */
export function coreValue(scalar: YamlScalar): Scalar {
  const { text } = scalar;
  if (!scalar.plain) return text;
  const word = text.length > longestWord ? undefined : words.get(text);
  if (word !== undefined) return word;
  const code = text.charCodeAt(0);
  // only digits, signs and the point can start a number
  if (code > 0x39 || code < 0x2b) return text;
  if (integer.test(text) || float.test(text) || radix.test(text)) {
    const value = Number(text);
    if (!Number.isFinite(value)) return text;
    const isWhole = integer.test(text) || radix.test(text);
    return isWhole ? wholeNumber(text) : value;
  }
  return text;
}

const unbounded = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/** Whether the scalar is a number that JSON cannot hold: infinity, NaN, or too large for 64 bits. It then stays a text. */
export function exceedsJsonNumbers({ plain, text }: YamlScalar): boolean {
  if (!plain) return false;
  return unbounded.test(text) || (float.test(text) && !Number.isFinite(Number(text)));
}

/** Whether YAML reads the scalar as a text. */
export const isText = (scalar: YamlScalar): boolean =>
  typeof coreValue(scalar) === 'string' && !exceedsJsonNumbers(scalar);

/** Whether the node is null: `key:` with nothing after it, `~` or `null`. */
export const isNull = (node: YamlNode | undefined): boolean =>
  node?.kind === 'scalar' && node.plain && node.text.length <= longestWord && words.get(node.text) === null;

/** The node if it has a value; undefined when it is absent or null. */
export const present = (node: YamlNode | undefined): YamlNode | undefined => (isNull(node) ? undefined : node);

export const textOf = (node: YamlNode | undefined): string | undefined =>
  node?.kind === 'scalar' && !isNull(node) ? node.text : undefined;

/** Plain data by the core schema. Depth and size were limited when the node was composed. */
export function toJson(node: YamlNode): Json {
  if (node.kind === 'scalar') return coreValue(node);
  if (node.kind === 'sequence') return node.items.map(toJson);
  const result: Record<string, Json> = {};
  node.each((value, name) => {
    setOwn(result, name, toJson(value));
  });
  return result;
}

/** Sets a member so that even `__proto__` is an ordinary one. */
export function setOwn(target: Record<string, Json>, name: string, value: Json): void {
  if (name === '__proto__')
    Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
  else target[name] = value;
}
