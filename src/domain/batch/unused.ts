import type { Json, Node, Policy } from '../../tosca/topology.ts';
import { mapOf } from '../deployers/capability-values.ts';
import { isScaling, notCarriedOut } from '../scaling/scaling-policies.ts';

/** What a reader takes from a node, by name. */
export interface Used {
  readonly properties: readonly string[];
  readonly artifacts: readonly string[];
  /** capabilities with values that count */
  readonly capabilities: readonly string[];
}

/**
 * What a node says and no job gets. Types that derive from those of jobs, or of their hosts, may add anything: it is said
 * instead of being ignored.
 */
export const unusedOf = (node: Node, used: Used): readonly string[] => [
  ...strangeNames(node.properties, used.properties).map(
    (name) => `has the property ${name}, which means nothing to AWS Batch: only get_property reads it`,
  ),
  ...Object.keys(mapOf(node.artifacts)).flatMap((name) =>
    used.artifacts.includes(name)
      ? []
      : [`has the artifact ${name}, which no job gets: put it into the image, or into S3 and the inputs`],
  ),
  ...Object.values(node.operations ?? {}).map(
    ({ interface: of, name }) => `has the operation ${of}.${name}, which nobody runs: the work of a job is its command`,
  ),
  ...Object.entries(node.capabilities).flatMap(([name, { properties }]) =>
    used.capabilities.includes(name) || strangeNames(properties, []).length === 0
      ? []
      : [`has values of the capability ${name}, which mean nothing to AWS Batch`],
  ),
  ...node.requirements.flatMap(({ name, node: target, operations = {} }) => [
    ...(target === undefined ? [`requires ${name} of any node that fits, and nothing is chosen for it`] : []),
    ...Object.values(operations).map(
      ({ interface: of, name: operation }) =>
        `has the operation ${of}.${operation} on its requirement ${name}, which nobody runs`,
    ),
  ]),
];

const strangeNames = (values: { readonly [name: string]: Json }, used: readonly string[]): readonly string[] =>
  Object.entries(values).flatMap(([name, value]) => (value === null || used.includes(name) ? [] : [name]));

/** Placement chooses among providers; any other policy changes what runs, and nothing here can. */
export const unusedPolicies = (policies: readonly Policy[]): readonly string[] =>
  policies.flatMap((policy) =>
    policy.types.includes('tosca.policies.Placement')
      ? []
      : [`${notCarriedOut(policy)}${isScaling(policy) ? jobsEnd : ''}`],
  );

const jobsEnd = ': a job runs as often as its array_size says';
