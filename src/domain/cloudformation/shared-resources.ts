import type { StackOffer } from '../providers/stack-offer.ts';
import { type Blueprint, logicalId, type StackResources, tableOf } from './blueprint/blueprint.ts';
import { connectionsOf } from './connections.ts';
import { cluster, clusterResource } from './containers/containers.ts';
import { spotTemplate } from './machines/spot.ts';
import { everyMachine, groupOfAll } from './networks/groups.ts';
import type { Parts } from './parts.ts';
import { softwareConnections } from './software-connections.ts';

/** Resources that are there once, whatever the number of machines: by the node that they belong to. */
export const sharedResources = (parts: Parts, offer: StackOffer, keys: StackResources): Blueprint['shared'] => {
  const { byName, members, machines, networks } = parts;
  const all: (readonly [node: string, StackResources])[] = [
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
  return tableOf(all);
};

/** Of the whole deployment. */
const ofAll = ({ members, machines }: Parts, offer: StackOffer): StackResources => ({
  ...((machines.length > 0 || members.some((one) => one.usesGroupOfAll)) && { [everyMachine]: groupOfAll(offer) }),
  ...(members.some((one) => one.usesCluster) && { [cluster]: clusterResource }),
});
