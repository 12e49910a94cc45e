import { type ISecurityGroup, type ISubnet, type IVpc, SecurityGroup, Vpc } from 'aws-cdk-lib/aws-ec2';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import * as v from 'valibot';
import { judged, strict, text } from '../../src/foundation/shape/schemas.ts';

/** An existing network. Nothing of it is looked up, so that the templates depend only on the configuration. */
export const vpc = v.pipe(
  strict({
    vpcId: v.pipe(v.string(), v.regex(/^vpc-[0-9a-f]+$/, 'this is not the id of a VPC')),
    /** private subnets of the functions; each one is in the zone at the same position of `availabilityZones` */
    subnetIds: v.pipe(
      v.array(v.pipe(v.string(), v.regex(/^subnet-[0-9a-f]+$/, 'this is not the id of a subnet'))),
      v.nonEmpty('expected at least one subnet'),
    ),
    availabilityZones: v.pipe(v.array(text), v.nonEmpty('expected at least one availability zone')),
    /** absent: the stack makes one that allows all outgoing and no incoming traffic */
    securityGroupId: v.optional(
      v.pipe(v.string(), v.regex(/^sg-[0-9a-f]+$/, 'this is not the id of a security group')),
    ),
  }),
  judged(({ subnetIds, availabilityZones }, refuse) => {
    if (subnetIds.length !== availabilityZones.length)
      refuse(
        ['availabilityZones'],
        'every subnet needs its availability zone: the two lists must have the same length',
      );
  }),
);

export interface Placement {
  readonly vpc: IVpc;
  readonly vpcSubnets: { readonly subnets: ISubnet[] };
  readonly securityGroups: ISecurityGroup[];
}

/** The team's network for the functions. */
export class Network extends Construct {
  readonly placement: Placement;

  constructor(scope: Construct, id: string, given: v.InferOutput<typeof vpc>) {
    super(scope, id);
    const network = Vpc.fromVpcAttributes(this, 'Vpc', {
      vpcId: given.vpcId,
      availabilityZones: given.availabilityZones,
      privateSubnetIds: given.subnetIds,
    });
    const group =
      given.securityGroupId === undefined
        ? new SecurityGroup(this, 'Functions', {
            vpc: network,
            description: 'functions of Toscanini: outbound traffic only',
          })
        : SecurityGroup.fromSecurityGroupId(this, 'Functions', given.securityGroupId, { mutable: false });
    this.placement = { vpc: network, vpcSubnets: { subnets: network.privateSubnets }, securityGroups: [group] };
  }
}

/**
 * What Lambda does with a function's role to reach its subnets. `*` is needed: the interfaces do not exist yet, and EC2's
 * describe actions know no ARNs.
 */
export const mayUseNetwork = (): PolicyStatement =>
  new PolicyStatement({
    actions: [
      'ec2:CreateNetworkInterface',
      'ec2:DescribeNetworkInterfaces',
      'ec2:DescribeSubnets',
      'ec2:DeleteNetworkInterface',
      'ec2:AssignPrivateIpAddresses',
      'ec2:UnassignPrivateIpAddresses',
    ],
    resources: ['*'],
  });
