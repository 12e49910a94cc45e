import type { Node, Operation, Requirement } from '../../../tosca/topology.ts';
import { atTarget, runByManager } from './operations.ts';

/** An operation that the manager runs when it configures machines. */
export interface Run {
  /** the node at which it is run; empty: the requirement leads to none */
  readonly at: string;
  readonly operation: Operation;
  /** the node whose template has it */
  readonly source: string;
  /** undefined: it is an operation of the node itself */
  readonly requirement?: Requirement;
}

/** What the manager runs for a node and its relationships. */
export const runsOf = ({ name, operations = {}, requirements }: Node): readonly Run[] => [
  ...Object.values(operations)
    .filter(isRun)
    .map((operation) => ({ at: name, operation, source: name })),
  ...requirements.flatMap((requirement) =>
    Object.values(requirement.operations ?? {})
      .filter(isRun)
      .map((operation) => ({
        at: atTarget.has(operation.name) ? (requirement.node ?? '') : name,
        ...{ operation, source: name, requirement },
      })),
  ),
];

const isRun = ({ of, name }: Operation): boolean => of !== undefined && runByManager.has(name);
