import { listed } from '../../../tosca/near.ts';
import type { Json, Node, Operation, Operations } from '../../../tosca/topology.ts';
import type { Judged } from './judged.ts';
import { atTarget, isPlaybook, runByManager } from './operations.ts';

/** An operation, and the node whose playbook it becomes a part of. */
interface Part {
  readonly at: string;
  /** for messages */
  readonly where: string;
  readonly inputs: Operation['inputs'];
}

/**
 * All operations of a node become one playbook, whose variables are the inputs of all of them: of two values under one name
 * the last holds for both operations, and nobody says so (Tosca.py, `_gen_configure_from_interfaces`; seen with 1.19.1 and 2.0.0).
 */
export const sharedInputs = (nodes: readonly Node[]): readonly Judged[] => {
  const byNode = Map.groupBy(nodes.flatMap(partsOf), ({ at }) => at);
  return [...byNode].flatMap(([node, parts]) => (parts.length > 1 ? judgedAt(node, parts) : []));
};

const partsOf = ({ name, operations, requirements }: Node): readonly Part[] => [
  ...runOf(operations).map((one) => ({ at: name, where: one.name, inputs: one.inputs })),
  ...requirements.flatMap((requirement) =>
    runOf(requirement.operations).map((one) => ({
      at: atTarget.has(one.name) ? (requirement.node ?? '') : name,
      where: `${one.name} of the requirement ${requirement.name} of ${name}`,
      inputs: one.inputs,
    })),
  ),
];

const runOf = (operations: Operations = {}): readonly Operation[] =>
  Object.values(operations).filter(
    ({ of, name, script }) => of !== undefined && runByManager.has(name) && isPlaybook(script.file),
  );

function judgedAt(node: string, parts: readonly Part[]): readonly Judged[] {
  const given = parts.flatMap(({ where, inputs }) =>
    Object.entries(inputs).map(([input, value]) => ({ input, where, value })),
  );
  return [...Map.groupBy(given, ({ input }) => input)].flatMap(([input, all]): readonly Judged[] => {
    if (new Set(all.map(({ value }) => JSON.stringify(value))).size < 2) return [];
    const said = `the input ${input} of the operations ${listed(all.map(({ where }) => where))} of node ${node} has several values, and the Infrastructure Manager runs the operations as one playbook, in which the last one holds for all: give each a name of its own`;
    // two calls may come to one value
    return all.some(({ value }) => holdsCall(value)) ? [{ notes: [said] }] : [{ reasons: [said] }];
  });
}

const holdsCall = (value: Json): boolean => /"\$?get_/.test(JSON.stringify(value));
