/**
 * Domain values as the contract shows them (docs/contract/api.md, "Resources and their fields"). Absent values are left
 * out.
 */

import type { Ending } from '../../domain/deployments/record/deployment.ts';
import type { Shown } from '../../domain/deployments/record/disclosure.ts';
import type { ProviderFacts } from '../../domain/providers/ports.ts';
import type { Resource } from '../../domain/resources/resource.ts';
import type { Link, Links } from '../pipeline/links.ts';

/** `2026-11-20T15:33:00.000Z` -> `2026-11-20T15:33+0000`: minutes, no colon in the offset; clients cut it at fixed places. */
export const dateTime = (instant: string): string => `${new Date(instant).toISOString().slice(0, 16)}+0000`;

const deploymentFields = (deployment: Shown) => ({
  uuid: deployment.id,
  creationTime: dateTime(deployment.createdAt),
  updateTime: dateTime(deployment.updatedAt),
  status: deployment.status,
  ...(deployment.status.endsWith('_FAILED') &&
    deployment.statusReason !== undefined && { statusReason: deployment.statusReason }),
  outputs: deployment.outputs,
  task: deployment.task,
  ...(deployment.callback !== undefined && { callback: deployment.callback }),
  ...(deployment.userGroup !== undefined && { userGroup: deployment.userGroup }),
  ...(deployment.ended && { ending: endingOf(deployment.ended) }),
});

const endingOf = ({ at, forced, reason }: Ending) => ({
  time: dateTime(at),
  ...(forced && { forced }),
  ...(reason !== undefined && { reason }),
});

const deploymentLinks = (links: Links, { id, ended }: Shown): readonly Link[] =>
  ended ? endedLinks(links.deployment(id)) : liveLinks(links, id);

const endedLinks = (self: string): readonly Link[] => [
  { rel: 'self', href: `${self}?ended=true` },
  { rel: 'log', href: `${self}/log?ended=true` },
  { rel: 'events', href: `${self}/events?ended=true` },
];

const liveLinks = (links: Links, id: string): readonly Link[] => [
  { rel: 'self', href: links.deployment(id) },
  { rel: 'resources', href: `${links.resources(id)}?type={type}` }, // a literal: the contract shows it so
  { rel: 'template', href: `${links.deployment(id)}/template` },
];

const creator = ({ createdBy: { issuer, subject } }: Shown) => ({ issuer, subject });

/** What the configuration may change about how things are shown. */
export interface ViewPorts {
  /**
   * answers of create and single get say who made a thing, and its group even when there is none, as the original service
   * did. The contract says no; orpy and the INFN dashboard cannot do without (docs/contract/clients.md, "orpy" and
   * "INFN dashboard").
   */
  readonly createdByEverywhere: boolean;
}

/** Columns of the dashboard's database take no more. */
const longestPhysicalId = 36;

/**
 * Where it stands: what the contract does not have, and orchent, orpy and the dashboards read. orpy breaks without the endpoint,
 * even before there is one. A provider is known by its id, as in the original service.
 */
const placeOf = ({ providerId, infrastructureId = '', provider = {} }: Shown) => ({
  ...(infrastructureId !== '' && infrastructureId.length <= longestPhysicalId && { physicalId: infrastructureId }),
  ...(providerId !== undefined && { cloudProviderName: providerId }),
  cloudProviderEndpoint: providerId === undefined ? {} : endpointOf(providerId, provider),
});

const endpointOf = (id: string, { endpoint, type, region }: ProviderFacts) => ({
  ...(endpoint !== undefined && { cpEndpoint: endpoint }),
  cpComputeServiceId: id,
  ...(type !== undefined && { deploymentType: type, iaasType: type }),
  ...(region !== undefined && { region }),
});

/** The answer of create and single get, which do not say who made it unless the configuration wants it, or it has ended. */
export const deploymentView = ({ createdByEverywhere }: ViewPorts, links: Links, deployment: Shown) => ({
  ...deploymentFields(deployment),
  ...(createdByEverywhere && { userGroup: deployment.userGroup ?? '' }),
  ...((createdByEverywhere || deployment.ended) && { createdBy: creator(deployment) }),
  ...placeOf(deployment),
  links: deploymentLinks(links, deployment),
});

export const deploymentItem = (links: Links, deployment: Shown) => ({
  ...deploymentFields(deployment),
  createdBy: creator(deployment),
  ...placeOf(deployment),
  links: deploymentLinks(links, deployment),
});

/** The body of a callback: a list item without links, since a workflow knows no request and so no base URL. */
export const describeDeployment = (deployment: Shown) => ({
  ...deploymentFields(deployment),
  createdBy: creator(deployment),
  ...placeOf(deployment),
  links: [],
});

/** The deployment as events of a schedule embed it: the members of the contract and no others. */
export const embeddedDeployment = (deployment: Shown) => {
  const { userGroup: _, ...fields } = deploymentFields(deployment);
  return { ...fields, links: [] };
};

/** `metadata` is given apart, since not everybody sees all of it. */
export const resourceView = (links: Links, resource: Resource, metadata: Resource['metadata']) => ({
  uuid: resource.id,
  creationTime: dateTime(resource.createdAt),
  updateTime: dateTime(resource.updatedAt),
  ...(resource.physicalId !== undefined && { physicalId: resource.physicalId }),
  state: resource.state,
  toscaNodeType: resource.toscaNodeType,
  toscaNodeName: resource.toscaNodeName,
  requiredBy: resource.requiredBy,
  metadata,
  links: [
    { rel: 'deployment', href: links.deployment(resource.deploymentId) },
    { rel: 'self', href: links.resource(resource.deploymentId, resource.id) },
  ],
});
