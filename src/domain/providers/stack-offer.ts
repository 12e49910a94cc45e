/** A subnet that the provider's configuration names. */
export interface Subnet {
  readonly id: string;
  /** its Availability Zone, such as `eu-south-1a`: a volume has to be made in the zone of its machine */
  readonly zone: string;
}

type Subnets = Subnet | readonly Subnet[];

/** What a provider lets CloudFormation make: a part of its configuration. */
export interface StackOffer {
  readonly region: string;
  /** absent: the default VPC of the account */
  readonly vpc?: string | undefined;
  /**
   * for what has a public address, and for what has none; absent: the default subnets of the account. Machines get the
   * first of several; databases and load balancers of HTTP need two in different zones
   */
  readonly subnets?: { readonly public?: Subnets | undefined; readonly private?: Subnets | undefined } | undefined;
  /** name of the instance profile of every machine; absent: machines have no rights */
  readonly instanceProfile?: string | undefined;
  /** name of the instance profile of machines that run operations, where they have no other; absent: none can run them */
  readonly agentProfile?: string | undefined;
  /** name of the role with which ECS starts containers; absent: toscanini-tasks */
  readonly taskRole?: string | undefined;
  /** sizes that may be used, such as `t3.small`; `*` stands for any characters. Absent: every known size */
  readonly sizes?: readonly string[] | undefined;
  /**
   * types of CloudFormation that templates may name by toscanini.nodes.aws.Resource, such as `AWS::SQS::Queue` or
   * `AWS::SNS::*`; absent: none
   */
  readonly allowedTypes?: readonly string[] | undefined;
  /** for everything that is made; absent: this service's own tags only */
  readonly tags?: { readonly [name: string]: string } | undefined;
  /** most machines of one deployment; absent: what fits into a stack */
  readonly machines?: number | undefined;
  /** images of the operator, which come before AWS's public ones */
  readonly images?: readonly StackImage[] | undefined;
}

export interface StackImage {
  /** such as `ami-0123456789abcdef0` */
  readonly id: string;
  /** what templates call it (os.image); without a distribution it is only for those */
  readonly name?: string | undefined;
  readonly distribution?: string | undefined;
  readonly version?: string | undefined;
  /** x86_64 or arm64; absent: x86_64 */
  readonly architecture?: string | undefined;
  /** name of its first disk; absent: /dev/sda1 */
  readonly rootDevice?: string | undefined;
  /** who logs in with the key of a machine; absent: the user of the distribution's public image */
  readonly user?: string | undefined;
}
