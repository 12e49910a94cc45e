import { InOrder } from '../../../tosca/circles.ts';
import type { Json, Node } from '../../../tosca/topology.ts';
import { isUnknown, mapOf } from '../../deployers/capability-values.ts';

/** Names of nodes of which each takes a value of another one that only the stack knows, so that none can be made first. */
export const valueCircles = (nodes: readonly Node[]): readonly (readonly string[])[] => {
  const asking = nodes.filter(({ properties }) => isUnknown(properties));
  const byName = new Map(asking.map((node) => [node.name, node]));
  const found: string[][] = [];
  const walk = new InOrder<Node>({
    needs: ({ properties }) => namesIn(properties).flatMap((name) => byName.get(name) ?? []),
    visit: (members, isCircle) => {
      if (isCircle) found.push(members.map(({ name }) => name).toSorted());
    },
  });
  for (const node of asking) walk.add(node);
  return found;
};

/** The nodes whose attributes a value takes. */
const namesIn = (value: Json): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap((item: Json) => namesIn(item));
  const { get_attribute: call, ...others } = mapOf(value);
  const named = Array.isArray(call) && typeof call[0] === 'string' ? [call[0]] : [];
  return [...named, ...Object.values(others).flatMap(namesIn)];
};
