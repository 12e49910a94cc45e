/**
 * What the original service writes into the nodes of a template before it is deployed (docs/contract/original-service.md,
 * "What is written into a template"). An elastic cluster asks this service for its own machines, in its owner's name.
 * Machines get tags by which a cloud finds their owner.
 */

import { isCall } from '../../tosca/functions/calls.ts';
import type { Problem } from '../../tosca/problems.ts';
import type { Json, Node, Topology } from '../../tosca/topology.ts';

/** As stored with the ranking: names, and values that are not secret. */
export interface Injection {
  /** clusters, each with those of `clusterProperties` that its type has */
  readonly clusters: readonly { readonly node: string; readonly takes: readonly string[] }[];
  /** machines, each with the tags that the template gives them */
  readonly tagged: readonly { readonly node: string; readonly tags: { readonly [name: string]: Json } }[];
}

/** The properties that a cluster gets; injected-edits.ts has the values. */
export const clusterProperties = [
  'deployment_id',
  'orchestrator_url',
  'iam_access_token',
  'iam_clues_client_id',
  'iam_clues_client_secret',
] as const;

export const injectionOf = ({ nodes, secrets }: Pick<Topology, 'nodes' | 'secrets'>): Injection => {
  const withSecretTags = new Set(
    secrets.flatMap(({ at: [member, index, , name] }) =>
      member === 'nodes' && name === 'tags' ? [Number(index)] : [],
    ),
  );
  return {
    clusters: clustersOf(nodes).map(({ name, properties }) => ({
      node: name,
      takes: clusterProperties.filter((property) => Object.hasOwn(properties, property)),
    })),
    tagged: nodes.flatMap(({ name, types, properties: { tags } }, index) =>
      types.includes('tosca.nodes.indigo.Compute') && isPlainMap(tags) && !withSecretTags.has(index)
        ? [{ node: name, tags }]
        : [],
    ),
  };
};

/**
 * Only clusters that call this service: others use the Infrastructure Manager's own plugin, which calls the
 * Infrastructure Manager.
 */
const clustersOf = (nodes: readonly Node[]): readonly Node[] =>
  nodes.filter(
    ({ types, properties }) =>
      types.includes('tosca.nodes.indigo.ElasticCluster') && properties['powermanager_plugin'] !== 'im',
  );

const isPlainMap = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isCall(value);

/** What may prevent a cluster from calling this service. */
export interface ClusterObstacle {
  readonly issuer: string;
  readonly lacking: 'nothing' | 'client' | 'exchange';
  readonly serviceUrl: string | undefined;
}

/** Warnings about clusters that will run but cannot scale, made before anything is deployed. */
export const clusterWarnings = (nodes: readonly Node[], obstacle: ClusterObstacle): readonly Problem[] => {
  const why = obstacleOf(obstacle);
  if (why === undefined) return [];
  return clustersOf(nodes).map(({ name }) => ({
    code: 'cluster-cannot-scale',
    severity: 'warning',
    file: 'template',
    line: 1,
    column: 1,
    path: `topology_template.node_templates.${name}`,
    message: `the cluster ${name} ${why}`,
  }));
};

const obstacleOf = ({ issuer, lacking, serviceUrl }: ClusterObstacle): string | undefined => {
  if (lacking === 'exchange')
    return `will not scale: it asks this service for machines in its owner's name, and this service may not act for users of ${issuer}; ask its operators to configure issuers.tokenExchange`;
  if (serviceUrl === undefined)
    return 'will not scale: it asks this service for machines, and the deployment was made before the service kept its own address; update it once';
  if (lacking === 'client')
    return `will scale only until its first access token expires: ${issuer} has no client with which clusters get further ones; ask the operators of this service to configure issuers.tokenExchange.clusterClientId`;
  return undefined;
};
