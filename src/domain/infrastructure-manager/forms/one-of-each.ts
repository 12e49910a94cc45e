import type { Node, Operation, Requirement } from '../../../tosca/topology.ts';
import type { Judged } from './judged.ts';
import { atTarget, runByManager } from './operations.ts';

interface Placed {
  /** the node at which the manager runs it */
  readonly at: string;
  readonly operation: Operation;
  readonly source: string;
  readonly requirement: Requirement;
}

/**
 * It keeps one operation of each name at a node: where several relationships give one, that of the last is run, and of the
 * others nothing is said (Tosca.py, `_get_relationships_interfaces`; seen with 1.19.1 and 2.0.0).
 */
export const oneOfEach = (nodes: readonly Node[]): readonly Judged[] => {
  const all = Map.groupBy(nodes.flatMap(placedOf), ({ at, operation }) => JSON.stringify([at, operation.name]));
  return [...all.values()].filter((same) => same.length > 1 && !areAlike(same)).map(reasonFor);
};

const placedOf = ({ name, requirements }: Node): readonly Placed[] =>
  requirements.flatMap((requirement) =>
    Object.values(requirement.operations ?? {})
      .filter(({ of, name: operation }) => of === 'configure' && runByManager.has(operation))
      .map((operation) => ({
        at: atTarget.has(operation.name) ? (requirement.node ?? '') : name,
        ...{ operation, source: name, requirement },
      })),
  );

/** Whether it is all the same which one is run: none of them looks at its own relationship. */
const areAlike = (same: readonly Placed[]): boolean => {
  const texts = new Set(same.map(({ operation: { script, inputs } }) => JSON.stringify([script, inputs])));
  return texts.size === 1 && ![...texts].some((text) => /"(?:SELF|SOURCE|TARGET)"/.test(text));
};

const reasonFor = (same: readonly Placed[]): Judged => {
  const [{ at, operation } = { at: '', operation: { name: '' } }] = same;
  const where = same.map(({ source, requirement }) => `${requirement.name} of ${source}`).join(' and ');
  return {
    reasons: [
      `the operation ${operation.name} would run at node ${at} for ${same.length} relationships (${where}), and the Infrastructure Manager runs only the last of one name: give it to one of them, with all that is to be done, or use operations of the node`,
    ],
  };
};
