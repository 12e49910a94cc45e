import { entryOf } from '../../foundation/entry-of.ts';
import type { Json } from '../../tosca/topology.ts';
import {
  asJson,
  attributeFor,
  type Blueprint,
  logicalId,
  type MachineBlueprint,
  outputOf,
  resourceHex,
  resourceId,
  type StackResource,
  type StackResources,
  tableOf,
} from './blueprint/blueprint.ts';
import { withSoftware } from './kept-software.ts';
import { type Bound, type BoundOf, evaluated, plain } from './values/evaluate.ts';
import { written } from './values/later.ts';

/** The resources that are to have a machine. */
type Wanted = readonly { readonly resourceId: string; readonly node: string }[];

/** A template of CloudFormation, with the values of its parameters. */
export interface StackText {
  readonly template: { readonly [section: string]: Json };
  readonly parameters: { readonly [name: string]: string };
}

/** The template for these machines. */
export const bindBlueprint = (blueprint: Blueprint, wanted: Wanted): StackText => {
  const byNode = Map.groupBy(wanted, ({ node }) => node);
  const machines = Object.entries(blueprint.machines).flatMap(([node, one]) =>
    (byNode.get(node) ?? []).map((machine) => ({ node, one, bound: bound(one, machine.resourceId) })),
  );
  const boundByNode = Map.groupBy(machines, ({ node }) => node);
  const boundOf: BoundOf = (node) => (boundByNode.get(node) ?? []).map((each) => each.bound);
  const idsOf = (node: string): readonly string[] => [
    ...standing(blueprint, node),
    ...boundOf(node).map(({ instance }) => instance),
  ];
  const made = machines.map(({ one, bound: { instance, resources: own } }) => after(own, instance, one.after, idsOf));
  const resources: { [id: string]: StackResource } = Object.assign(
    tableOf<StackResource>([]),
    ...shared(blueprint, byNode, boundOf, idsOf),
    ...made,
    blueprint.software && withSoftware(blueprint.shared[''] ?? {}, blueprint.software),
  );
  const used = usedParameters(blueprint, resources);
  const outputs = outputsOf(blueprint, boundOf);
  return {
    template: {
      AWSTemplateFormatVersion: '2010-09-09',
      Description: blueprint.description,
      ...(used.length > 0 && {
        Parameters: Object.fromEntries(
          used.map(([name, { type, description }]) => [name, { Type: type, Description: description }]),
        ),
      }),
      Resources: resources as unknown as Json,
      ...(Object.keys(outputs).length > 0 && { Outputs: outputs }),
    },
    parameters: Object.fromEntries(used.map(([name, { value }]) => [name, value])),
  };
};

/** What others wait for: the main resource of a node, else all that it has but its security group. */
const standing = ({ shared, waiting }: Blueprint, node: string): readonly string[] => {
  const main = entryOf(waiting, node)?.main;
  return main === undefined ? Object.keys(entryOf(shared, node) ?? {}).filter((id) => !id.endsWith('Group')) : [main];
};

type IdsOf = (node: string) => readonly string[];

const after = (own: StackResources, id: string, nodes: readonly string[], idsOf: IdsOf): StackResources => {
  const before = nodes.flatMap(idsOf).toSorted();
  const waits = own[id];
  if (before.length === 0 || waits === undefined) return own;
  return { ...own, [id]: { ...waits, DependsOn: [...(waits.DependsOn ?? []), ...before] } };
};

/** Resources that are there once, with what needs the machines written in. */
const shared = (
  blueprint: Blueprint,
  byNode: ReadonlyMap<string, Wanted>,
  boundOf: BoundOf,
  idsOf: IdsOf,
): readonly StackResources[] => {
  const itemsFor = (node: string, item: Json): readonly Json[] =>
    (byNode.get(node) ?? []).map(({ resourceId: id }) => withIds(item, idsFrom(id)));
  const known = { valueOf: (value: Parameters<typeof evaluated>[0]) => plain(evaluated(value, boundOf)), itemsFor };
  return Object.entries(blueprint.shared).map(([node, own]) => {
    // only what waits has values that are known later
    const waits = entryOf(blueprint.waiting, node);
    if (waits === undefined) return own;
    const full = written(own as unknown as Json, known) as unknown as StackResources;
    return after(full, waits.main, waits.after, idsOf);
  });
};

/** Of all names, only those of resources hold ids. */
const bound = ({ after: _, resources, ...machine }: MachineBlueprint, id: string): Bound => {
  const ids = idsFrom(id);
  const own = Object.entries(resources).map(([name, one]) => [bindText(name, ids), withIds(one, ids)] as const);
  return { ...withIds(machine, ids), resources: tableOf(own) };
};

interface Ids {
  readonly id: string;
  readonly hex: string;
}

const idsFrom = (id: string): Ids => ({ id, hex: id.replace(/[^A-Za-z0-9]/g, '') });

const withIds = <T>(value: T, ids: Ids): T => bindAny(value, ids) as T;

/** What holds no ids is not copied: most of a machine holds none. */
const bindAny = (value: unknown, ids: Ids): unknown => {
  if (typeof value === 'string') return bindText(value, ids);
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) return bindMembers(value as { readonly [name: string]: unknown }, ids);
  const items = value.map((item) => bindAny(item, ids));
  return items.some((item, index) => item !== value[index]) ? items : value;
};

const bindMembers = (members: { readonly [name: string]: unknown }, ids: Ids): unknown => {
  const made: { [name: string]: unknown } = {};
  let isSame = true;
  for (const name in members) {
    made[name] = bindAny(members[name], ids);
    isSame &&= made[name] === members[name];
  }
  return isSame ? members : made;
};

const bindText = (text: string, { id, hex }: Ids): string =>
  text.includes(resourceHex) || text.includes(resourceId)
    ? text.replaceAll(resourceHex, hex).replaceAll(resourceId, id)
    : text;

/** A node without machines at the moment needs no image. */
const usedParameters = ({ parameters }: Blueprint, resources: StackResources) => {
  const all = Object.values(resources);
  return Object.entries(parameters).filter(([name]) => {
    const reference = JSON.stringify({ Ref: name });
    return all.some((resource) => JSON.stringify(resource).includes(reference));
  });
};

/** The names that a template gives its outputs stand in their descriptions, since ids take only letters and digits. */
const outputsOf = (blueprint: Blueprint, boundOf: BoundOf): { [id: string]: { [name: string]: Json } } =>
  Object.fromEntries(
    blueprint.outputs.flatMap(({ name, value, hidden }) => {
      const found = evaluated(value, boundOf);
      if (found === undefined) return [];
      const isJson = 'list' in found || found.isJson === true;
      const described = `${hidden ? attributeFor : outputOf}${name}${isJson ? asJson : ''}`;
      return [
        [
          logicalId(hidden ? described : name),
          { Description: described, Value: 'list' in found ? found.json : found.text },
        ],
      ];
    }),
  );
