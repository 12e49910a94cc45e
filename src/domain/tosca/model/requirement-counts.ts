import * as kinds from '../problem-kinds.ts';
import { membersOf } from '../types/members.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import type { NodeInstance, RequirementInstance } from './instances.ts';
import type { Service } from './service.ts';

const member = (node: YamlNode, key: string): string | undefined =>
  node.kind === 'mapping'
    ? node.get(key)?.kind === 'scalar'
      ? textOf(node.get(key))
      : node.get(key)?.kind
    : undefined;

/**
 * Fewer or more assignments than the type says, all of them and those that are not optional (2.0 section 8.5.4). Where
 * none is written the orchestrator finds the targets.
 */
export function checkCounts(service: Service, source: NodeInstance, found: readonly RequirementInstance[]): void {
  for (const [name, { count }] of membersOf(source.type).requirements) {
    const given = found.filter((each) => each.name === name);
    if (count === undefined || given.length === 0) continue;
    const counts = given.map(({ node }) => ({
      count: Number(member(node, 'count') ?? 1),
      optional: member(node, 'optional') === 'true',
    }));
    // counts that are computed are known at deployment
    if (counts.some((each) => !Number.isInteger(each.count))) continue;
    const total = counts.reduce((sum, each) => sum + each.count, 0);
    const needed = counts.reduce((sum, each) => sum + (each.optional ? 0 : each.count), 0);
    if (needed >= count.min && total <= count.max) continue;
    const most = Number.isFinite(count.max) ? count.max : 'UNBOUNDED';
    const shown = total === needed ? `${total}` : `${total} (${needed} without the optional ones)`;
    const reason = `${source.name} has ${shown} ${name} requirements; its type allows ${count.min} to ${most}`;
    service.report.atKey(given.at(-1)?.node ?? source.node, kinds.requirementCount(reason));
  }
}
