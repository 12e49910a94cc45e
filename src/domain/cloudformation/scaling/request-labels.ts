import type { Json } from '../../../tosca/topology.ts';
import { listOf, mapOf, textOf } from '../../deployers/capability-values.ts';
import { getAtt, type StackResource, type StackResources } from '../blueprint/blueprint.ts';

/** How CloudWatch names the requests of a load balancer to one of its groups of targets; `id` names the group in the stack. */
export interface RequestLabel {
  readonly id: string;
  readonly label: Json;
}

/** One for each group of targets in which a service is, and whose load balancer reads requests. */
export const requestLabels = (service: StackResource | undefined, all: StackResources): readonly RequestLabel[] =>
  listOf(service?.Properties['LoadBalancers']).flatMap((one) => {
    const targets = referred(mapOf(one)['TargetGroupArn']);
    const balancer = targets === undefined ? undefined : balancerBefore(targets, all);
    if (targets === undefined || balancer === undefined) return [];
    const names = [getAtt(balancer, 'LoadBalancerFullName'), getAtt(targets, 'TargetGroupFullName')];
    return [{ id: targets, label: { 'Fn::Join': ['/', names] } }];
  });

const referred = (value: Json | undefined): string | undefined => textOf(mapOf(value)['Ref']);

const balancerBefore = (targets: string, all: StackResources): string | undefined => {
  const listener = Object.values(all).find(
    ({ Type, Properties }) =>
      Type === 'AWS::ElasticLoadBalancingV2::Listener' &&
      listOf(Properties['DefaultActions']).some((action) => referred(mapOf(action)['TargetGroupArn']) === targets),
  );
  const balancer = referred(listener?.Properties['LoadBalancerArn']);
  return balancer !== undefined && all[balancer]?.Properties['Type'] === 'application' ? balancer : undefined;
};
