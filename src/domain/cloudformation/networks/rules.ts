import type { Json } from '../../../tosca/topology.ts';
import { listOf, mapOf } from '../../deployers/capability-values.ts';
import type { StackResource, StackResources } from '../blueprint/blueprint.ts';
import { nodeOf } from '../blueprint/stack-parts.ts';

/** Ports of one protocol. */
export interface Ports {
  readonly protocol: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Ranges that touch or overlap are one, since a security group has few rules. `keyOf` says what else must be the same. The order
 * stays: ids of rules follow from it, and a rule that stands is not changed. Of two spellings the last one is taken.
 */
export const merged = <P extends Ports>(ports: readonly P[], keyOf: (one: P) => unknown = () => ''): readonly P[] => {
  const key = (one: P): string => JSON.stringify([one.protocol, keyOf(one)]);
  const found: P[] = [];
  for (const next of ports) {
    const joined = found.filter((one) => key(one) === key(next) && one.from <= next.to + 1 && next.from <= one.to + 1);
    const [from, to] = [
      Math.min(...joined.map((one) => one.from), next.from),
      Math.max(...joined.map((one) => one.to), next.to),
    ];
    const [first] = joined;
    found.splice(first === undefined ? found.length : found.indexOf(first), first === undefined ? 0 : 1, {
      ...next,
      from,
      to,
    });
    for (const other of joined.slice(1)) found.splice(found.indexOf(other), 1);
  }
  return found;
};

/** Rules of one group, for each of IPv4 and IPv6 [Amazon VPC quotas]; a rule that names another group counts for both. */
const mostRules = 60;

/** Why EC2 would refuse a group, after other parts of the stack had been made. */
export const tooManyRules = (shared: {
  readonly [node: string]: StackResources;
}): readonly { readonly node: string; readonly why: string }[] => {
  const all = Object.values(shared).flatMap((own) => Object.entries(own));
  const ofGroup = Map.groupBy(
    all.filter(([, { Type }]) => Type === 'AWS::EC2::SecurityGroupIngress'),
    ([, { Properties }]) => groupIn(Properties['GroupId'] ?? null),
  );
  return all.flatMap(([id, resource]) => {
    if (resource.Type !== 'AWS::EC2::SecurityGroup') return [];
    const apart = (ofGroup.get(id) ?? []).map(([, { Properties }]) => Properties);
    const count = mostOf([...listOf(resource.Properties['SecurityGroupIngress']).map((one) => mapOf(one)), ...apart]);
    return count <= mostRules ? [] : [{ node: ownerOf(resource), why: sentence(count) }];
  });
};

const sentence = (count: number): string =>
  `needs ${count} rules in its security group, and AWS takes ${mostRules}: name ranges of ports that lie next to each other, open fewer of them, or to fewer addresses`;

const groupIn = (value: Json): string => String(listOf(mapOf(value)['Fn::GetAtt'])[0] ?? '');

const ownerOf = (group: StackResource): string => nodeOf(group) ?? '';

const mostOf = (rules: readonly { readonly [name: string]: Json }[]): number => {
  const [only4, only6] = [rules.filter((one) => 'CidrIp' in one), rules.filter((one) => 'CidrIpv6' in one)];
  return rules.length - Math.min(only4.length, only6.length);
};
