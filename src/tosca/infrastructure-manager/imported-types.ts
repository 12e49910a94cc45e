import type { MappingNode } from 'js-yaml';
import type { OperationInstance } from '../model/instances.ts';
import { isWithin } from '../model/mixed-operations.ts';
import type { Json } from '../topology.ts';
import type { TypeDef } from '../types/type-def.ts';
import { implementationOf, operationNode } from '../types/written-operations.ts';
import { sourceOf, type YamlNode } from '../yaml/node.ts';
import { toJson } from '../yaml/scalar.ts';
import { childMapping, member, setMember, valueNode } from '../yaml/tree.ts';
import { ranTooEarly } from './older-operations.ts';

type Values = { readonly [name: string]: Json };

interface Place {
  readonly path: readonly [face: string, operation: string, input: string];
  readonly value: Json;
  /** false: another relationship of the type has another value */
  readonly same: boolean;
}

/**
 * Relationship types of imports that the template has to define itself, where its own definition comes first: the
 * Infrastructure Manager would run an operation of them too early, or cannot read what their inputs say.
 */
export class ImportedTypes {
  readonly #found = new Map<string, { readonly definition: Json; readonly places: Map<string, Place> }>();

  /** `isRewritten`: whether a value holds a call that has to be written out. */
  add(type: TypeDef, operations: readonly OperationInstance[], isRewritten: (value: YamlNode) => boolean): void {
    for (const each of type.chain) {
      const file = sourceOf(each.node)?.file;
      if (file === undefined || file === 'template') continue;
      const calls = operations.flatMap((one) => callsOf(one, each.node, isRewritten));
      if (calls.length === 0 && !runsTooEarly(each.node)) continue;
      const known = this.#found.get(each.name) ?? { definition: toJson(each.node), places: new Map<string, Place>() };
      this.#found.set(each.name, known);
      for (const { path, value } of calls) {
        const before = known.places.get(path.join());
        const same = before === undefined || (before.same && JSON.stringify(before.value) === JSON.stringify(value));
        known.places.set(path.join(), { path, value, same });
      }
    }
  }

  get isEmpty(): boolean {
    return this.#found.size === 0;
  }

  /** The definition that the template may have of a name is its own. */
  write(root: MappingNode): void {
    if (this.isEmpty) return;
    const types = childMapping(root, 'relationship_types', new Map());
    for (const [name, { definition, places }] of this.#found) {
      if (member(types, name) !== undefined) continue;
      const known = [...places.values()].filter(({ same }) => same);
      setMember(
        types,
        name,
        valueNode(known.reduce<Json>((at, { path, value }) => withInput(at, path, value), definition)),
      );
    }
  }
}

function runsTooEarly(definition: YamlNode): boolean {
  const faces = definition.kind === 'mapping' ? definition.get('interfaces') : undefined;
  if (faces?.kind !== 'mapping') return false;
  return [...faces.entries.values()].some(
    (face) =>
      face.kind === 'mapping' && ranTooEarly.some((name) => implementationOf(operationNode(face, name)) !== undefined),
  );
}

/** The inputs of an operation that this definition gives. */
function callsOf(
  { face, operation, inputs }: OperationInstance,
  definition: YamlNode,
  isRewritten: (value: YamlNode) => boolean,
): readonly Omit<Place, 'same'>[] {
  return [...inputs].flatMap(([name, { node, value }]) =>
    value !== undefined && isWithin(node, definition) && isRewritten(node)
      ? [{ path: [face, operation, name] as const, value }]
      : [],
  );
}

const mapIn = (value: Json | undefined): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {};

/** The definition with this value for an input. */
function withInput(definition: Json, [face, operation, input]: Place['path'], value: Json): Json {
  const interfaces = mapIn(mapIn(definition)['interfaces']);
  const written = mapIn(interfaces[face]);
  const isNested = mapIn(written['operations'])[operation] !== undefined;
  const operations = isNested ? mapIn(written['operations']) : written;
  const changed = {
    ...operations,
    [operation]: {
      ...mapIn(operations[operation]),
      inputs: { ...mapIn(mapIn(operations[operation])['inputs']), [input]: value },
    },
  };
  const made = isNested ? { ...written, operations: changed } : changed;
  return { ...mapIn(definition), interfaces: { ...interfaces, [face]: made } };
}
