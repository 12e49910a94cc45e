import type { Settler } from '../functions/evaluation.ts';
import { requirementTarget } from '../problem-kinds.ts';
import type { YamlNode } from '../yaml/node.ts';
import { present } from '../yaml/scalar.ts';
import { Cell, type NodeInstance } from './instances.ts';
import type { Service } from './service.ts';

/**
 * Checks the index of each requirement `[template, index]`: the template makes that many nodes (2.0 sections 8.7.2 and
 * 8.5). An index or a count that only the deployment can tell is not compared.
 */
export function checkIndexes(service: Service, settler: Settler): void {
  for (const source of service.nodes.values()) {
    for (const { name, node, target, targetName } of source.requirements) {
      const { index: written } = writtenTarget(node);
      if (written === undefined || target === undefined || targetName === undefined) continue;
      const index = new Cell(written, undefined, { node: source, relationship: undefined }, source.name, name);
      settler.settle(index);
      const count = countOf(target);
      if (index.deferred || typeof index.value !== 'number' || count === undefined) continue;
      // the grammar has refused a number below 0 that stands there
      if (index.value < count && (index.value >= 0 || written.kind === 'scalar')) continue;
      const reason = `there is no node ${index.value} of ${targetName}: its count is ${count}, and the first index is 0`;
      service.report.at(written, requirementTarget(reason));
    }
  }
}

/** What a requirement names: a name or, in 2.0, a list of a template's name and the index of one of its nodes. */
export function writtenTarget(node: YamlNode): {
  readonly name: YamlNode | undefined;
  readonly index?: YamlNode | undefined;
} {
  const given = present(node.kind === 'mapping' ? node.get('node') : node);
  return given?.kind === 'sequence' ? { name: given.items[0], index: given.items[1] } : { name: given };
}

/** Undefined: only the deployment knows. */
function countOf({ count }: NodeInstance): number | undefined {
  if (count === undefined) return 1;
  return !count.deferred && typeof count.value === 'number' ? count.value : undefined;
}
