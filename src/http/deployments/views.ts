/**
 * Values of the domain as the contract shows them (docs/contract/api.md, "Resources and their fields"). Absent values are
 * left out.
 */

import { causesIn } from '../../domain/deployments/record/cause.ts';
import type { DeploymentEnd } from '../../domain/deployments/record/deployment.ts';
import type { Shown } from '../../domain/deployments/record/disclosure.ts';
import { type DriftSummary, driftOf } from '../../domain/deployments/record/drift-summary.ts';
import { givenOf } from '../../domain/deployments/record/given.ts';
import type { Remains } from '../../domain/deployments/record/moves.ts';
import type { ExceptionalDay } from '../../domain/office-hours/calendar.ts';
import type { OfficeHours } from '../../domain/office-hours/office-hours.ts';
import type { ProviderFacts } from '../../domain/providers/ports.ts';
import type { Resource } from '../../domain/resources/resource.ts';
import { identityOf } from '../../foundation/identity.ts';
import type { Link, Links } from '../pipeline/links.ts';
import type { BodyOf } from '../schemas/answers.ts';
import { costView } from './cost-view.ts';
import { transferView } from './transfer-view.ts';

/**
 * `2026-11-20T15:33:00.000Z` -> `2026-11-20T15:33+0000`: minutes, and no colon in the offset. Clients cut this text at
 * fixed positions.
 */
export const dateTime = (instant: string): string => `${new Date(instant).toISOString().slice(0, 16)}+0000`;

const ownFields = (deployment: Shown) => ({
  uuid: deployment.id,
  creationTime: dateTime(deployment.createdAt),
  updateTime: dateTime(deployment.updatedAt),
  status: deployment.status,
  ...(deployment.status.endsWith('_FAILED') &&
    deployment.statusReason !== undefined && { statusReason: deployment.statusReason }),
  outputs: deployment.outputs,
  task: deployment.task,
});

/** Why it failed, for readers of the faces and of callbacks: `statusReason` is as long as the logs that it quotes. */
const causesOf = ({ status, statusReason = '' }: Shown) => {
  const causes = status.endsWith('_FAILED') ? causesIn(statusReason) : [];
  return causes.length === 0 ? {} : { causes };
};

const deploymentFields = (deployment: Shown) => ({
  ...ownFields(deployment),
  ...causesOf(deployment),
  ...(deployment.hiddenOutputs && { hiddenOutputs: deployment.hiddenOutputs }),
  ...givenOf(deployment),
  ...(deployment.officeHours && { officeHours: officeHoursView(deployment.officeHours) }),
  ...(deployment.ended && { ending: endOf(deployment.ended) }),
});

