import type { Json } from '../../../tosca/topology.ts';
import type { StackOffer, Subnet } from '../../providers/stack-offer.ts';
import { getAtt, type StackParameter } from '../blueprint/blueprint.ts';
import { everyMachine } from './groups.ts';

/** Subnets in several zones, as load balancers, databases and containers need them. */
export interface Spread {
  readonly subnets: Json;
  /** one in each zone, as load balancers take them */
  readonly each: Json;
  readonly first: Json;
  readonly zones: number;
  readonly parameters: { readonly [name: string]: StackParameter };
}

type Configured = Pick<StackOffer, 'subnets'>;

const listed = (given: Subnet | readonly Subnet[] | undefined): readonly Subnet[] =>
  given === undefined ? [] : [given].flat();

export const configuredSubnets = ({ subnets }: Configured, isPublic: boolean): readonly Subnet[] => {
  const outside = listed(subnets?.public);
  const inside = listed(subnets?.private);
  return isPublic || inside.length === 0 ? outside : inside;
};

/** Its value is the ids of the default subnets of the account, which the deployer looks up when it sends the template. */
const subnetsParameter = 'List<AWS::EC2::Subnet::Id>';
export const defaultSubnets = 'DefaultSubnets';

export const spreadOver = (offer: Configured, isPublic: boolean): Spread | { readonly why: string } => {
  const found = configuredSubnets(offer, isPublic);
  const [one] = found;
  if (one !== undefined) {
    const each = [...new Map(found.toReversed().map(({ id, zone }) => [zone, id])).values()].toReversed();
    return { subnets: found.map(({ id }) => id), each, first: one.id, zones: each.length, parameters: {} };
  }
  if (offer.subnets !== undefined) {
    return { why: 'needs a public subnet, and the configuration of this provider names none (stack.subnets.public)' };
  }
  const parameter = { type: subnetsParameter, value: '', description: 'The default subnets of this account' };
  const value = { Ref: defaultSubnets };
  // every default VPC has a subnet in each zone
  return {
    ...{ subnets: value, each: value, first: { 'Fn::Select': [0, value] }, zones: 2 },
    parameters: { [defaultSubnets]: parameter },
  };
};

export const vpcOf = ({ vpc }: StackOffer): Json => vpc ?? getAtt(everyMachine, 'VpcId');
