import type { Node } from '../../tosca/topology.ts';
import { hostOf } from '../changes/kinds.ts';
import { type AwsTypeName, awsTypeOf } from '../resources/aws-types.ts';
import { logicalId } from './blueprint/blueprint.ts';
import { type Member, refused, type Surroundings } from './blueprint/member.ts';
import { balancerAttributes, balancerOf } from './containers/balancers.ts';
import { containerAttributes, containerOf, runtimeAttributes } from './containers/containers.ts';
import { isRuntime } from './containers/requested-container.ts';
import { hasOwnSubnet } from './networks/networks.ts';
import { anyResourceAttributes, anyResourceOf, queueAttributes, queueOf } from './services/any-resource.ts';
import { bucketAttributes, bucketOf } from './services/buckets.ts';
import { databaseAttributes, databaseOf } from './services/databases.ts';
import { type AttributeOf, type Attributes, attributesIn, UnmappedError } from './values/attributes.ts';

type ByName = ReadonlyMap<string, Node>;

/** What a node becomes whose resources are there once. Which nodes those are says the row of its type. */
interface Translation {
  of(node: Node, surroundings: Surroundings): Member;
  attributes(node: Node, byName: ByName): Attributes;
}

/** What has machines is made by machines/compute.ts, networks by networks/networks.ts. */
type Single = Exclude<AwsTypeName, 'compute' | 'volume' | 'network' | 'port' | 'databaseSystem' | 'nothing'>;

const translations: { readonly [name in Single]: Translation } = {
  bucket: { of: bucketOf, attributes: bucketAttributes },
  balancer: { of: balancerOf, attributes: balancerAttributes },
  database: { of: databaseOf, attributes: databaseAttributes },
  container: { of: containerOf, attributes: containerAttributes },
  resource: { of: anyResourceOf, attributes: anyResourceAttributes },
  queue: { of: queueOf, attributes: queueAttributes },
  // Fargate is the runtime
  runtime: { of: () => refused(''), attributes: runtimeAttributes },
};

const singles = Object.keys(translations) as readonly Single[];

const kindOf = (node: Node, byName: ByName): Translation | undefined => {
  const name = singles.find((one) => {
    const { is, alone } = awsTypeOf(one);
    return is(node.types) && (!alone || hostOf(node, byName).length === 0);
  });
  return name && translations[name];
};

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
