import type { Json, Node, Policy } from '../../../tosca/topology.ts';
import { isEqual } from '../../changes/differences.ts';
import { mapOf } from '../../deployers/capability-values.ts';
import { logicalId, type StackResource, type StackResources } from '../blueprint/blueprint.ts';
import { metadataOf } from '../blueprint/member.ts';
import { targetOf } from '../blueprint/scalable-target.ts';
import { requestLabels } from './request-labels.ts';
import { type RequestedScaling, requestedScaling } from './requested-scaling.ts';

/** How a reason about a policy begins. */
export const said = ({ name, type }: Policy): string => `has the scaling policy ${name} (${type}), which`;

/** Of the type that is for containers here: what it asks for can be asked for in no other way. */
export const isOurs = ({ types }: Policy): boolean => types.includes('toscanini.policies.aws.Scaling');

/** A container as it is without scaling; `all`: the resources of every node that has no machine. */
interface Scaled {
  readonly node: Node;
  readonly service: StackResource | undefined;
  readonly all: StackResources;
}

interface Tracking {
  readonly made: StackResources;
  readonly reasons: readonly string[];
}

const withoutLabel = { id: '', label: undefined };

/** Ids and names follow from the metric: AWS takes one policy for each, and cannot give another name to it. */
export const trackingOf = ({ node, service, all }: Scaled, policies: readonly Policy[]): Tracking => {
  const target = targetOf(logicalId(node.name));
  const made: { [id: string]: StackResources[string] } = {};
  const reasons: string[] = [];
  for (const policy of policies) {
    const scaling = requestedScaling(policy);
    if ('why' in scaling) {
      reasons.push(`${said(policy)} ${scaling.why}`);
      continue;
    }
    const labels = scaling.metric === 'requests' ? requestLabels(service, all) : [withoutLabel];
    if (labels.length === 0)
      reasons.push(
        `${said(policy)} counts requests, and no load balancer of HTTP routes to it: choose cpu or memory, or add toscanini.nodes.aws.LoadBalancer with subnets in two zones`,
      );
    for (const { id, label } of labels) {
      const name = `${scaling.metric}${id}`;
      const own = policyFor(node, { name, scaling: scaling, label });
      const other = made[`${target}${name}`];
      // one type of others has a policy for more copies and one for fewer, and tracking does both
      if (other !== undefined && (isOurs(policy) || !isEqual(mapOf(other.Properties), mapOf(own.Properties))))
        reasons.push(
          `${said(policy)} has the metric ${scaling.metric} like another one, and AWS takes one policy for each`,
        );
      made[`${target}${name}`] = own;
    }
  }
  return { made, reasons };
};

const metrics = {
  cpu: 'ECSServiceAverageCPUUtilization',
  memory: 'ECSServiceAverageMemoryUtilization',
  requests: 'ALBRequestCountPerTarget',
} as const;

interface Tracked {
  readonly name: string;
  readonly scaling: RequestedScaling;
  readonly label: Json | undefined;
}

const policyFor = (node: Node, { name, scaling, label }: Tracked): StackResource => ({
  Type: 'AWS::ApplicationAutoScaling::ScalingPolicy',
  Properties: {
    PolicyName: name,
    PolicyType: 'TargetTrackingScaling',
    ScalingTargetId: { Ref: targetOf(logicalId(node.name)) },
    TargetTrackingScalingPolicyConfiguration: {
      PredefinedMetricSpecification: {
        PredefinedMetricType: metrics[scaling.metric],
        ...(label !== undefined && { ResourceLabel: label }),
      },
      TargetValue: scaling.target,
      ...(scaling.scaleIn ? {} : { DisableScaleIn: true }),
      ...(scaling.scaleInCooldown !== undefined && { ScaleInCooldown: scaling.scaleInCooldown }),
      ...(scaling.scaleOutCooldown !== undefined && { ScaleOutCooldown: scaling.scaleOutCooldown }),
    },
  },
  Metadata: metadataOf(node.name),
});
