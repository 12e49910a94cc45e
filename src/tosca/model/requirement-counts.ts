import { isOpen } from '../names.ts';
import * as kinds from '../problem-kinds.ts';
import type { RequirementDef } from '../types/definitions.ts';
import { countRange, membersOf } from '../types/members.ts';
import { remember, type TypeDef } from '../types/type-def.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import type { NodeInstance, RequirementInstance } from './instances.ts';
import { isElsewhere, isMapped } from './mapping-target.ts';
import type { Service } from './service.ts';

/**
 * Checks the number of assignments against the type (1.3 section 3.7.3, 2.0 section 8.5.4). Nodes that are made
 * elsewhere need no assignments, nor do requirements that the substituted node fulfils.
 */
export function checkCounts(service: Service, source: NodeInstance, found: readonly RequirementInstance[]): void {
  const { requirements } = membersOf(source.type);
  for (const def of limited(source.type)) {
    const { name } = def;
    const last = lastOf(found, name);
    const isNeeded = last || (!source.type.isOpen && !isOpen(requirements) && !isElsewhere(source.node));
    if (!isNeeded || isMapped(service, source.name, name)) continue;
    const total = totalOf(service, found, name);
    // computed counts are known only at deployment
    if (total) check(service, source, def, last, total);
  }
}

/** A loop, because a function for `findLast` would be made for each node. */
function lastOf(found: readonly RequirementInstance[], name: string): RequirementInstance | undefined {
  for (let index = found.length - 1; index >= 0; index -= 1) if (found[index]?.name === name) return found[index];
  return undefined;
}

const limitedKey = Symbol('requirements with a limit');

/** The requirements of which a node can have too few or too many. */
export const limited = (type: TypeDef): readonly RequirementDef[] => remember(type, limitedKey, limitedOf);

const limitedOf = (type: TypeDef): readonly RequirementDef[] =>
  [...membersOf(type).requirements.values()].filter(({ count }) => count?.min !== 0 || Number.isFinite(count.max));

interface Count {
  /** without the optional ones */
  readonly least: number;
  readonly most: number;
}

const once: Count = { least: 1, most: 1 };

/** How many relationships one assignment makes; undefined when the number is computed. */
function countOf({ version }: Service, node: YamlNode): Count | undefined {
  if (version !== '2.0') {
    const range = node.kind === 'mapping' ? countRange(node.get('occurrences')) : undefined;
    return range ? { least: range.min, most: range.max } : once;
  }
  const count = node.kind === 'mapping' ? node.get('count') : undefined;
  const most = count === undefined ? 1 : Number(count.kind === 'scalar' ? textOf(count) : Number.NaN);
  const isOptional = node.kind === 'mapping' && textOf(node.get('optional')) === 'true';
  return Number.isInteger(most) ? { least: isOptional ? 0 : most, most } : undefined;
}

function totalOf(service: Service, all: readonly RequirementInstance[], name: string): Count | undefined {
  let [least, most] = [0, 0];
  for (const each of all) {
    if (each.name !== name) continue;
    const count = countOf(service, each.node);
    if (count === undefined) return undefined;
    least += count.least;
    most += count.most;
  }
  return { least, most };
}

function check(
  service: Service,
  source: NodeInstance,
  { name, count }: RequirementDef,
  last: RequirementInstance | undefined,
  { least, most }: Count,
): void {
  const strict = service.version === '2.0';
  const { min, max } = count ?? { min: 1, max: 1 };
  const isGood = strict ? least >= min && most <= max : most >= min && least <= max;
  if (isGood) return;
  const shown = least === most ? `${most}` : `${most} (${least} without the optional ones)`;
  const upper = Number.isFinite(max) ? max : 'UNBOUNDED';
  const reason = `${source.name} has ${shown} ${name} requirements; its type allows ${min} to ${upper}`;
  const at = last?.node;
  // a warning if the type gives no number (real templates of 1.x leave mandatory hosts out), or if 2.0 can still find the target
  const isError = count !== undefined && (!strict || at !== undefined);
  const finding = isError ? kinds.requirementCount(reason) : kinds.asWarning(kinds.requirementCount(reason));
  if (at) service.report.atKey(at, finding);
  else service.report.at(source.node, finding, `requirements.${name}`);
}
