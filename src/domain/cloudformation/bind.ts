import type { Json } from '../../tosca/topology.ts';
import {
  type Blueprint,
  logicalId,
  type MachineBlueprint,
  type OutputValue,
  resourceHex,
  resourceId,
  type StackResource,
  type StackResources,
} from './blueprint.ts';

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
  const idsOf = (node: string): readonly string[] => [
    ...Object.keys(blueprint.shared[node] ?? {}).filter((id) => !id.endsWith('Group')),
    ...machines.filter((machine) => machine.node === node).map(({ bound: { instance } }) => instance),
  ];
  const made = machines.map(({ one, bound: { instance, resources: own } }) => {
    const before = one.after.flatMap(idsOf).toSorted();
    const first = own[instance];
    if (before.length === 0 || first === undefined) return own;
    return { ...own, [instance]: { ...first, DependsOn: before } };
  });
  const resources: { [id: string]: StackResource } = Object.assign({}, ...Object.values(blueprint.shared), ...made);
  const used = usedParameters(blueprint, resources);
  const outputs = outputsOf(blueprint, (node) =>
    machines.filter((each) => each.node === node).map((each) => each.bound),
  );
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

type Bound = Pick<MachineBlueprint, 'instance' | 'resources' | 'publicAddress' | 'privateAddress'>;

const bound = ({ after: _, ...machine }: MachineBlueprint, id: string): Bound =>
  JSON.parse(
    JSON.stringify(machine)
      .replaceAll(resourceHex, id.replace(/[^A-Za-z0-9]/g, ''))
      .replaceAll(resourceId, id),
  );

/** A node without machines at the moment needs no image. */
const usedParameters = ({ parameters }: Blueprint, resources: StackResources) => {
  const text = JSON.stringify(resources);
  return Object.entries(parameters).filter(([name]) => text.includes(JSON.stringify({ Ref: name })));
};

type BoundOf = (node: string) => readonly Bound[];

/** The names that a template gives its outputs stand in their descriptions, since ids take only letters and digits. */
const outputsOf = (blueprint: Blueprint, boundOf: BoundOf): { [id: string]: { [name: string]: Json } } =>
  Object.fromEntries(
    blueprint.outputs.flatMap(({ name, value }) => {
      const found = evaluated(value, blueprint, boundOf);
      if (found === undefined) return [];
      const described = `${outputOf}${name}${'list' in found ? asJson : ''}`;
      return [
        [logicalId(name), { Description: described, Value: 'list' in found ? listText(found.list) : found.text }],
      ];
    }),
  );

export const outputOf = 'Output ';
export const asJson = ' (JSON)';

/**
 * A text, a list of texts, or nothing: there is no such machine. Each text is a value or a function of CloudFormation.
 */
type Value = { readonly text: Json } | { readonly list: readonly Json[] } | undefined;

const evaluated = (value: OutputValue, blueprint: Blueprint, boundOf: BoundOf): Value => {
  switch (value.is) {
    case 'text':
      return { text: value.text };
    case 'attribute':
      return attributeOf(value, blueprint, boundOf);
    case 'joined':
      return joined(
        value.parts.map((part) => evaluated(part, blueprint, boundOf)),
        value.separator,
      );
    case 'token': {
      const of = plain(evaluated(value.of, blueprint, boundOf));
      return of === undefined
        ? undefined
        : { text: { 'Fn::Select': [value.index, { 'Fn::Split': [value.separator, of] }] } };
    }
    case 'list': {
      const items = value.items.map((item) => plain(evaluated(item, blueprint, boundOf)));
      return items.includes(undefined) ? undefined : { list: items.filter((item) => item !== undefined) };
    }
  }
};

const attributeOf = (
  { node, attribute, index }: Extract<OutputValue, { is: 'attribute' }>,
  { machines, attributes }: Blueprint,
  boundOf: BoundOf,
): Value => {
  if (machines[node] === undefined) {
    const known = attributes[node]?.[attribute];
    return known === undefined ? undefined : { text: known };
  }
  const all = boundOf(node).map((one) => (attribute === 'public_address' ? one.publicAddress : one.privateAddress));
  if (index !== undefined) return all[index] === undefined ? undefined : { text: all[index] };
  const [only] = all;
  return all.length === 1 && only !== undefined ? { text: only } : { list: all };
};

const joined = (parts: readonly Value[], separator: string): Value => {
  const texts = parts.map(plain);
  return texts.includes(undefined)
    ? undefined
    : { text: { 'Fn::Join': [separator, texts.filter((text) => text !== undefined)] } };
};

const plain = (value: Value): Json | undefined => {
  if (value === undefined) return undefined;
  return 'text' in value ? value.text : { 'Fn::Join': [',', value.list] };
};

/** Addresses need no escapes in JSON. */
const listText = (items: readonly Json[]): Json =>
  items.length === 0 ? '[]' : { 'Fn::Join': ['', ['["', { 'Fn::Join': ['","', items] }, '"]']] };
