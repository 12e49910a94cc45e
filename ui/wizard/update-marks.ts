import type { UpdatePlan } from '../../client/types.ts';
import type { Mark } from '../topology/topology.tsx';

type Change = UpdatePlan['changes'][number];

/** Changes by node, in their order. */
export const groupedChanges = (changes: readonly Change[]): readonly (readonly [string, readonly Change[]])[] => [
  ...Map.groupBy(changes, ({ node }) => node),
];

/** Instances that stay as they are. */
export function unchangedOf({ resources, difference, changes }: UpdatePlan): number {
  const touched = new Set(changes.filter(({ how }) => how !== 'kept' && how !== 'scaled').map(({ node }) => node));
  const stay = resources.filter(({ toscaNodeName }) => !touched.has(toscaNodeName)).length;
  const added = difference.added.filter(({ toscaNodeName }) => !touched.has(toscaNodeName)).length;
  return Math.max(0, stay - added);
}

/** What the picture shows of an update, by node: the gravest that happens to it. */
export function marksOf({ difference, changes }: UpdatePlan): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>();
  for (const { node, how } of changes) {
    if (how === 'altered' || how === 'configured' || how === 'scaled') marks.set(node, 'changed');
  }
  for (const { toscaNodeName } of difference.added) marks.set(toscaNodeName, 'added');
  for (const { toscaNodeName } of difference.removed) marks.set(toscaNodeName, 'removed');
  for (const { node, how } of changes) if (how === 'replaced') marks.set(node, 'replaced');
  return marks;
}
