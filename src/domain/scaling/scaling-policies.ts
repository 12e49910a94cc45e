import type { Node, Policy } from '../../tosca/topology.ts';

/** Policies that ask for a number of instances that follows what there is to do. */
export const isScaling = ({ types }: Pick<Policy, 'types'>): boolean => types.includes('tosca.policies.Scaling');

/** Names of the nodes that a policy is about: without targets, all of them; with groups that have no members, none. */
export const nodesMeant = ({ targets, nodes = targets }: Policy, all: readonly Node[]): readonly string[] =>
  targets.length > 0 ? nodes : all.map(({ name }) => name);

/** How a note about a policy begins that nobody carries out. */
export const notCarriedOut = ({ name, type }: Pick<Policy, 'name' | 'type'>): string =>
  `policy ${name} (${type}) is not carried out`;

/** Why nobody scales at a provider; each names the policy. `why`: what is there instead. */
export const notScaled = (policies: readonly Policy[] | undefined, why: string): readonly string[] =>
  (policies ?? []).filter(isScaling).map((policy) => `${notCarriedOut(policy)}: ${why}`);

/** How the paths of values begin that concern the number of copies alone (changes/requested.ts). */
export const scalingPath = 'scaling.';
