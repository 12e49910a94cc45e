import type { Topology } from '../../tosca/topology.ts';
import type { Change } from '../changes/change.ts';
import { hostOf, kindOf } from '../changes/kinds.ts';
import type { FactsByNode } from '../deployers/node-facts.ts';
import type { Preview } from '../deployers/preview.ts';
import type { Provider } from '../providers/ports.ts';
import type { Uses } from '../quotas/amounts.ts';
import { isJob } from '../resources/job-types.ts';
import type { UpdatePlan } from '../resources/plan-update.ts';
import { volumeSize } from './node-facts.ts';
import {
  type NodeChange,
  type Person,
  type PlannedOperation,
  type PolicyCost,
  type PolicyNode,
  type PolicyPlan,
  type RemovedNode,
  runs,
  totalOf,
} from './plan.ts';

/** What is asked for, wherever it would be carried out. */
export interface PolicyQuestion {
  readonly operation: PlannedOperation;
  readonly user: Person;
  readonly owner: Person;
  readonly group?: string | undefined;
  readonly name?: string | undefined;
  readonly labels?: { readonly [name: string]: string } | undefined;
  readonly topology: Topology;
  /** `properties` of the nodes as they may be shown, by name */
  readonly shown: () => ReadonlyMap<string, PolicyNode['properties']>;
  /** what quotas count of the deployment already */
  readonly uses?: Uses | undefined;
  /** of an update; absent: everything is new */
  readonly effect?: { readonly plan: UpdatePlan; readonly changes: readonly Change[] } | undefined;
}

/** The plan at one provider. `preview`: of all that stands afterwards. */
export const planOf = (
  question: PolicyQuestion,
  {
    provider,
    facts,
    preview,
  }: { readonly provider?: Provider | undefined; readonly facts: FactsByNode; readonly preview?: Preview | undefined },
): PolicyPlan => {
  const { topology, effect } = question;
  const region = provider?.facts?.region;
  const changeOf = changesOf(effect);
  const priceOf = pricesOf(preview);
  const shown = question.shown();
  const byName = new Map(topology.nodes.map((node) => [node.name, node]));
  const nodes = topology.nodes.map((node): PolicyNode => {
    const { parts = 1, most, public: isPublic = false, ports = [], ...known } = facts.get(node.name) ?? {};
    const kind = isJob(node) ? 'job' : kindOf(node, byName);
    const nothing = { cpus: 0, memory: 0, disk: kind === 'volume' ? volumeSize(node) : 0, gpus: 0 };
    return {
      ...{ name: node.name, type: node.type, types: node.types, kind, count: node.count * parts },
      ...(most !== undefined && { most }),
      ...{ change: changeOf(node.name), region, public: isPublic, ports },
      // what a machine of the template hosts has no processors of its own
      ...(runs.includes(kind) && (kind === 'compute' || hostOf(node, byName).length === 0)
        ? known
        : { size: known.size ?? '', image: known.image ?? '', ...nothing }),
      hourly: priceOf(node.name),
      properties: shown.get(node.name) ?? {},
    };
  });
  return {
    ...{ operation: question.operation, user: question.user, owner: question.owner },
    ...{ group: question.group ?? '', name: question.name ?? '', labels: question.labels ?? {} },
    provider: provider
      ? {
          ...{ id: provider.id, name: provider.name, type: provider.facts?.type, region },
          deployer: provider.facts?.deployer ?? 'infrastructure-manager',
        }
      : {},
    nodes,
    removed: removedBy(question),
    changes: (effect?.changes ?? []).map(({ node, property, how }) => ({ node, property, how })),
    total: totalOf(nodes),
    cost: costOf(preview),
  };
};

const hours = 730;

const costOf = (preview: Preview | undefined): PolicyCost => {
  if (preview === undefined || preview.unpriced === undefined || preview.unpriced.size > 0) return {};
  const { hourly, most } = preview.cost;
  const monthly = Number((hourly * hours).toFixed(2));
  return { hourly, monthly, ...(most && { most: most.hourly }) };
};

/** What belongs to no node is only in the sum. */
const pricesOf = (preview: Preview | undefined) => {
  const sums = new Map<string, number>();
  for (const { node = '', hourly } of preview?.cost.items ?? []) sums.set(node, (sums.get(node) ?? 0) + hourly);
  return (name: string): number | undefined =>
    preview?.unpriced === undefined || preview.unpriced.has(name)
      ? undefined
      : Number((sums.get(name) ?? 0).toFixed(4));
};

/** The gravest change of a node counts. */
const changesOf = (effect: PolicyQuestion['effect']) => {
  const ways = Map.groupBy(effect?.changes ?? [], ({ node }) => node);
  // what an update adds is shown when it is accepted, so its workflow finds it planned
  const standing = effect?.plan.kept.filter(({ state }) => state !== 'INITIAL' && state !== 'CREATING');
  const kept = new Set(standing?.map(({ toscaNodeName }) => toscaNodeName));
  return (name: string): NodeChange => {
    const own = new Set(ways.get(name)?.map(({ how }) => how));
    if (own.has('replaced')) return 'replaced';
    if (!kept.has(name)) return 'added';
    return (['altered', 'configured', 'scaled'] as const).find((way) => own.has(way)) ?? 'kept';
  };
};

const removedBy = ({ topology, effect }: PolicyQuestion): readonly RemovedNode[] => {
  const wanted = new Set(topology.nodes.map(({ name }) => name));
  const gone = (effect?.plan.removed ?? []).filter(({ toscaNodeName }) => !wanted.has(toscaNodeName));
  return [...Map.groupBy(gone, ({ toscaNodeName }) => toscaNodeName)].flatMap(([name, resources]) => {
    const [first] = resources;
    return first ? [{ name, type: first.toscaNodeType, types: first.toscaTypes, count: resources.length }] : [];
  });
};
