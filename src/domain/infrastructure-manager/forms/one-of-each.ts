import type { Node, Requirement } from '../../../tosca/topology.ts';
import type { Judged } from './judged.ts';
import { type Run, runsOf } from './runs.ts';

type OfRelationship = Run & { readonly requirement: Requirement };

/**
 * It keeps one operation of each name at a node: where several relationships give one, that of the last is run, and of the
 * others nothing is said (Tosca.py, `_get_relationships_interfaces`; seen with 1.19.1 and 2.0.0).
 */
export const oneOfEach = (nodes: readonly Node[]): readonly Judged[] => {
  const runs = nodes.flatMap(runsOf).filter(isOfRelationship);
  const all = Map.groupBy(runs, ({ at, operation }) => JSON.stringify([at, operation.name]));
  return [...all.values()].filter((same) => same.length > 1 && !areAlike(same)).map(reasonFor);
};

const isOfRelationship = (run: Run): run is OfRelationship =>
  run.requirement !== undefined && run.operation.of === 'configure';

/** Whether it is all the same which one is run: none of them looks at its own relationship. */
const areAlike = (same: readonly OfRelationship[]): boolean => {
  const texts = new Set(same.map(({ operation: { script, inputs } }) => JSON.stringify([script, inputs])));
  return texts.size === 1 && ![...texts].some((text) => /"(?:SELF|SOURCE|TARGET)"/.test(text));
};

const reasonFor = (same: readonly OfRelationship[]): Judged => {
  const [{ at, operation } = { at: '', operation: { name: '' } }] = same;
  const where = same.map(({ source, requirement }) => `${requirement.name} of ${source}`).join(' and ');
  return {
    reasons: [
      `the operation ${operation.name} would run at node ${at} for ${same.length} relationships (${where}), and the Infrastructure Manager runs only the last of one name: give it to one of them, with all that is to be done, or use operations of the node`,
    ],
  };
};
