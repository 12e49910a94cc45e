import { listed } from '../../../tosca/near.ts';
import type { Json, Node } from '../../../tosca/topology.ts';
import type { Judged } from './judged.ts';
import { isPlaybook } from './operations.ts';
import { type Run, runsOf } from './runs.ts';

/**
 * All operations of a node become one playbook, whose variables are the inputs of all of them: of two values under one name
 * the last holds for both operations, and nobody says so (Tosca.py, `_gen_configure_from_interfaces`; seen with 1.19.1 and 2.0.0).
 */
export const sharedInputs = (nodes: readonly Node[]): readonly Judged[] => {
  const parts = nodes.flatMap(runsOf).filter(({ operation }) => isPlaybook(operation.script.file));
  const byNode = Map.groupBy(parts, ({ at }) => at);
  return [...byNode].flatMap(([node, runs]) => (runs.length > 1 ? judgedAt(node, runs) : []));
};

const inWords = ({ operation, source, requirement }: Run): string =>
  requirement === undefined ? operation.name : `${operation.name} of the requirement ${requirement.name} of ${source}`;

function judgedAt(node: string, runs: readonly Run[]): readonly Judged[] {
  const given = runs.flatMap((run) =>
    Object.entries(run.operation.inputs).map(([input, value]) => ({ input, where: inWords(run), value })),
  );
  return [...Map.groupBy(given, ({ input }) => input)].flatMap(([input, all]): readonly Judged[] => {
    if (new Set(all.map(({ value }) => JSON.stringify(value))).size < 2) return [];
    const said = `the input ${input} of the operations ${listed(all.map(({ where }) => where))} of node ${node} has several values, and the Infrastructure Manager runs the operations as one playbook, in which the last one holds for all: give each a name of its own`;
    // two calls may come to one value
    return all.some(({ value }) => holdsCall(value)) ? [{ notes: [said] }] : [{ reasons: [said] }];
  });
}

const holdsCall = (value: Json): boolean => /"\$?get_/.test(JSON.stringify(value));
