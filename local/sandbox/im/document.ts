/** The TOSCA document as the IM keeps it: parsed without trust in its shape, merged by key, written with sorted keys. */

import { boolYaml11Tag, dump, load, NOT_RESOLVED, realMapTag, YAML11_SCHEMA } from 'js-yaml';
import { Refusal } from './refusal.ts';
import { asMap, at, isMap, type YamlMap } from './value.ts';

/** PyYAML takes y and n for texts, though YAML 1.1 does not. */
const pyYaml = YAML11_SCHEMA.withTags({
  ...boolYaml11Tag,
  resolve: (source, ...more) => (/^[yn]$/i.test(source) ? NOT_RESOLVED : boolYaml11Tag.resolve(source, ...more)),
});

const refuse = (why: string): Refusal => new Refusal(400, `Error parsing TOSCA template: ${why}`);

/** Throws a 400 with the parser's text, as the IM does. The format is YAML 1.1, because the IM reads it with PyYAML. */
export function parseDocument(text: string): YamlMap {
  if (text.trim() === '') throw refuse("argument of type 'NoneType' is not iterable");
  let document: unknown;
  try {
    // when a key occurs twice the last one counts, as in PyYAML
    document = load(text, { schema: pyYaml, json: true });
  } catch (cause) {
    throw refuse(cause instanceof Error ? cause.message : String(cause));
  }
  if (!isMap(document)) throw refuse("'str' object has no attribute 'get'");
  const nodes = at(document, 'topology_template', 'node_templates');
  if (Object.keys(asMap(nodes)).some((name) => /^\d+$/.test(name))) orders.set(document, namesAsWritten(text));
  return document;
}

const orders = new WeakMap<YamlMap, readonly string[]>();

/** Names of the node templates in their order, which decides about numbers of machines; an object has its integers first. */
export const nodeNames = (document: YamlMap): readonly string[] =>
  orders.get(document) ?? Object.keys(asMap(at(document, 'topology_template', 'node_templates')));

function namesAsWritten(text: string): readonly string[] {
  const inside = (map: unknown, key: string): unknown => (map instanceof Map ? map.get(key) : undefined);
  const document = load(text, { schema: pyYaml.withTags(realMapTag), json: true });
  const nodes = inside(inside(document, 'topology_template'), 'node_templates');
  return nodes instanceof Map ? [...nodes.keys()].map(String) : [];
}

/**
 * Merges maps by key and lists by index, and replaces everything else. A value that is missing or null in the new document
 * stays.
 */
export function merge(old: unknown, next: unknown): unknown {
  if (next === null || next === undefined) return old ?? next;
  if (Array.isArray(old) && Array.isArray(next)) {
    const longest = Math.max(old.length, next.length);
    return Array.from({ length: longest }, (_, i) => (i < next.length ? merge(old[i], next[i]) : old[i]));
  }
  if (!isMap(old) || !isMap(next)) return next;
  const merged: Record<string, unknown> = { ...old };
  for (const [key, value] of Object.entries(next)) merged[key] = merge(old[key], value);
  return merged;
}

export const writeDocument = (document: YamlMap): string =>
  dump(sorted(document), { schema: YAML11_SCHEMA, noRefs: true });

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isMap(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
