import type { Parameter } from '@aws-sdk/client-cloudformation';
import { DescribeSubnetsCommand } from '@aws-sdk/client-ec2';
import { defaultSubnets } from '../../domain/cloudformation/networks/subnets.ts';
import { ProviderFailedError } from '../../foundation/errors.ts';
import { answering, given } from '../aws/errors.ts';
import type { StackOrder } from './planner.ts';
import type { Session } from './sessions.ts';

/**
 * Load balancers, databases and containers need the ids of subnets, and no function of CloudFormation gives those of the
 * default VPC. A stack keeps the subnets that it has: others would replace what stands there.
 */
export const withSubnets = async (
  session: Session,
  order: StackOrder,
  known: readonly Parameter[] = [],
): Promise<StackOrder> => {
  if (order.parameters[defaultSubnets] !== '') return order;
  const held = known.find(({ ParameterKey }) => ParameterKey === defaultSubnets)?.ParameterValue;
  const value = held ?? (await lookedUp(session)).join(',');
  const template = inEachZone(order.template, value.split(',').length);
  return { ...order, template, parameters: { ...order.parameters, [defaultSubnets]: value } };
};

type Template = StackOrder['template'];
type Balancer = { readonly Properties?: { readonly SubnetMappings?: readonly object[] } };

/**
 * A load balancer with an address that stays names its subnets one by one, and no template can count the default ones. It
 * reaches only targets in zones where it has a subnet.
 */
const inEachZone = (template: Template, count: number): Template => {
  const resources = Object.entries((template['Resources'] ?? {}) as { readonly [id: string]: Balancer });
  const whole = resources.map(([id, one]) => {
    const [first, ...others] = one.Properties?.SubnetMappings ?? [];
    if (first === undefined || others.length > 0 || !isDefault(first)) return [id, one];
    const more = Array.from({ length: count - 1 }, (_, index) => ({ SubnetId: subnetAt(index + 1) }));
    return [id, { ...one, Properties: { ...one.Properties, SubnetMappings: [first, ...more] } }];
  });
  return { ...template, Resources: Object.fromEntries(whole) };
};

const subnetAt = (index: number) => ({ 'Fn::Select': [index, { Ref: defaultSubnets }] });

const isDefault = (mapping: { readonly SubnetId?: unknown }): boolean =>
  JSON.stringify(mapping.SubnetId) === JSON.stringify(subnetAt(0));

const lookedUp = async ({ machines, region }: Session): Promise<readonly string[]> => {
  const Filters = [{ Name: 'default-for-az', Values: ['true'] }];
  const { Subnets } = await answering('create', () => machines.send(new DescribeSubnetsCommand({ Filters })));
  const ids = given(Subnets, 'a list of subnets')
    .flatMap(({ SubnetId }) => SubnetId ?? [])
    .toSorted();
  if (ids.length > 0) return ids;
  throw new ProviderFailedError(
    `region ${region} has no default subnets: name the provider's own in its configuration (stack.vpc and stack.subnets)`,
  );
};
