import type { Node } from '../../tosca/topology.ts';
import { bytesOf, capabilityValues, numberOf, textOf } from '../deployers/capability-values.ts';
import type { InspectedMachine, Inspection } from '../deployers/inspection.ts';
import type { Policy } from '../deployers/policy.ts';
import { isEqual } from '../drift/compare.ts';
import type { Finding } from '../drift/finding.ts';
import { hasMachine, isCompute } from '../resources/states.ts';

/** How a template describes what stands. */
export interface Fit {
  /** false: it differs, so the record would be untrue, and the next update would change or remove what differs */
  readonly fits: boolean;
  /** what differs; `ignored` is no difference */
  readonly findings: readonly Finding[];
}

/** A node of a template, as far as it is compared. */
export type Wanted = Pick<Node, 'name' | 'types' | 'count' | 'capabilities'>;

const ignored: ReadonlySet<Finding['is']> = new Set(['ignored', 'not-comparable']);

/** Compares each machine with its node: how many there are, their states, and sizes that are smaller than asked for. */
export const fitOf = (
  { nodes }: { readonly nodes: readonly Wanted[] },
  inspection: Inspection,
  { arrange, comparesByItself }: Pick<Policy, 'arrange' | 'comparesByItself'>,
): Fit => {
  if (inspection.is !== 'read') return { fits: false, findings: [unread] };
  // such an engine shows containers as parts
  const isMachine = comparesByItself ? isCompute : hasMachine;
  const wanted = nodes.filter(({ types: toscaTypes }) => isMachine({ toscaTypes }));
  const machines = named(inspection.machines, wanted, arrange);
  const findings = [
    ...wanted.flatMap((node) => ofNode(node, machines)),
    ...machines.filter(({ node }) => !wanted.some(({ name }) => name === node)).map((one) => unknownMachine(one)),
  ];
  return { fits: findings.every(({ is }) => ignored.has(is)), findings };
};

const unread: Finding = { node: '', is: 'not-checked', why: 'its provider has not told what stands' };

/** As they belong to the nodes of the template: some engines give a machine another name than its node has. */
const named = (
  machines: readonly InspectedMachine[],
  wanted: readonly Wanted[],
  arrange: Policy['arrange'],
): readonly InspectedMachine[] => {
  const places = wanted.map(({ name: toscaNodeName, types: toscaTypes }) => ({ toscaNodeName, toscaTypes }));
  const arranged = arrange(
    machines.map(({ id, node }) => ({ id, node, state: 'unknown', properties: [] })),
    places,
  );
  const nodeOf = new Map(arranged.map(({ id, node }) => [id, node]));
  return machines.map((one) => ({ ...one, node: nodeOf.get(one.id) ?? one.node }));
};

const ofNode = (node: Wanted, all: readonly InspectedMachine[]): readonly Finding[] => {
  const { name, count } = node;
  const machines = all.filter((one) => one.node === name && one.state !== 'gone');
  const surplus = machines
    .slice(count)
    .map((one) => unknownMachine(one, `the template asks for ${count} of this node`));
  const lacking: Finding = {
    ...{ node: name, is: 'missing' },
    why: `the template asks for ${count}, and ${machines.length} of them stand${machines.length === 1 ? 's' : ''}`,
  };
  return [
    ...(machines.length < count ? [lacking] : []),
    ...machines.slice(0, count).flatMap((one) => ofMachine(node, one)),
    ...surplus,
  ];
};

const unknownMachine = ({ node, id }: InspectedMachine, why = 'the template has no node of this name'): Finding => ({
  ...{ node, part: id, is: 'unknown' },
  why: `it stands, and ${why}`,
});

const ofMachine = (node: Wanted, machine: InspectedMachine): readonly Finding[] => [
  ...ofState(machine),
  ...(machine.state === 'silent' ? [] : ofSize(node, machine)),
];

const ofState = ({ id: part, node, state }: InspectedMachine): readonly Finding[] => {
  if (state === 'configured') return [];
  if (state === 'silent') return [{ node, part, is: 'not-checked', why: 'nothing was heard of it' }];
  if (state === 'stopped' || state === 'off')
    return [{ node, part, is: 'ignored', why: 'it is stopped, and stays stopped' }];
  return [{ node, part, is: 'changed', property: 'state', old: 'configured', new: state }];
};

/** What a template asks for is the least: a machine may have more. Of what its provider does not tell, nothing is known. */
const ofSize = (node: Wanted, { id: part, values }: InspectedMachine): readonly Finding[] => {
  const host = capabilityValues(node, 'host');
  const least = (property: string, amount: number | undefined): readonly Finding[] => {
    const is = values[property];
    if (amount === undefined || typeof is !== 'number' || is >= amount || isEqual(property, amount, is)) return [];
    return [{ node: node.name, part, is: 'changed', property, old: `${amount}`, new: `${is}` }];
  };
  const type = textOf(host['instance_type']);
  const known = values['instance_type'];
  return [
    ...least('cpu.count', numberOf(host['num_cpus'])),
    ...least('memory.size', bytesOf(host['mem_size'])),
    ...(type !== undefined && known !== undefined && known !== type
      ? [{ node: node.name, part, is: 'changed' as const, property: 'instance_type', old: type, new: `${known}` }]
      : []),
  ];
};

/** All that differs, for a refusal. */
export const misfit = (findings: Fit['findings']): string =>
  [
    'what stands is not what the template describes; change the template, or what stands:',
    ...findings.filter(({ is }) => is !== 'ignored').map(differenceLine),
  ].join('\n');

/** A difference in a line, in the words of a template that describes what stands. */
export const differenceLine = ({ node, is, part, property, old, new: now, why }: Finding): string => {
  const name = part === undefined ? node : `${node} (${/^\d+$/.test(part) ? `machine ${part}` : part})`;
  if (is === 'changed' && old === undefined) return `${name}: the template asks for another ${property} than it has`;
  if (is === 'changed') return `${name}: the template asks for ${property} ${old}, and it is ${now}`;
  return why === undefined ? `${name}: ${is}` : `${name}: ${is.replace('-', ' ')}: ${why}`;
};
