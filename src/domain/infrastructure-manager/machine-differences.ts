import { entryOf } from '../../foundation/entry-of.ts';
import { differences } from '../changes/differences.ts';
import { type BasesOf, type Found, gathered, type Place } from '../changes/found.ts';
import { isMachine } from '../changes/kinds.ts';
import type { RequestedNode, RequestedNodes } from '../changes/requested.ts';
import type { Resource } from '../resources/resource.ts';
import { hasPort, machineValues, otherValues } from './parts.ts';

/** How machines and the nodes that are part of them differ from the templates that they were made from. */
export const machineDifferences = (
  kept: readonly Resource[],
  basesOf: BasesOf,
  after: RequestedNodes,
): readonly Found[] => {
  const parts = partsIndex();
  return gathered(kept, basesOf, ({ toscaNodeName: machine }, before) => {
    const [old, wanted] = [entryOf(before, machine), entryOf(after, machine)];
    if (old === undefined || wanted === undefined || !(isMachine(old.kind) || isMachine(wanted.kind))) return [];
    if (old.kind !== wanted.kind) return typeOf(machine, old, wanted);
    const nodes = new Set([...(parts(before).get(machine) ?? []), ...(parts(after).get(machine) ?? [])]);
    const own = typeOf(machine, old, wanted);
    return [
      ...own,
      ...[...nodes].flatMap((node) => partDifferences(node, machine, entryOf(before, node), entryOf(after, node))),
    ];
  });
};

/** How nodes that still exist differ in values that concern no machine. */
export const otherDifferences = (
  resources: readonly Resource[],
  basesOf: BasesOf,
  after: RequestedNodes,
): readonly Found[] =>
  gathered(resources, basesOf, ({ toscaNodeName: node }, before) => {
    const [old, wanted] = [entryOf(before, node), entryOf(after, node)];
    if (old === undefined || wanted === undefined || old.kind !== wanted.kind) return [];
    const count = differences({ count: old.count }, { count: wanted.count });
    const values = differences(otherValues(old, wanted), otherValues(wanted, old));
    const type = isMachine(wanted.kind) ? [] : typeOf(node, old, wanted);
    return [...type, ...[...count, ...values].map((difference) => ({ node, difference }))];
  });

/** Differences of machines and parts for which no machine is kept: they concern machines that are still to be made. */
export const unusedDifferences = (
  kept: readonly Resource[],
  removed: readonly Resource[],
  basesOf: BasesOf,
  after: RequestedNodes,
): readonly Found[] => {
  const staying = new Set(kept.map(({ toscaNodeName }) => toscaNodeName));
  const found = gathered([...kept, ...removed], basesOf, ({ toscaNodeName: node }, before) => {
    const [old, wanted] = [entryOf(before, node), entryOf(after, node)];
    if (old === undefined || wanted === undefined || old.kind !== wanted.kind) return [];
    if ([...old.machines, ...wanted.machines].some((machine) => staying.has(machine))) return [];
    return differences(machineValues(old, wanted), machineValues(wanted, old)).map((difference) => ({
      node,
      difference,
    }));
  });
  return found.map((one) => ({ ...one, resources: [] }));
};

const typeOf = (node: string, old: RequestedNode, wanted: RequestedNode): readonly Place[] =>
  differences({ type: old.type }, { type: wanted.type }).map((difference) => ({ node, difference }));

/** A port that is added or removed shows as a changed binding; added software shows by the ports that it opens. */
const partDifferences = (
  node: string,
  machine: string,
  old: RequestedNode | undefined,
  wanted: RequestedNode | undefined,
): readonly Place[] => {
  if (old && wanted) {
    return differences(machineValues(old, wanted), machineValues(wanted, old)).map((difference) => ({
      node,
      difference,
    }));
  }
  const path = 'requirements.binding';
  if (old?.kind === 'port') return [{ node, difference: { path, old: machine } }];
  if (wanted?.kind === 'port') return [{ node, difference: { path, new: machine } }];
  return wanted?.kind === 'software' ? opened(node, wanted) : [];
};

const opened = (node: string, wanted: RequestedNode): readonly Place[] => {
  const endpoints = wanted.endpoints.filter((name) => hasPort(wanted, name));
  const paths = endpoints.flatMap((name) => ['port', 'ports'].map((each) => `capabilities.${name}.properties.${each}`));
  const values = Object.fromEntries(Object.entries(wanted.values).filter(([path]) => paths.includes(path)));
  return differences({}, values).map((difference) => ({ node, difference }));
};

/** Machine -> the nodes that are part of it; computed once for each template. */
const partsIndex = () => {
  const known = new Map<RequestedNodes, ReadonlyMap<string, readonly string[]>>();
  return (requested: RequestedNodes): ReadonlyMap<string, readonly string[]> => {
    const index = known.get(requested) ?? indexed(requested);
    known.set(requested, index);
    return index;
  };
};

const indexed = (requested: RequestedNodes): ReadonlyMap<string, readonly string[]> => {
  const pairs = Object.entries(requested).flatMap(([node, { machines }]) =>
    machines.map((machine) => ({ machine, node })),
  );
  const grouped = Map.groupBy(pairs, ({ machine }) => machine);
  return new Map([...grouped].map(([machine, all]) => [machine, all.map(({ node }) => node)]));
};
