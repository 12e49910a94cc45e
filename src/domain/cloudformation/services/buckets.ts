import type { Node } from '../../../tosca/topology.ts';
import { textOf } from '../../deployers/capability-values.ts';
import { getAtt, logicalId } from '../blueprint/blueprint.ts';
import type { Member } from '../blueprint/member.ts';
import { type Attributes, attributesIn } from '../values/attributes.ts';

/**
 * A bucket gets its name from AWS: a name is taken once in the world, and a replaced bucket could not take it again.
 */
export const bucketOf = ({ name, properties }: Node): Member => {
  const id = logicalId(name);
  const wanted = textOf(properties['name']);
  const limit = textOf(properties['maxsize']);
  const stays = textOf(properties['on_deletion']) === 'retain';
  return {
    main: id,
    resources: {
      [id]: {
        Type: 'AWS::S3::Bucket',
        Properties: {
          ...(properties['versioned'] === true && { VersioningConfiguration: { Status: 'Enabled' } }),
          PublicAccessBlockConfiguration: {
            BlockPublicAcls: true,
            BlockPublicPolicy: true,
            IgnorePublicAcls: true,
            RestrictPublicBuckets: true,
          },
        },
        DeletionPolicy: stays ? 'Retain' : 'Delete',
        ...(stays && { UpdateReplacePolicy: 'Retain' as const }),
        Metadata: { toscanini: { node: name } },
      },
    },
    reasons: [],
    warnings: [
      ...(wanted === undefined ? [] : [`gets a name from AWS and not ${wanted}`]),
      ...(limit === undefined ? [] : [`may become larger than ${limit}: a bucket has no limit`]),
    ],
  };
};

export const bucketAttributes = ({ name }: Pick<Node, 'name'>): Attributes => {
  const id = logicalId(name);
  return attributesIn({
    name: { Ref: id },
    arn: getAtt(id, 'Arn'),
    // the other name, without the region, may lead elsewhere while a bucket is new
    'storage_endpoint.ip_address': getAtt(id, 'RegionalDomainName'),
  });
};
