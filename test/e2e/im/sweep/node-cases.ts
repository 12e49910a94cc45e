import type { Json } from '../../../../src/tosca/topology.ts';
import type { PropertyDef } from '../../../../src/tosca/types/definitions.ts';
import { membersOf } from '../../../../src/tosca/types/members.ts';
import type { Scope, TypeDef } from '../../../../src/tosca/types/type-def.ts';
import { changed, forms, linked, type Named, part, script, set, shown } from './changes.ts';
import { type Draft, helper, type Nodes, targetOf } from './drafts.ts';
import { samplesOf } from './samples.ts';
import type { Source } from './source.ts';

export function* ofNode(type: TypeDef, { scope, known }: Source): Generator<Named> {
  const isOwn = known !== undefined;
  yield ['', changed(type, scope, () => undefined)];
  yield ['without requirements', changed(type, scope, withoutRequirements)];
  for (const name of shortNames(type.name))
    yield [
      `as ${name}`,
      changed(type, scope, (node) => {
        node['type'] = name;
        return undefined;
      }),
    ];
  const members = membersOf(type);
  const { parent } = type;
  // what a type of somebody's package inherits was tried at the type that it comes from
  const above = isOwn && parent !== undefined ? membersOf(parent) : undefined;
  yield* values(type, scope, fresh(members.properties, above?.properties), '', ['properties']);
  yield* attributes(type, scope, fresh(members.attributes, above?.attributes), '', ['n']);
  for (const [name, { properties, attributes: own }] of members.capabilities) {
    const inherited = above?.capabilities.get(name);
    yield* values(type, scope, fresh(properties, inherited?.properties), `${name}.`, [
      'capabilities',
      name,
      'properties',
    ]);
    yield* attributes(type, scope, fresh(own, inherited?.attributes), `${name}.`, ['n', name]);
  }
  yield* requirements(type, scope);
  yield* operations(type, scope);
}

const withoutRequirements = (node: Draft): undefined => {
  delete node['requirements'];
};

/** `tosca.nodes.Compute` is also `Compute` and `tosca:Compute` (1.3 section 5.1.1). */
const shortNames = (name: string): readonly string[] => {
  const short = /^tosca\.nodes\.(?:network\.|Storage\.)?(\w+)$/.exec(name)?.[1];
  return short === undefined ? [] : [short, `tosca:${short}`];
};

const fresh = (
  all: ReadonlyMap<string, PropertyDef>,
  inherited: ReadonlyMap<string, PropertyDef> | undefined,
): ReadonlyMap<string, PropertyDef> =>
  inherited === undefined ? all : new Map([...all].filter(([name, def]) => inherited.get(name)?.node !== def.node));

function* values(
  type: TypeDef,
  scope: Scope,
  defs: ReadonlyMap<string, PropertyDef>,
  prefix: string,
  path: readonly string[],
): Generator<Named> {
  const all = [...defs.values()].map((def) => ({ name: def.name, samples: samplesOf(def), def }));
  for (const { name, samples, def } of all) {
    for (const value of samples)
      yield [`${prefix}${name} = ${shown(value)}`, changed(type, scope, set({ [name]: value }, ...path))];
    const [first] = samples;
    if (first === undefined) continue;
    const definition = { ...definitionOf(def), default: first };
    yield [
      `${prefix}${name} from an input`,
      {
        inputs: { given: definition },
        ...changed(type, scope, set({ [name]: { get_input: 'given' } }, ...path)),
      },
    ];
    yield [
      `${prefix}${name} in an output`,
      changed(type, scope, (node) => {
        set({ [name]: first }, ...path)(node);
        const place = path.length > 1 ? ['n', path[1] as string, name] : ['n', name];
        return { outputs: { o: { value: { get_property: place } } } };
      }),
    ];
  }
  for (const [index, one] of all.entries())
    for (const other of all.slice(index + 1))
      for (const [a, b] of pairs(one.samples, other.samples))
        yield [
          `${prefix}${one.name} = ${shown(a)}, ${other.name} = ${shown(b)}`,
          changed(type, scope, set({ [one.name]: a, [other.name]: b }, ...path)),
        ];
}

