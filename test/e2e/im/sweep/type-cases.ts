import type { Json } from '../../../../src/tosca/topology.ts';
import { membersOf } from '../../../../src/tosca/types/members.ts';
import { dataType as dataTypeOf } from '../../../../src/tosca/types/schema.ts';
import type { Scope, TypeDef } from '../../../../src/tosca/types/type-def.ts';
import { changed, forms, linked, type Named, part, script, set, shown, type Topology } from './changes.ts';
import { type Draft, helper } from './drafts.ts';
import { samplesOf } from './samples.ts';

export function* ofRelationship(type: TypeDef, scope: Scope): Generator<Named> {
  const compute = scope.find('node', 'tosca.nodes.Compute');
  const software = scope.find('node', 'tosca.nodes.SoftwareComponent');
  if (compute === undefined || software === undefined) return;
  const volume = scope.find('node', 'tosca.nodes.BlockStorage');
  const isDisk = type.ancestry.includes('tosca.relationships.AttachesTo') && volume !== undefined;
  const made = (change: (relationship: Draft) => void): Topology =>
    changed(isDisk ? compute : software, scope, (node, nodes) => {
      const relationship = linked(type);
      change(relationship);
      const target = helper(isDisk ? volume : software, scope, nodes);
      if (isDisk) part(nodes[target] as Draft, 'properties')['size'] = '10 GB';
      const requirement = { [isDisk ? 'local_storage' : 'dependency']: { node: target, relationship } };
      node['requirements'] = [...((node['requirements'] ?? []) as Draft[]), requirement];
      return undefined;
    });
  yield ['', made(() => undefined)];
  const members = membersOf(type);
  for (const def of members.properties.values())
    for (const value of samplesOf(def))
      yield [`${def.name} = ${shown(value)}`, made((one) => set({ [def.name]: value }, 'properties')(one))];
  for (const [name, { operations: all }] of members.interfaces)
    for (const operation of all.keys())
      for (const [what, written] of forms(operation))
        yield [
          `${name}.${operation} ${what}`,
          made((one) => set({ [operation]: written as Json }, 'interfaces', name)(one)),
        ];
}

/** A data type as the type of a property, of a list, of a map, and of an input. */
export function* ofData(type: TypeDef): Generator<Named> {
  const def = { name: 'p', schema: undefined, required: true, default: undefined, fixed: undefined } as const;
  const schema = { type: dataTypeOf(type), entry: undefined, key: undefined, constraints: [] };
  const all = samplesOf({ ...def, schema, node: type.node, scope: type.scope });
  const own = (definition: Draft, value: Json): readonly [Topology, Draft] => [
    {
      node_templates: {
        vm: { type: 'tosca.nodes.Compute' },
        n: { type: 'my.Node', properties: { p: value }, requirements: [{ host: 'vm' }] },
      },
    },
    { node_types: { 'my.Node': { derived_from: 'tosca.nodes.SoftwareComponent', properties: { p: definition } } } },
  ];
  for (const value of all) {
    yield [`= ${shown(value)}`, ...own({ type: type.name }, value)];
    yield [`in a list = ${shown(value)}`, ...own({ type: 'list', entry_schema: { type: type.name } }, [value])];
    yield [`in a map = ${shown(value)}`, ...own({ type: 'map', entry_schema: type.name }, { k: value })];
  }
  for (const value of all.slice(0, 1)) {
    const [topology, types] = own({ type: type.name }, { get_input: 'given' } as Json);
    yield ['from an input', { inputs: { given: { type: type.name, default: value } }, ...topology }, types];
    yield [
      'in an output',
      { ...own({ type: type.name }, value)[0], outputs: { o: { value: { get_property: ['n', 'p'] } } } },
      types,
    ];
  }
}

export function* ofPolicy(type: TypeDef, scope: Scope): Generator<Named> {
  const compute = scope.find('node', 'tosca.nodes.Compute');
  if (compute === undefined) return;
  const { properties } = membersOf(type);
  const required = [...properties.values()].filter((def) => def.required && !def.default);
  const base = Object.fromEntries(required.map((def) => [def.name, samplesOf(def)[0] ?? 'text']));
  const made = (own: Readonly<Record<string, Json>>): Topology => {
    const policy = { type: type.name, targets: ['n'], ...(Object.keys(own).length > 0 && { properties: own }) };
    return changed(compute, scope, () => ({ policies: [{ p: policy }] }));
  };
  yield ['', made(base)];
  for (const def of properties.values())
    for (const value of samplesOf(def)) yield [`${def.name} = ${shown(value)}`, made({ ...base, [def.name]: value })];
}

export function* ofGroup(type: TypeDef): Generator<Named> {
  const nodes = { n: { type: 'tosca.nodes.Compute' } };
  yield ['', { node_templates: nodes, groups: { g: { type: type.name, members: ['n'] } } }];
  for (const def of membersOf(type).properties.values())
    for (const value of samplesOf(def))
      yield [
        `${def.name} = ${shown(value)}`,
        {
          node_templates: nodes,
          groups: { g: { type: type.name, members: ['n'], properties: { [def.name]: value } } },
        },
      ];
}

export function* ofArtifact(type: TypeDef): Generator<Named> {
  const made = (artifact: Draft | string, beside: Draft = {}): Topology => ({
    node_templates: {
      vm: { type: 'tosca.nodes.Compute' },
      n: {
        type: 'tosca.nodes.SoftwareComponent',
        artifacts: { a: artifact },
        requirements: [{ host: 'vm' }],
        ...beside,
      },
    },
  });
  const whole = { type: type.name, file: script('file.yml') };
  yield ['', made(whole)];
  yield ['with a deploy_path', made({ ...whole, deploy_path: '/opt/file' })];
  yield ['as an implementation', made(whole, { interfaces: { Standard: { create: { implementation: 'a' } } } })];
  yield [
    'as an input',
    made(whole, {
      interfaces: {
        Standard: { create: { implementation: script('create.yml'), inputs: { f: { get_artifact: ['SELF', 'a'] } } } },
      },
    }),
  ];
}
