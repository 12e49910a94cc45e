import type { StackOffer } from '../providers/stack-offer.ts';
import { type Blueprint, logicalId, type StackResources } from './blueprint/blueprint.ts';
import { connectionsOf } from './connections.ts';
import { cluster, clusterResource } from './containers/containers.ts';
import { spotTemplate } from './machines/spot.ts';
import { everyMachine, groupOfAll } from './networks/groups.ts';
import type { Parts } from './parts.ts';
import { softwareConnections } from './software-connections.ts';

/** Resources that are there once, whatever the number of machines: by the node that they belong to. */
export const sharedResources = (parts: Parts, offer: StackOffer, keys: StackResources): Blueprint['shared'] => {
  const { byName, members, machines, networks } = parts;
  const ofMachines = machines.map(({ node, group }) => [
    node.name,
    { ...group, ...spotTemplate(node), ...connectionsOf(node, byName) },
  ]);
  const ofMembers = members.map(({ node, resources: own }) => [node.name, { ...own, ...connectionsOf(node, byName) }]);
  const ofNetworks = networks.flatMap(({ node, resource }) =>
    resource ? [[node.name, { [logicalId(node.name)]: resource }]] : [],
  );
  return Object.fromEntries([
    ['', { ...ofAll(parts, offer), ...keys }],
    ...ofMachines,
    ...ofMembers,
    ...Object.entries(softwareConnections([...byName.values()], byName)),
    ...ofNetworks,
  ]);
};

/** Of the whole deployment. */
const ofAll = ({ members, machines }: Parts, offer: StackOffer): StackResources => ({
  ...((machines.length > 0 || members.some((one) => one.usesGroupOfAll)) && { [everyMachine]: groupOfAll(offer) }),
  ...(members.some((one) => one.usesCluster) && { [cluster]: clusterResource }),
});
