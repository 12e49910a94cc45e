import type { StackOffer } from '../providers/stack-offer.ts';
import { type Blueprint, logicalId, type StackResource, type StackResources, tableOf } from './blueprint/blueprint.ts';
import { retained } from './blueprint/member.ts';
import { connectionsOf } from './connections.ts';
import { cluster, clusterResource } from './containers/containers.ts';
import { spotTemplate } from './machines/spot.ts';
import { everyMachine, groupOfAll } from './networks/groups.ts';
import type { Parts } from './parts.ts';
import { softwareConnections } from './software-connections.ts';

/** Resources that are there once, whatever the number of machines: by the node that they belong to. */
export const sharedResources = (parts: Parts, offer: StackOffer, keys: StackResources): Blueprint['shared'] => {
  const { byName, members, machines, networks } = parts;
  const all: Owned[] = [
    ['', { ...ofAll(parts, offer), ...keys }],
    ...machines.map(
      ({ node, group }) => [node.name, { ...group, ...spotTemplate(node), ...connectionsOf(node, byName) }] as const,
    ),
    ...members.map(({ node, resources: own }) => [node.name, { ...own, ...connectionsOf(node, byName) }] as const),
    ...Object.entries(softwareConnections([...byName.values()], byName)),
    ...networks.flatMap(({ node, resource }) =>
      resource ? [[node.name, { [logicalId(node.name)]: resource }] as const] : [],
    ),
  ];
  return tableOf(withoutRepeatedRules(all));
};

type Owned = readonly [node: string, StackResources];

/** EC2 refuses a rule that a group has: two programs on the same machine may need the same one. */
const withoutRepeatedRules = (all: readonly Owned[]): readonly Owned[] => {
  const seen = new Map<string, string>();
  const isFirst = (id: string, { Type, Properties }: StackResource): boolean => {
    if (Type !== 'AWS::EC2::SecurityGroupIngress') return true;
    const rule = JSON.stringify(Properties);
    const first = seen.get(rule) ?? id;
    seen.set(rule, first);
    return first === id;
  };
  return all.map(([node, own]) => [
    node,
    Object.fromEntries(Object.entries(own).filter(([id, resource]) => isFirst(id, resource))),
  ]);
};

/** The rule of a database that stays names it. */
const ofWhole = (members: Parts['members'], offer: StackOffer): StackResource =>
  members.some((one) => one.keepsGroupOfAll) ? retained(groupOfAll(offer)) : groupOfAll(offer);

/** Of the whole deployment. */
const ofAll = ({ members, machines }: Parts, offer: StackOffer): StackResources => ({
  ...((machines.length > 0 || members.some((one) => one.usesGroupOfAll)) && {
    [everyMachine]: ofWhole(members, offer),
  }),
  ...(members.some((one) => one.usesCluster) && { [cluster]: clusterResource }),
});
