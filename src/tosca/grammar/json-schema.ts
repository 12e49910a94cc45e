import type { Json } from '../topology.ts';
import { definitionsVersions, type Version } from '../versions.ts';

export type JsonSchema = { readonly [keyword: string]: Json };

/** A shape of shape.ts, of which only the identity counts here. */
type Shape = (...place: never[]) => void;

/** Gives the schema of a shape that another one is made of. */
type Of = (shape: Shape) => JsonSchema;

const makers = new WeakMap<Shape, (of: Of) => JsonSchema>();
const names = new WeakMap<Shape, string>();

/** Keeps how to say in JSON Schema what a shape allows. A shape without that allows anything. */
export const described = <S extends Shape>(shape: S, schema: (of: Of) => JsonSchema, name?: string): S => {
  makers.set(shape, schema);
  if (name !== undefined) names.set(shape, name);
  return shape;
};

/** A map with keynames becomes a definition of its own, since grammars refer to each other in circles. */
class Definitions {
  readonly all: Record<string, JsonSchema> = {};
  readonly #references = new Map<Shape, JsonSchema>();

  readonly of: Of = (shape) => {
    const maker = makers.get(shape);
    if (maker === undefined) return {};
    const name = names.get(shape);
    if (name === undefined) return maker(this.of);
    const known = this.#references.get(shape);
    if (known) return known;
    const key = this.#keyFor(name);
    const reference = { $ref: `#/$defs/${key}` };
    this.#references.set(shape, reference);
    this.all[key] = {};
    this.all[key] = maker(this.of);
    return reference;
  };

  /** `a node template` becomes `node-template`; a second one of that name gets a number. */
  #keyFor(name: string): string {
    const key = name.replace(/^(?:an?|the) /, '').replaceAll(/[^a-z]+/gi, '-');
    const taken = Object.keys(this.all).filter((each) => each === key || each.startsWith(`${key}-of-`)).length;
    return taken === 0 ? key : `${key}-of-${taken + 1}`;
  }
}

/**
 * The grammar of a document as JSON Schema (2020-12), for editors that complete keys. `shape`: of documents of these
 * versions. What depends on types is not in it: `toscanini check` says that.
 */
export function grammarSchema(shape: Shape, versions: readonly Version[]): JsonSchema {
  const definitions = new Definitions();
  const root = definitions.of(shape);
  const written = Object.keys(definitionsVersions).filter((name) =>
    versions.includes(definitionsVersions[name] as Version),
  );
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `TOSCA ${versions.join(', ')}`,
    type: 'object',
    properties: { tosca_definitions_version: { enum: written } },
    required: ['tosca_definitions_version'],
    allOf: [root],
    $defs: definitions.all,
  };
}
