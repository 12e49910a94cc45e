import type { Json, Topology } from '../../tosca/topology.ts';
import type { Call } from '../runs/run.ts';
import { attributesOf } from './members.ts';
import type { Planned } from './operations/operation-order.ts';
import { about, secretInputsOf, stepOf } from './operations/plan-software.ts';
import { faultsOf } from './software/operation-scripts.ts';
import type { PlannedCalls } from './software/planned-calls.ts';

/** The calls as steps on machines, made as those of a creation are, or every reason why they cannot run. */
export const planCalls = (
  topology: Pick<Topology, 'nodes' | 'secrets'>,
  calls: readonly Call[],
): PlannedCalls | { readonly reasons: readonly string[] } => {
  const byName = new Map(topology.nodes.map((node) => [node.name, node]));
  const places = secretInputsOf({ ...topology, outputs: [] });
  const secretInputs = new Map(
    calls.map(({ key, place, secrets }) => [key, new Set([...(places.get(place) ?? []), ...secrets])]),
  );
  const requests = { outputs: new Map<string, Set<string>>(), attributes: new Map<string, Json>() };
  const sources = { byName, attributeOf: attributesOf(byName), publicNodes: new Set<string>() };
  const read = calls.flatMap((call) => {
    const planned = plannedOf(call, byName);
    return planned ? [stepOf(planned, { ...sources, requests: requests, secretInputs })] : [];
  });
  const reasons = read.flatMap(({ planned, faults }) =>
    [...faults, ...faultsOf(planned.operation, [])].map((why) => about(planned, why)),
  );
  if (reasons.length > 0) return { reasons: reasons.map(({ node, why }) => `node ${node.name} ${why}`) };
  return {
    steps: read.map(({ step }) => step),
    secrets: Object.fromEntries(
      read.flatMap(({ step: { key }, secrets }) => (Object.keys(secrets).length === 0 ? [] : [[key, secrets]])),
    ),
  };
};

const plannedOf = (
  { key, node, target, at, operation }: Call,
  byName: ReadonlyMap<string, Planned['node']>,
): Planned | undefined => {
  const [own, place, other] = [byName.get(node), byName.get(at), byName.get(target ?? '')];
  if (own === undefined || place === undefined) return undefined;
  return { key, node: own, ...(other && { target: other }), operation, at: place, after: [] };
};
