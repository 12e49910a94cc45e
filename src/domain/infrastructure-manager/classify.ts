import { entryOf } from '../../foundation/entry-of.ts';
import type { Change, Replace } from '../changes/change.ts';
import type { Difference } from '../changes/differences.ts';
import type { BasesOf, Found } from '../changes/found.ts';
import { isMachine } from '../changes/kinds.ts';
import type { RequestedNodes } from '../changes/requested.ts';
import type { ClassifiedChanges, UpdateComparison } from '../changes/update-rules.ts';
import type { Resource } from '../resources/resource.ts';
import { isAlterable } from './alterable.ts';
import { droppedContainers, moreThanOne } from './containers.ts';
import { machineDifferences, otherDifferences, unusedDifferences } from './machine-differences.ts';
import { keepsOldParts } from './merging.ts';

/** How a new template changes the deployment, property by property: every change is in the result. */
export const classifyChanges = ({
  after,
  kept,
  removed,
  basesOf,
  inForce,
  replace,
}: UpdateComparison): ClassifiedChanges => {
  const found = [...machineDifferences(kept, basesOf, after), ...unusedDifferences(kept, removed, basesOf, after)];
  const judged = found.map((one) => ({ ...one, why: refusal(one, after, replace), inPlace: isAlterable(one, after) }));
  const accepted = judged.filter((one) => one.why === undefined && !mayStay(one));
  const replaced = new Set(accepted.filter(({ inPlace }) => !inPlace).flatMap(withMachine));
  const altered = new Set(accepted.filter(({ inPlace }) => inPlace).flatMap(withMachine));
  const changes = [
    ...judged.map((one) => ({ ...changeOf(one), ...wayOf(one, replaced) })),
    ...otherDifferences([...kept, ...removed], basesOf, after).map((one) => ({
      ...changeOf(one),
      ...(moreThanOne(one, after) ?? configured(one.difference)),
    })),
    ...leftBehind(kept, removed, basesOf, after),
    ...droppedContainers(removed, basesOf, { after, inForce }),
  ];
  return { changes: changes.toSorted(byPlace), replaced, altered: altered.difference(replaced) };
};

const byPlace = (a: Change, b: Change): number => compare(a.node, b.node) || compare(a.property, b.property);
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const changeOf = ({
  node,
  difference: { path, ...values },
}: Found): Pick<Change, 'node' | 'property' | 'old' | 'new'> => ({
  node,
  property: path,
  ...values,
});

const withMachine = ({ resources }: Found): readonly string[] =>
  resources.flatMap(({ id, physicalId }) => (physicalId === undefined ? [] : [id]));

const wayOf = (
  one: Found & { readonly why: string | undefined },
  replaced: ReadonlySet<string>,
): Pick<Change, 'how' | 'why'> => {
  const ids = withMachine(one);
  if (mayStay(one))
    return { how: 'kept', why: 'a failed update may have set it on a machine, and the machine keeps it' };
  if (one.why !== undefined) return { how: 'refused', why: one.why };
  if (ids.length === 0) return { how: 'made' };
  return { how: ids.every((id) => replaced.has(id)) ? 'replaced' : 'altered' };
};

/** A value that a machine perhaps has, and that cannot be removed, must not block the update that undoes it. */
const mayStay = ({ isUnsure, difference }: Found): boolean => isUnsure && keepsOldParts(difference);

/** Why a change of machines is refused; undefined: it is possible. */
const refusal = (one: Found, after: RequestedNodes, replace: Replace): string | undefined => {
  const { difference, resources } = one;
  if (
    difference.path === 'type' &&
    !resources.every(({ toscaNodeName }) => isMachine(entryOf(after, toscaNodeName)?.kind))
  ) {
    return 'a node that changes from a machine to something else needs a new name';
  }
  if (keepsOldParts(difference)) return leftOver;
  if (isAlterable(one, after)) return undefined;
  const stand = resources.filter(({ physicalId }) => physicalId !== undefined);
  const names = [...new Set(stand.map(({ toscaNodeName }) => toscaNodeName))];
  return names.every((name) => mayBeReplaced(name, replace)) ? undefined : notInPlace(names);
};

const mayBeReplaced = (node: string, replace: Replace): boolean =>
  typeof replace === 'boolean' ? replace : replace.includes(node);

const leftOver =
  'the Infrastructure Manager keeps values that a new template leaves out, for new machines too; make a new deployment to drop it';

const notInPlace = (nodes: readonly string[]): string =>
  `it cannot be changed on an existing machine; with "replace": ${JSON.stringify(nodes)} in the request the machine is removed with all its data and created again`;

/** For a value that concerns no machine: the configuration is run again with it. */
const configured = (difference: Difference): Pick<Change, 'how' | 'why'> => {
  if (difference.path === 'count') return { how: 'scaled' };
  if (!keepsOldParts(difference)) return { how: 'configured' };
  return difference.path.startsWith('requirements.')
    ? { how: 'kept', why: 'the Infrastructure Manager keeps values that a new template leaves out' }
    : { how: 'refused', why: leftOver };
};

/** Software that the new template no longer names, on a machine that is kept. */
const leftBehind = (
  kept: readonly Resource[],
  removed: readonly Resource[],
  basesOf: BasesOf,
  after: RequestedNodes,
): readonly Change[] => {
  const staying = new Set(kept.map(({ toscaNodeName }) => toscaNodeName));
  const gone = new Map(removed.map((resource) => [resource.toscaNodeName, basesOf(resource)[0]]));
  return [...gone].flatMap(([node, before]) => {
    const old = entryOf(before, node);
    const hosts = (old?.machines ?? []).filter((machine) => staying.has(machine));
    if (old?.kind !== 'software' || entryOf(after, node) !== undefined || hosts.length === 0) return [];
    const why = `what it installed stays on ${hosts.join(', ')}, and is configured again`;
    return [{ node, property: 'type', old: old.type, how: 'kept' as const, why }];
  });
};
