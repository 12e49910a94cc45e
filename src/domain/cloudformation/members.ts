import type { Node } from '../../tosca/topology.ts';
import { isBucket, isForeign, isQueue } from '../changes/kinds.ts';
import { logicalId } from './blueprint/blueprint.ts';
import { type Member, refused, type Surroundings } from './blueprint/member.ts';
import { balancerAttributes, balancerOf } from './containers/balancers.ts';
import { isContainer, isRuntime, isServerless } from './containers/container-asked.ts';
import { containerAttributes, containerOf, runtimeAttributes } from './containers/containers.ts';
import { isBalancer } from './containers/routing.ts';
import { hasOwnSubnet } from './networks/networks.ts';
import { bucketAttributes, bucketOf } from './services/buckets.ts';
import { databaseAttributes, databaseOf, isDatabase, isManaged } from './services/databases.ts';
import { foreignAttributes, foreignOf, queueAttributes, queueOf } from './services/foreign.ts';
import { type AttributeOf, type Attributes, attributesIn, UnmappedError } from './values/expressions.ts';

type ByName = ReadonlyMap<string, Node>;

/** A kind of node that becomes resources which are there once. */
interface MemberKind {
  is(node: Node, byName: ByName): boolean;
  of(node: Node, surroundings: Surroundings): Member;
  attributes(node: Node, byName: ByName): Attributes;
}

const kinds: readonly MemberKind[] = [
  { is: isBucket, of: bucketOf, attributes: bucketAttributes },
  { is: isBalancer, of: balancerOf, attributes: balancerAttributes },
  { is: (node, byName) => isDatabase(node) && isManaged(node, byName), of: databaseOf, attributes: databaseAttributes },
  {
    is: (node, byName) => isContainer(node) && isServerless(node, byName),
    of: containerOf,
    attributes: containerAttributes,
  },
  { is: isForeign, of: foreignOf, attributes: foreignAttributes },
  { is: isQueue, of: queueOf, attributes: queueAttributes },
  // a runtime becomes nothing: Fargate is the runtime
  {
    is: (node, byName) => isRuntime(node) && isServerless(node, byName),
    of: () => refused(''),
    attributes: runtimeAttributes,
  },
];

const kindOf = (node: Node, byName: ByName): MemberKind | undefined => kinds.find(({ is }) => is(node, byName));

export const isMember = (node: Node, byName: ByName): boolean => kindOf(node, byName) !== undefined;

export const attributesOf =
  (byName: ByName): AttributeOf =>
  (node) => {
    const own = kindOf(node, byName)?.attributes(node, byName);
    const id = { Ref: logicalId(node.name) };
    if (hasOwnSubnet(node)) return attributesIn({ tosca_id: id, network_id: id });
    if (own === undefined || isRuntime(node)) return own;
    const read = (path: string) => (path === 'tosca_id' ? id : own.read(path));
    return { names: own.names, read };
  };

/** The resources of such a node, or why it cannot have any. */
export const memberOf = (node: Node, surroundings: Surroundings): Member => {
  try {
    return kindOf(node, surroundings.byName)?.of(node, surroundings) ?? refused('');
  } catch (error) {
    if (error instanceof UnmappedError) return refused('', error.message);
    throw error;
  }
};
