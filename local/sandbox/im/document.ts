/** The TOSCA document as the IM keeps it: parsed without trust in its shape, merged by key, written with sorted keys. */

import { dump, load, YAML11_SCHEMA } from 'js-yaml';
import { Refusal } from './refusal.ts';
import { isMap, type YamlMap } from './value.ts';

const refuse = (why: string): Refusal => new Refusal(400, `Error parsing TOSCA template: ${why}`);

/** Throws a 400 with the parser's text, as the IM does. The format is YAML 1.1, because the IM reads it with PyYAML. */
export function parseDocument(text: string): YamlMap {
  if (text.trim() === '') throw refuse("argument of type 'NoneType' is not iterable");
  let document: unknown;
  try {
    // when a key occurs twice the last one counts, as in PyYAML
    document = load(text, { schema: YAML11_SCHEMA, json: true });
  } catch (cause) {
    throw refuse(cause instanceof Error ? cause.message : String(cause));
  }
  if (!isMap(document)) throw refuse("'str' object has no attribute 'get'");
  return document;
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
