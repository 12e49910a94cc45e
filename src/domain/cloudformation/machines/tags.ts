import type { Node } from '../../../tosca/topology.ts';
import { mapOf, textOf } from '../../deployers/capability-values.ts';
import { isTagValue, tagLimits } from '../../providers/aws-tags.ts';
import type { StackOffer } from '../../providers/stack-offer.ts';
import { resourceId } from '../blueprint/blueprint.ts';

/** What AWS does not know of a machine, and its extended information says. */
export type Known = { readonly [tag in 'login' | 'system']: string | undefined };

type Tag = { readonly Key: string; readonly Value: string };

/** By our tags the deployer finds the machines of its resources, and may start and stop them. */
export const tagsOf = (node: Node, known: Known): readonly Tag[] => [
  ...requestedTags(node),
  { Key: 'Name', Value: titleOf(node) },
  { Key: 'toscanini:node', Value: node.name },
  { Key: 'toscanini:resource', Value: resourceId },
  ...tagsFor(known),
];

const titleOf = ({ name, properties }: Node): string => textOf(properties['instance_name']) ?? name;

const requestedTags = ({ properties }: Node): readonly Tag[] =>
  Object.entries(mapOf(properties['tags'])).flatMap(([Key, value]) => {
    const Value = textOf(value);
    const isOurs = Key === 'Name' || Key.toLowerCase().startsWith('aws:') || Key.startsWith('toscanini:');
    return Value === undefined || isOurs ? [] : [{ Key, Value }];
  });

/** Says which system a machine has: its distribution, `/` and its version. */
export const systemTag = 'toscanini:system';

/** Tags that follow from the image of a machine. */
export const imageTags: readonly string[] = ['toscanini:login', systemTag];

const tagsFor = (known: Known): readonly Tag[] =>
  Object.entries(known).flatMap(([name, Value]) =>
    Value !== undefined && isTagValue(Value) ? [{ Key: `toscanini:${name}`, Value }] : [],
  );

/**
 * AWS takes 50 tags on a machine. Nine are this service's own: the name, the node, the resource, the login and the
 * system, and the four of the stack, which CloudFormation adds.
 */
const ownTags = 9;
const { name: longestKey, value: longestValue, tags: mostTags } = tagLimits;

/** Why AWS would refuse the tags, after other parts of the stack had been made. */
export const tagReasons = (node: Node, { tags: configured = {} }: Pick<StackOffer, 'tags'>): readonly string[] => {
  const tags = requestedTags(node);
  const others = Object.keys(configured).filter((name) => !tags.some(({ Key }) => Key === name)).length;
  const most = mostTags - ownTags - others;
  const isLong = ({ Key, Value }: Tag) =>
    Key.length === 0 || lengthOf(Key) > longestKey || lengthOf(Value) > longestValue;
  const long = tags.filter(isLong).map(({ Key }) => JSON.stringify(Key.slice(0, 40)));
  return [
    ...(tags.length > most
      ? [
          `has ${tags.length} tags, and may have ${most}: AWS takes ${mostTags} on a machine, and ${mostTags - most} are of this service; leave some out`,
        ]
      : []),
    ...(long.length > 0
      ? [
          `has tags that AWS does not take (${long.join(', ')}): a key has 1 to ${longestKey} characters, and a value at most ${longestValue}`,
        ]
      : []),
    ...(lengthOf(titleOf(node)) > longestValue
      ? [`has an instance_name of ${lengthOf(titleOf(node))} characters, and AWS takes ${longestValue}`]
      : []),
  ];
};

/** In characters of Unicode. */
const lengthOf = (text: string): number => [...text].length;
