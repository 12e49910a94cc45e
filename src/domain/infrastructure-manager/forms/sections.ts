import { machineOf } from '../../../tosca/public-address.ts';
import type { Node } from '../../../tosca/topology.ts';
import type { Around, Judged } from './judged.ts';
import { runsOf } from './runs.ts';

/**
 * What a node runs is a section of the manager's document, whose name joins node and machine by `_`. Of two sections of one
 * name the later one is run on both machines, and nothing is said (Tosca.py, `_gen_configure_from_interfaces`;
 * findings/sections-of-one-name.sh, seen with 2.0.0).
 */
export const sections = (nodes: readonly Node[], { byName }: Pick<Around, 'byName'>): readonly Judged[] => {
  const configured = new Set(nodes.flatMap(runsOf).map(({ at }) => at));
  const placed = [...configured].flatMap((name) => {
    const node = byName.get(name);
    const machine = node && machineOf(node, byName)?.name;
    return machine === undefined ? [] : [{ name, machine }];
  });
  const named = Map.groupBy(placed, ({ name, machine }) => (name === machine ? name : `${name}_${machine}`));
  return [...named.values()].filter(({ length }) => length > 1).map(reasonFor);
};

const reasonFor = (same: readonly { readonly name: string; readonly machine: string }[]): Judged => {
  const where = same.map(({ name, machine }) => (name === machine ? name : `${name} on ${machine}`)).join(' and ');
  return {
    reasons: [
      `the names of ${where} are the same once they are joined by _, as the Infrastructure Manager joins them: it would run the operations of the last one on all these machines. Rename one of the nodes`,
    ],
  };
};
