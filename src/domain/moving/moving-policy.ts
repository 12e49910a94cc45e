import type { Topology } from '../../tosca/topology.ts';

/** The policy of a template that lets its deployment move without a request (docs/day-two.md). */
const movingPolicy = 'toscanini.policies.Moving';

export const asksToMove = ({ policies }: Pick<Topology, 'policies'>): boolean =>
  policies.some(({ types }) => types.includes(movingPolicy));
