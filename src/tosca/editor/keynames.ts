import { documentShape } from '../grammar/document.ts';
import { grammarSchema, type JsonSchema } from '../grammar/json-schema.ts';
import type { Json } from '../topology.ts';
import type { Version } from '../versions.ts';
import { chainOf, type Entry } from './entry.ts';

const schemas = new Map<Version, JsonSchema>();

const schemaOfVersion = (version: Version): JsonSchema => {
  const known = schemas.get(version) ?? grammarSchema(documentShape(version), [version]);
  schemas.set(version, known);
  return known;
};

/** Keynames that the grammar of the version has in the entry; empty where names are the author's. */
export const keynamesIn = (entry: Entry, version: Version): readonly string[] => {
  const root = schemaOfVersion(version);
  const steps = chainOf(entry).map(({ key }) => key);
  const found = steps.reduce(
    (at: readonly JsonSchema[], key) => at.flatMap((schema) => inside(schema, key, root)),
    alternatives(root, root),
  );
  return [...new Set(found.flatMap((schema) => Object.keys(asSchema(schema['properties']) ?? {})))];
};

const asSchema = (json: Json | undefined): JsonSchema | undefined =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as JsonSchema) : undefined;

/** The schemas of a member, or of an item where there is no key. */
const inside = (schema: JsonSchema, key: string | undefined, root: JsonSchema): readonly JsonSchema[] => {
  const properties = asSchema(schema['properties']);
  const next =
    key === undefined
      ? schema['items']
      : properties && Object.hasOwn(properties, key)
        ? properties[key]
        : schema['additionalProperties'];
  const found = asSchema(next);
  return found === undefined ? [] : alternatives(found, root);
};

/** A schema and all that it refers to or is made of. */
const alternatives = (schema: JsonSchema, root: JsonSchema, seen = new Set<JsonSchema>()): readonly JsonSchema[] => {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const reference = schema['$ref'];
  const name = typeof reference === 'string' ? reference.replace('#/$defs/', '') : undefined;
  const referred = name === undefined ? undefined : asSchema(asSchema(root['$defs'])?.[name]);
  const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((word) =>
    Array.isArray(schema[word]) ? (schema[word] as Json[]) : [],
  );
  const all = [referred, ...parts.map(asSchema)].filter((one) => one !== undefined);
  return [schema, ...all.flatMap((one) => alternatives(one, root, seen))];
};
