import type { Json } from '../../../tosca/topology.ts';
import { listOf } from '../../deployers/capability-values.ts';
import type { StackOffer } from '../../providers/stack-offer.ts';
import { getAtt, logicalId, type StackResource, type StackResources } from '../blueprint/blueprint.ts';
import { metadataOf } from '../blueprint/member.ts';
import { everyMachine, groupOf } from './groups.ts';
import { type Spread, vpcOf } from './subnets.ts';

/** A port of a load balancer, and where its traffic goes. */
export interface Listener {
  readonly port: number;
  readonly protocol: 'http' | 'https' | 'tcp';
  /** the port at which the targets listen */
  readonly target: number;
}

export interface Frontend {
  /** of the node, or what its ids begin with */
  readonly name: string;
  readonly node: string;
  /** http: it reads requests, and needs two zones; otherwise it passes on connections */
  readonly kind: 'application' | 'network';
  readonly listeners: readonly Listener[];
  readonly isPublic: boolean;
  /** one address that stays; only for connections */
  readonly hasAddress: boolean;
  readonly spread: Spread;
  readonly offer: StackOffer;
  readonly targets: Targets;
  /** of the requests that tell whether a target works */
  readonly healthPath: string;
  readonly algorithm?: string | undefined;
  /** ARN of a certificate, for https */
  readonly certificate?: string | undefined;
}

/** Machines by their ids, each with its own port; or addresses, which a service of containers registers itself. */
type Targets = { readonly is: 'machines'; at(listener: Listener): Json } | { readonly is: 'addresses' };

export const addressOf = (name: string): string => `${logicalId(name)}Address`;
export const listenerOf = (name: string, port: number): string => `${logicalId(name)}Listener${port}`;
export const targetsOf = (name: string, port: number): string => `${logicalId(name)}Targets${port}`;

/** A load balancer with its group, its listeners and its targets. */
export const frontendOf = (frontend: Frontend): StackResources => {
  const { name, node, listeners, isPublic, hasAddress, spread, kind, offer } = frontend;
  const { vpc } = offer;
  const group: StackResource = {
    Type: 'AWS::EC2::SecurityGroup',
    Properties: {
      GroupDescription: 'Ports of a load balancer',
      ...(vpc !== undefined && { VpcId: vpc }),
      SecurityGroupIngress: listeners.map(({ port }) => ({
        IpProtocol: 'tcp',
        FromPort: port,
        ToPort: port,
        ...(isPublic ? { CidrIp: '0.0.0.0/0' } : { SourceSecurityGroupId: getAtt(everyMachine, 'GroupId') }),
      })),
    },
    Metadata: metadataOf(node),
  };
  const balancer: StackResource = {
    Type: 'AWS::ElasticLoadBalancingV2::LoadBalancer',
    Properties: {
      Type: kind,
      Scheme: isPublic ? 'internet-facing' : 'internal',
      SecurityGroups: [getAtt(groupOf(name), 'GroupId')],
      ...(hasAddress ? { SubnetMappings: mappings(frontend) } : { Subnets: spread.each }),
      // without it, each of its addresses leads only to targets in its own zone
      ...(kind === 'network' && {
        LoadBalancerAttributes: [{ Key: 'load_balancing.cross_zone.enabled', Value: 'true' }],
      }),
    },
    Metadata: metadataOf(node),
  };
  return {
    [groupOf(name)]: group,
    ...(hasAddress && { [addressOf(name)]: { Type: 'AWS::EC2::EIP', Properties: { Domain: 'vpc' } } }),
    [logicalId(name)]: balancer,
    ...Object.assign({}, ...listeners.map((listener) => behind(frontend, listener))),
  };
};

/**
 * The address that stays is in the first zone. It stands in the other zones too, since it reaches no targets in a zone where
 * it has no subnet. The deployer counts the default subnets (default-subnets.ts).
 */
const mappings = ({ name, spread }: Frontend): Json => [
  { SubnetId: spread.first, AllocationId: getAtt(addressOf(name), 'AllocationId') },
  ...listOf(spread.each).flatMap((subnet) => (subnet === spread.first ? [] : [{ SubnetId: subnet }])),
];

const behind = (frontend: Frontend, listener: Listener): StackResources => {
  const { name, kind, certificate } = frontend;
  const [targets, { port, protocol }] = [targetsOf(name, listener.port), listener];
  const isHttps = kind === 'application' && protocol === 'https';
  return {
    [targets]: {
      Type: 'AWS::ElasticLoadBalancingV2::TargetGroup',
      Properties: targetGroup(frontend, listener),
      Metadata: metadataOf(frontend.node),
    },
    [listenerOf(name, port)]: {
      Type: 'AWS::ElasticLoadBalancingV2::Listener',
      Properties: {
        LoadBalancerArn: { Ref: logicalId(name) },
        Port: port,
        Protocol: kind === 'network' ? 'TCP' : isHttps ? 'HTTPS' : 'HTTP',
        ...(isHttps &&
          certificate !== undefined && { Certificates: [{ CertificateArn: certificate }], SslPolicy: tls }),
        DefaultActions: [{ Type: 'forward', TargetGroupArn: { Ref: targets } }],
      },
      Metadata: metadataOf(frontend.node),
    },
  };
};

/** TLS 1.2 and 1.3. Without it CloudFormation's load balancers also take TLS 1.0 and 1.1. */
const tls = 'ELBSecurityPolicy-TLS13-1-2-2021-06';

const targetGroup = (frontend: Frontend, listener: Listener): { readonly [name: string]: Json } => {
  const { kind, offer, targets, healthPath, algorithm } = frontend;
  const isHttp = kind === 'application';
  return {
    Port: listener.target,
    Protocol: isHttp ? 'HTTP' : 'TCP',
    VpcId: vpcOf(offer),
    TargetType: targets.is === 'machines' ? 'instance' : 'ip',
    ...(targets.is === 'machines' && { Targets: targets.at(listener) }),
    HealthCheckProtocol: isHttp ? 'HTTP' : 'TCP',
    // a page that asks for a login, or is not there, is a sign of life too
    ...(isHttp && { HealthCheckPath: healthPath, Matcher: { HttpCode: '200-499' } }),
    ...(algorithm !== undefined && {
      TargetGroupAttributes: [{ Key: 'load_balancing.algorithm.type', Value: algorithm }],
    }),
  };
};
