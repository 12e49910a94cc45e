import { listed, type Mistake } from '../../src/foundation/shape/examine.ts';
import type { ConfigurationInput } from './configuration.ts';

/**
 * Values that nobody has: names reserved for examples (RFC 2606, RFC 6761), accounts of the AWS documentation, and gaps
 * that the author left open.
 */
const placeholders: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/(?:^|[^a-z0-9-])example\.(?:com|net|org|edu)(?=$|[^a-z0-9.-])/i, 'a name reserved for examples'],
  [/\.(?:example|invalid|test)(?=$|[:/?#])/i, 'a name reserved for examples'],
  [/\b(?:123456789012|111122223333|444455556666)\b/, "an account id from AWS's documentation"],
  [/<[^<>]+>|\bchange-?me\b/i, 'a placeholder'],
];

/**
 * Throws one Error that names every placeholder in a configuration, and its place. Only a deployment is checked: a laptop
 * runs with the shipped file.
 */
export const refusePlaceholders = (configuration: ConfigurationInput): void => {
  const found = textsIn(configuration).flatMap(({ path, text }): readonly Mistake[] => {
    const [, what] = placeholders.find(([pattern]) => pattern.test(text)) ?? [];
    return what === undefined
      ? []
      : [{ path, message: `"${text}" is ${what}: replace it with your own, or leave it out` }];
  });
  if (found.length > 0) throw new Error(`toscanini.config.ts still has placeholders:\n${listed(found)}`);
};

interface Text {
  readonly path: Mistake['path'];
  readonly text: string;
}

const textsIn = (value: unknown, path: Mistake['path'] = []): readonly Text[] => {
  if (typeof value === 'string') return [{ path, text: value }];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...textsIn(key, [...path, key]),
    ...textsIn(inner, [...path, key]),
  ]);
};
