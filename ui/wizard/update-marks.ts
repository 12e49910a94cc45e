import type { UpdatePlan } from '../../client/types.ts';
import type { Mark } from '../topology/topology.tsx';

type Change = UpdatePlan['changes'][number];

/** Changes by node, in their order. */
export const groupedChanges = (changes: readonly Change[]): readonly (readonly [string, readonly Change[]])[] => [
  ...Map.groupBy(changes, ({ node }) => node),
];

/** Ways in which what exists becomes something else. */
const touches: ReadonlySet<Change['how']> = new Set(['altered', 'configured', 'replaced']);

const counted = (resources: readonly { readonly toscaNodeName: string }[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { toscaNodeName } of resources) counts.set(toscaNodeName, (counts.get(toscaNodeName) ?? 0) + 1);
  return counts;
};

/** Instances that stay as they are. */
export function unchangedOf({ resources, difference, changes }: UpdatePlan): number {
  const touched = new Set(changes.filter(({ how }) => touches.has(how)).map(({ node }) => node));
  const calm = ({ toscaNodeName }: { readonly toscaNodeName: string }): boolean => !touched.has(toscaNodeName);
  return resources.filter(calm).length - difference.added.filter(calm).length;
}

/** What the picture shows of an update, by node: the gravest that happens to it. */
export function marksOf({ resources, difference, changes }: UpdatePlan): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>();
  const [after, added, removed] = [counted(resources), counted(difference.added), counted(difference.removed)];
  for (const { node, how } of changes) if (touches.has(how) || how === 'scaled') marks.set(node, 'changed');
  for (const [node, count] of added)
    marks.set(node, after.get(node) === count && !removed.has(node) ? 'added' : 'changed');
  for (const node of removed.keys()) marks.set(node, after.has(node) ? 'changed' : 'removed');
  for (const { node, how } of changes) if (how === 'replaced') marks.set(node, 'replaced');
  for (const { node, how } of changes) if (how === 'refused') marks.set(node, 'refused');
  return marks;
}