/** Each of some values of one beside a value of the other. */
const pairs = (one: readonly Json[], other: readonly Json[]): readonly (readonly [Json, Json])[] => {
  const count = Math.min(Math.max(one.length, other.length), 4);
  if (one.length === 0 || other.length === 0) return [];
  return Array.from({ length: count }, (_, index) => [
    one[index % one.length] as Json,
    other[(index + 1) % other.length] as Json,
  ]);
};

const definitionOf = ({ schema, node }: PropertyDef): Draft => {
  const type = node.kind === 'mapping' ? node.get('type') : node;
  const entry = schema?.entry?.type.def.name;
  const name = type?.kind === 'scalar' ? type.text : 'string';
  return { type: name, ...(entry !== undefined && { entry_schema: { type: entry } }) };
};

function* attributes(
  type: TypeDef,
  scope: Scope,
  defs: ReadonlyMap<string, PropertyDef>,
  prefix: string,
  path: readonly string[],
): Generator<Named> {
  for (const def of defs.values()) {
    const output = (value: Json) => ({ outputs: { o: { value } } });
    const call = { get_attribute: [...path, def.name] };
    yield [`${prefix}${def.name} as an output`, changed(type, scope, () => output(call))];
    yield [`${prefix}${def.name} in concat`, changed(type, scope, () => output({ concat: ['a-', call] }))];
    yield [
      `${prefix}${def.name} with an index`,
      changed(type, scope, () => output({ get_attribute: [...path, def.name, 0] })),
    ];
    yield [
      `${prefix}${def.name} as an operation's input`,
      changed(type, scope, (node) => {
        part(node, 'interfaces', 'Standard')['configure'] = { implementation: script('a.yml'), inputs: { x: call } };
        return undefined;
      }),
    ];
    for (const value of samplesOf(def).slice(0, 1)) {
      const place = path.length > 1 ? ['capabilities', path[1] as string, 'attributes'] : ['attributes'];
      yield [`${prefix}${def.name} assigned`, changed(type, scope, set({ [def.name]: value }, ...place))];
    }
  }
}

function* requirements(type: TypeDef, scope: Scope): Generator<Named> {
  for (const def of membersOf(type).requirements.values()) {
    const target = targetOf(def, scope);
    if (target === undefined) continue;
    const add = (node: Draft, nodes: Nodes, write: (name: string) => Draft | string): undefined => {
      const others = ((node['requirements'] ?? []) as Draft[]).filter((one) => one[def.name] === undefined);
      node['requirements'] = [...others, { [def.name]: write(helper(target, scope, nodes)) }];
    };
    yield [`requires ${def.name}`, changed(type, scope, (node, nodes) => add(node, nodes, (name) => name))];
    yield [
      `requires ${def.name}, long`,
      changed(type, scope, (node, nodes) => add(node, nodes, (name) => ({ node: name }))),
    ];
    const { relationship, capabilityName } = def;
    if (capabilityName !== undefined)
      yield [
        `requires ${def.name} with its capability`,
        changed(type, scope, (node, nodes) => add(node, nodes, (name) => ({ node: name, capability: capabilityName }))),
      ];
    if (relationship === undefined) continue;
    yield [
      `requires ${def.name} by ${relationship.name}`,
      changed(type, scope, (node, nodes) =>
        add(node, nodes, (name) => ({ node: name, relationship: linked(relationship) })),
      ),
    ];
    yield [
      `requires ${def.name} by the name ${relationship.name}`,
      changed(type, scope, (node, nodes) =>
        add(node, nodes, (name) => ({ node: name, relationship: relationship.name })),
      ),
    ];
  }
}

function* operations(type: TypeDef, scope: Scope): Generator<Named> {
  for (const [name, { operations: all }] of membersOf(type).interfaces)
    for (const operation of all.keys())
      for (const [what, written] of forms(operation))
        yield [
          `${name}.${operation} ${what}`,
          changed(type, scope, (node) => set({ [operation]: written as Json }, 'interfaces', name)(node)),
        ];
}