const endOf = ({ at, requestedBy, forced, reason, kept }: DeploymentEnd) => ({
  time: dateTime(at),
  ...(requestedBy && { requestedBy: identityOf(requestedBy) }),
  ...(forced && { forced }),
  ...(reason !== undefined && { reason }),
  ...(kept && { kept }),
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
  { rel: 'resources', href: `${links.resources(id)}?type={type}` }, // a literal, as the contract shows it
  { rel: 'template', href: `${links.deployment(id)}/template` },
];

const creator = ({ createdBy }: Shown) => identityOf(createdBy);

/** Configuration of what answers show. */
export interface ViewPorts {
  /**
   * answers of POST, and of GET for one item, say who created it, and its group even when there is none, as the original
   * service did. The contract says no, but orpy and the INFN dashboard need it (docs/contract/clients.md, "orpy" and
   * "INFN dashboard").
   */
  readonly createdByEverywhere: boolean;
}

/** In characters: the columns of the dashboard's database take no more. */
const longestPhysicalId = 36;

/**
 * Where the deployment is. The contract does not have these fields, but orchent, orpy and the dashboards read them. orpy
 * fails without the endpoint, even before there is one. The id of a provider serves as its name, as in the original
 * service.
 */
const placeOf = ({ providerId, infrastructureId = '', provider = {}, remains }: Shown) => ({
  ...(infrastructureId !== '' && infrastructureId.length <= longestPhysicalId && { physicalId: infrastructureId }),
  ...(providerId !== undefined && { cloudProviderName: providerId }),
  ...(provider.name !== undefined && { providerName: provider.name }),
  cloudProviderEndpoint: providerId === undefined ? {} : endpointOf(providerId, provider),
  ...(remains && { remains: remainsView(remains) }),
});

/** What a move has left at another provider. */
export const remainsView = ({ providerId, provider, infrastructureId, since }: Remains) => ({
  ...{ provider: { id: providerId, name: provider?.name ?? providerId }, physicalId: infrastructureId, since },
});

const endpointOf = (id: string, { endpoint, type, region }: ProviderFacts) => ({
  ...(endpoint !== undefined && { cpEndpoint: endpoint }),
  cpComputeServiceId: id,
  ...(type !== undefined && { deploymentType: type, iaasType: type }),
  ...(region !== undefined && { region }),
});

/**
 * The answer of POST, and of GET for one deployment. It says who created the deployment only if the configuration wants it, or if the
 * deployment has ended.
 */
export const deploymentView = (
  { createdByEverywhere }: ViewPorts,
  links: Links,
  deployment: Shown,
): BodyOf<'Deployment'> => ({
  ...deploymentFields(deployment),
  ...(createdByEverywhere && { userGroup: deployment.userGroup ?? '' }),
  ...((createdByEverywhere || deployment.ended) && { createdBy: creator(deployment) }),
  ...placeOf(deployment),
  links: deploymentLinks(links, deployment),
});

/** When machines run, and what comes next. */
export const officeHoursView = ({ calendar: { exceptions, more, ...hours }, next }: OfficeHours) => ({
  ...hours,
  ...(more && { more: more.map(({ days, start, stop }) => ({ days, start, stop })) }),
  ...(exceptions && { exceptions: exceptions.map(exceptionView) }),
  ...(next && { next }),
});

const exceptionView = ({ date, start, stop }: ExceptionalDay) => ({
  date,
  ...(start !== undefined && { start }),
  ...(stop !== undefined && { stop }),
});

/** A line about what the checks found. */
export const driftView = ({ since, drifted, of }: DriftSummary) => ({ since, drifted, of });

/** What a list was asked for that the contract has not. */
export interface Extras {
  /** the line of the checks */
  readonly drift?: boolean | undefined;
  /** what it costs */
  readonly cost?: boolean | undefined;
  /** who is asked to take it over */
  readonly offered?: boolean | undefined;
}

export const itemWith = (shown: Extras, links: Links, deployment: Shown): BodyOf<'DeploymentItem'> => {
  const drift = shown.drift ? driftOf(deployment) : undefined;
  const cost = shown.cost ? deployment.cost : undefined;
  const transfer = shown.offered ? deployment.transfer : undefined;
  return {
    ...deploymentItem(links, deployment),
    ...(drift && { drift: driftView(drift) }),
    ...(cost && { cost: costView(cost) }),
    ...(transfer && { transfer: transferView(transfer) }),
  };
};

export const deploymentItem = (links: Links, deployment: Shown): BodyOf<'DeploymentItem'> => ({
  ...deploymentFields(deployment),
  createdBy: creator(deployment),
  ...placeOf(deployment),
  links: deploymentLinks(links, deployment),
});

/** The body of a callback: an item of a list, without links. A workflow has no request, so it knows no base URL. */
export const describeDeployment = (deployment: Shown): BodyOf<'DeploymentItem'> => ({
  ...deploymentFields(deployment),
  createdBy: creator(deployment),
  ...placeOf(deployment),
  links: [],
});

/** The deployment as schedule events embed it: only the members that the contract names. */
export const embeddedDeployment = (deployment: Shown): NonNullable<BodyOf<'ScheduleEvent'>['deployment']> => ({
  ...ownFields(deployment),
  ...(deployment.callback !== undefined && { callback: deployment.callback }),
  links: [],
});

/** `metadata` is a separate parameter, since not every caller may see all of it. */
export const resourceView = (links: Links, resource: Resource, metadata: Resource['metadata']): BodyOf<'Resource'> => ({
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
