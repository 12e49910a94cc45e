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
  return { ...order, parameters: { ...order.parameters, [defaultSubnets]: value } };
};

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
