import type { Node } from '../../../tosca/topology.ts';
import { getAtt, logicalId, type StackResources } from '../blueprint/blueprint.ts';
import type { Surroundings } from '../blueprint/member.ts';
import { frontendOf, listenerOf, targetsOf } from '../networks/frontends.ts';
import { groupOf, ingress } from '../networks/groups.ts';
import type { Spread } from '../networks/subnets.ts';
import type { ContainerPort } from './requested-container.ts';
import { isBalancer, isRoute, routesOf } from './routing.ts';

/** A group of targets that the service registers its copies in. */
export interface Behind {
  readonly targets: string;
  readonly port: number;
  /** the listener has to be there before the service */
  readonly listener: string;
}

interface Front {
  readonly made: StackResources;
  readonly parameters: Spread['parameters'];
  readonly behind: readonly Behind[];
}

export const frontName = ({ name }: Pick<Node, 'name'>): string => `${name}Front`;

/** INDIGO's Marathon tells the addresses of its load balancer, so there is one that stays. */
export const hasAddress = ({ types }: Node): boolean => types.some((type) => type.endsWith('.Docker.Marathon'));

export const publishedFront = (
  node: Node,
  ports: readonly ContainerPort[],
  { offer }: Surroundings,
  spread: Spread | { readonly why: string },
): Front | { readonly why: string } => {
  const published = ports.flatMap(({ port, outside }) => (outside === undefined ? [] : [{ port, outside }]));
  if (published.length === 0) return { made: {}, parameters: {}, behind: [] };
  if ('why' in spread) return spread;
  const name = frontName(node);
  const listeners = published.map(({ port, outside }) => ({ port: outside, protocol: 'tcp' as const, target: port }));
  const made = frontendOf({
    ...{ name, node: node.name, kind: 'network', listeners, isPublic: true, hasAddress: hasAddress(node) },
    ...{ spread, offer, targets: { is: 'addresses' }, healthPath: '/' },
  });
  const source = getAtt(groupOf(name), 'GroupId');
  const rules = published.map(({ port }) => [
    `${logicalId(name)}To${logicalId(node.name)}${port}`,
    ingress(groupOf(node.name), { protocol: 'tcp', from: port, to: port }, source),
  ]);
  return {
    made: { ...made, ...Object.fromEntries(rules) },
    parameters: spread.parameters,
    behind: published.map(({ port, outside }) => ({
      ...{ targets: targetsOf(name, outside), listener: listenerOf(name, outside), port },
    })),
  };
};

/** The targets of the load balancers of the template that route to the container. */
export const routedTo = (node: Node, { nodes, byName }: Surroundings): readonly Behind[] =>
  nodes
    .filter((one) => isBalancer(one) && one.requirements.some((each) => isRoute(each) && each.node === node.name))
    .flatMap((balancer) => {
      const routes = routesOf(balancer, byName);
      if ('reasons' in routes) return [];
      return routes.listeners.map(({ port, target }) => ({
        ...{ targets: targetsOf(balancer.name, port), listener: listenerOf(balancer.name, port), port: target },
      }));
    });
