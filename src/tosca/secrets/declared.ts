import type { DataType, PropertyDef, Schema } from '../types/definitions.ts';
import { remember, type TypeDef } from '../types/type-def.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import { namesSecret } from './names.ts';
import type { Secret } from './values.ts';

export const noSecrets: readonly Secret[] = [];
export const allSecret: readonly Secret[] = [{ at: [], is: 'secret' }];
const allCredential: readonly Secret[] = [{ at: [], is: 'credential' }];

export const both = (some: readonly Secret[], more: readonly Secret[]): readonly Secret[] =>
  some.length === 0 ? more : more.length === 0 ? some : [...some, ...more];

/** The same secrets, seen from one step further out. */
export const under = (step: string, secrets: readonly Secret[]): readonly Secret[] =>
  secrets.length === 0 ? noSecrets : secrets.map(({ at, is }) => ({ at: [step, ...at], is }));

/** Adds the secrets of one step to a list, which is made with the first: hardly any value has one. */
export function adding(step: string, secrets: readonly Secret[], list: Secret[] | undefined): Secret[] | undefined {
  if (secrets.length === 0) return list;
  const all = list ?? [];
  for (const { at, is } of secrets) all.push({ at: [step, ...at], is });
  return all;
}

const flags = /^(?:secret|sensitive|confidential|private|masked|no_?echo)$/;
const kinds = /^(?:type|kind|format|widget|tag|tag_type|input_type|display|classification|visibility)$/;
const hidden = /^(?:sensitive|confidential|private|hidden|masked)$/;

/** Whether the metadata of a definition declare a secret: `secret: true`, `sensitive: yes`, `type: password`. */
export function isDeclaredSecret(definition: YamlNode | undefined): boolean {
  const metadata = definition?.kind === 'mapping' ? definition.get('metadata') : undefined;
  if (metadata?.kind !== 'mapping') return false;
  for (const [name, node] of metadata.entries) if (saysSecret(name, textOf(node) ?? '')) return true;
  return false;
}

/** Whether one entry of such metadata declares a secret. */
export function saysSecret(name: string, text: string): boolean {
  const key = name.toLowerCase().replaceAll('-', '_');
  const value = text.toLowerCase();
  if (flags.test(key)) return /^(?:true|yes|on|y|1)$/.test(value);
  return kinds.test(key) && (hidden.test(value) || namesSecret(value));
}

/** Secrets of a property, attribute or parameter, by its metadata and type. Callers judge its name. */
export const secretsOfDefinition = ({ node, schema }: PropertyDef): readonly Secret[] =>
  isDeclaredSecret(node) ? allSecret : secretsOfSchema(schema);

const named = new WeakMap<ReadonlyMap<string, PropertyDef>, ReadonlySet<string>>();

/** The names of the definitions that declare a secret. Worked out once, since every node of a type has the same ones. */
export function secretNames(defs: ReadonlyMap<string, PropertyDef>): ReadonlySet<string> {
  let found = named.get(defs);
  if (found === undefined) {
    found = new Set([...defs.values()].filter((def) => secretsOfDefinition(def).length > 0).map(({ name }) => name));
    named.set(defs, found);
  }
  return found;
}

/** Secrets of an input. Its name counts too, except for a boolean. */
export function secretsOfInput(def: PropertyDef): readonly Secret[] {
  const known = secretsOfDefinition(def);
  if (known.length > 0 || !namesSecret(def.name)) return known;
  const base = def.schema?.type.base;
  return typeof base === 'object' && base.name === 'boolean' ? known : allSecret;
}

/** Deeper lists of lists are not examined, since nobody writes them. */
const deepestList = 4;

export function secretsOfSchema(schema: Schema | undefined, depth = 0): readonly Secret[] {
  if (schema === undefined || depth > deepestList) return noSecrets;
  const { base } = schema.type;
  const own = kindOf(schema.type);
  if (own.length > 0) return own;
  if (base === 'list' || base === 'map') return under('*', secretsOfSchema(schema.entry, depth + 1));
  return base === 'complex' ? secretsOfMembers(schema.type) : noSecrets;
}

/** Finds tosca.datatypes.Credential and types that derive from it, INDIGO's, and types whose name speaks of a secret. */
const kindOf = ({ def, base }: DataType): readonly Secret[] =>
  remember(def, kindKey, base === 'complex' ? kindOfComplex : kindOfOther);

const namesKind = ({ chain }: TypeDef): boolean => chain.some(({ name }) => namesSecret(lastOfName(name)));
const kindOfComplex = (def: TypeDef): readonly Secret[] => (namesKind(def) ? allCredential : noSecrets);
const kindOfOther = (def: TypeDef): readonly Secret[] => (namesKind(def) ? allSecret : noSecrets);

/** `Credential` of tosca.datatypes.Credential and of simple:Credential. */
export const lastOfName = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1);

const kindKey = Symbol('kind of secret');
const membersKey = Symbol('secret members');

/** A member with a secret further inside counts as secret in whole, since hardly any type has such members. */
const secretsOfMembers = (type: DataType): readonly Secret[] =>
  remember(type.def, membersKey, () =>
    [...type.properties].flatMap(([name, { node, schema }]) => {
      if (isDeclaredSecret(node)) return under(name, allSecret);
      const entry = innermost(schema);
      if (entry === undefined) return [];
      const own = kindOf(entry.type);
      if (own.length > 0) return under(name, schema === entry ? own : allSecret);
      return holdsSecret(entry.type) ? under(name, allSecret) : [];
    }),
  );

/** The innermost entry of lists of lists. */
function innermost(schema: Schema | undefined): Schema | undefined {
  let at = schema;
  for (let depth = 0; at?.entry !== undefined && depth <= deepestList; depth += 1) at = at.entry;
  return at;
}

/** After this many types, the type counts as one that contains a secret. */
const mostTypes = 200;

/** Whether the type contains a secret at any depth; types may contain themselves. */
function holdsSecret(first: DataType): boolean {
  const seen = new Set([first]);
  for (const type of seen) {
    if (seen.size > mostTypes) return true;
    if (type.base !== 'complex') continue;
    for (const { node, schema } of type.properties.values()) {
      const entry = innermost(schema);
      if (isDeclaredSecret(node) || (entry && kindOf(entry.type).length > 0)) return true;
      if (entry) seen.add(entry.type);
    }
  }
  return false;
}
