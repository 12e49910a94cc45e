import type { Node, Policy } from '../../../tosca/topology.ts';
import { scalarUnit } from '../../../tosca/values/units.ts';
import { isUnknown, numberOf, textOf } from '../../deployers/capability-values.ts';
import { runtimeOf } from '../containers/requested-container.ts';

type ByName = ReadonlyMap<string, Node>;

const scalingMetrics = ['cpu', 'memory', 'requests'] as const;
export type ScalingMetric = (typeof scalingMetrics)[number];

/** What one policy asks of one container. */
export interface RequestedScaling {
  readonly metric: ScalingMetric;
  /** percent; of `requests` their number for each copy in a minute */
  readonly target: number;
  /** seconds; absent: what AWS takes */
  readonly scaleInCooldown?: number;
  readonly scaleOutCooldown?: number;
  /** false: copies are only added */
  readonly scaleIn: boolean;
}

export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/**
 * Of the policy, else of another one for the same container, else of the capability `scalable` of the container or its
 * runtime, whose defaults are 1.
 */
export const boundsOf = (policy: Policy, all: readonly Policy[], node: Node, byName: ByName): Bounds => {
  const runtime = runtimeOf(node, byName);
  const capabilities = [node, ...(runtime === undefined ? [] : [runtime])].map(
    (one) => one.capabilities['scalable']?.properties,
  );
  const of = (name: string): number => {
    const [given] = [policy, ...all].flatMap(({ properties }) => numberOf(properties[name]) ?? []);
    return given ?? Math.max(1, ...capabilities.flatMap((one) => numberOf(one?.[name]) ?? []));
  };
  return { least: of('min_instances'), most: of('max_instances') };
};

/**
 * With how many copies a container starts, where a policy (as tosca.policies.tacker.Scaling has it) or the capability
 * `scalable` says it; else as many as there are at least.
 */
export const startOf = (policies: readonly Policy[], node: Node, byName: ByName, least: number): number => {
  const runtime = runtimeOf(node, byName);
  const [ofPolicy] = policies.flatMap(({ properties }) => numberOf(properties['default_instances']) ?? []);
  if (ofPolicy !== undefined) return ofPolicy;
  const count = Math.max(node.count, runtime?.count ?? 0);
  const isSaid = [node, runtime].some(
    (one) => numberOf(one?.capabilities['scalable']?.properties['default_instances']) !== undefined,
  );
  return isSaid ? count : Math.max(count, least);
};

/** Percent of what a copy has, where a policy names no target: AWS's own examples have it. */
const usualTarget = 75;

export const requestedScaling = ({ properties }: Policy): RequestedScaling | { readonly why: string } => {
  const named = textOf(properties['metric']) ?? 'cpu';
  const metric = scalingMetrics.find((one) => one === named);
  if (metric === undefined) return { why: `has the metric ${named}, and there are ${scalingMetrics.join(', ')}` };
  const target = numberOf(properties['target']) ?? (metric === 'requests' ? undefined : usualTarget);
  if (target === undefined) return { why: 'has no target: say how many requests a copy answers in a minute' };
  if (target <= 0) return { why: `has the target ${target}: it must be more than 0` };
  if (metric !== 'requests' && target > 100)
    return { why: `has the target ${target}, and a percentage is at most 100` };
  const [scaleInCooldown, scaleOutCooldown] = cooldowns.map((names) => secondsOf(properties, names));
  return {
    ...{ metric, target, scaleIn: properties['scale_in'] !== false },
    ...(scaleInCooldown !== undefined && { scaleInCooldown }),
    ...(scaleOutCooldown !== undefined && { scaleOutCooldown }),
  };
};

const cooldowns = [
  ['scale_in_cooldown', 'cooldown'],
  ['scale_out_cooldown', 'cooldown'],
] as const;

/** A number is seconds, as types of others have it (tosca.policies.tacker.Scaling). */
const secondsOf = (properties: Policy['properties'], names: readonly string[]): number | undefined => {
  const given = names.map((name) => properties[name]).find((value) => value !== undefined && value !== null);
  if (typeof given !== 'string') return numberOf(given);
  const seconds = scalarUnit(given, 'scalar-unit.time');
  return seconds === undefined ? undefined : Math.round(seconds);
};

/** What is read of a policy. A type that derives from the standard's may have more, and that is said. */
const readProperties: ReadonlySet<string> = new Set([
  ...['metric', 'target', 'min_instances', 'max_instances', 'default_instances', 'scale_in'],
  ...['scale_in_cooldown', 'scale_out_cooldown', 'cooldown'],
]);

/** What a policy says, and nobody here carries out. */
export const unreadOf = ({ properties, triggers = [] }: Policy): readonly string[] => [
  ...Object.entries(properties).flatMap(([name, value]) =>
    value === null || readProperties.has(name) ? [] : [`its property ${name} means nothing here`],
  ),
  ...triggers.map((name) => `its trigger ${name} is not carried out: what is measured is its metric`),
];

/** Properties with a value that only the deployment can tell. */
export const unknownOf = ({ properties }: Policy): readonly string[] =>
  Object.entries(properties).flatMap(([name, value]) => (readProperties.has(name) && isUnknown(value) ? [name] : []));
