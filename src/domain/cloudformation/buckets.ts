import type { Json, Node } from '../../tosca/topology.ts';
import { textOf } from './asked.ts';
import { logicalId, type Part, type StackResource } from './blueprint.ts';

export const isBucket = ({ types }: Pick<Node, 'types'>): boolean =>
  types.some((type) => type.endsWith('.ObjectStorage'));

interface Bucket extends Part {
  readonly resource: StackResource;
  readonly attributes: { readonly [name: string]: Json };
}

/**
 * A bucket gets its name from AWS: a name is taken once in the world, and a replaced bucket could not take it again.
 */
export const bucketOf = ({ name, properties }: Node): Bucket => {
  const id = logicalId(name);
  const wanted = textOf(properties['name']);
  const limit = textOf(properties['maxsize']);
  return {
    resource: {
      Type: 'AWS::S3::Bucket',
      Properties: {
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
      },
      DeletionPolicy: 'Delete',
      Metadata: { toscanini: { node: name } },
    },
    attributes: { name: { Ref: id } },
    reasons: [],
    warnings: [
      ...(wanted === undefined ? [] : [`gets a name from AWS and not ${wanted}`]),
      ...(limit === undefined ? [] : [`may become larger than ${limit}: a bucket has no limit`]),
    ],
  };
};
