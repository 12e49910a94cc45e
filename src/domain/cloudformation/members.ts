import type { Node } from '../../tosca/topology.ts';
import { balancerAttributes, balancerOf, isBalancer } from './balancers.ts';
import { bucketAttributes, bucketOf, isBucket } from './buckets.ts';
import { type AttributeOf, type Attributes, UnmappedError } from './expressions.ts';
import { type Member, refused, type Surroundings } from './member.ts';

/** A kind of node that becomes resources which are there once. */
interface MemberKind {
  is(node: Node): boolean;
  of(node: Node, surroundings: Surroundings): Member;
  attributes(node: Node): Attributes;
}

const kinds: readonly MemberKind[] = [
  { is: isBucket, of: bucketOf, attributes: bucketAttributes },
  { is: isBalancer, of: balancerOf, attributes: balancerAttributes },
];

const kindOf = (node: Node): MemberKind | undefined => kinds.find(({ is }) => is(node));

export const isMember = (node: Node): boolean => kindOf(node) !== undefined;

export const attributeOf: AttributeOf = (node) => kindOf(node)?.attributes(node);

/** What such a node becomes, or why it cannot. */
export const memberOf = (node: Node, surroundings: Surroundings): Member => {
  try {
    return kindOf(node)?.of(node, surroundings) ?? refused('');
  } catch (error) {
    if (error instanceof UnmappedError) return refused('', error.message);
    throw error;
  }
};
