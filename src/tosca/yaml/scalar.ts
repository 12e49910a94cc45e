import type { Json } from '../topology.ts';
import type { YamlNode, YamlScalar } from './node.ts';

type Scalar = null | boolean | number | string;

const words = new Map<string, null | boolean>([
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);
const integer = /^[-+]?[0-9]+$/;
const radix = /^0o[0-7]+$|^0x[0-9a-fA-F]+$/;
const float = /^[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$/;

/** What the scalar is by the core schema of YAML 1.2 (section 10.3), for places where no TOSCA type says otherwise. */
export function coreValue(scalar: YamlScalar): Scalar {
  const { text } = scalar;
  if (!scalar.plain) return text;
  const word = words.get(text);
  if (word !== undefined) return word;
  const code = text.charCodeAt(0);
  // only digits, signs and the point can begin a number
  if (code > 0x39 || code < 0x2b) return text;
  if (integer.test(text) || float.test(text) || radix.test(text)) {
    const value = Number(text);
    return Number.isFinite(value) ? value : text;
  }
  return text;
}

const unbounded = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/** A number that JSON does not have: infinity, not a number, or one too large for 64 bits. It stays as it is written. */
export function isBeyondNumbers({ plain, text }: YamlScalar): boolean {
  if (!plain) return false;
  return unbounded.test(text) || (float.test(text) && !Number.isFinite(Number(text)));
}

/** What YAML takes for a text, and for nothing else. */
export const isText = (scalar: YamlScalar): boolean =>
  typeof coreValue(scalar) === 'string' && !isBeyondNumbers(scalar);

/** `key:` with nothing after it, `~` or `null`. */
export const isNull = (node: YamlNode | undefined): boolean =>
  node?.kind === 'scalar' && node.plain && coreValue(node) === null;

/** A node with a value: absent and null count alike as nothing. */
export const present = (node: YamlNode | undefined): YamlNode | undefined => (isNull(node) ? undefined : node);

export const textOf = (node: YamlNode | undefined): string | undefined =>
  node?.kind === 'scalar' && !isNull(node) ? node.text : undefined;

/** Plain data by the core schema. Depth and size were limited when the node was composed. */
export function toJson(node: YamlNode): Json {
  if (node.kind === 'scalar') return coreValue(node);
  if (node.kind === 'sequence') return node.items.map(toJson);
  const result: Record<string, Json> = {};
  for (const [name, value] of node.entries) setOwn(result, name, toJson(value));
  return result;
}

/** Assignment that makes `__proto__` an ordinary member. */
export function setOwn(target: Record<string, Json>, name: string, value: Json): void {
  if (name === '__proto__')
    Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
  else target[name] = value;
}
