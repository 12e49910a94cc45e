import { mayAccept, mayChange, mayGive, maySeeSecrets } from '../../domain/deployments/record/access.ts';
import { type Attempt, failureOf, isOver } from '../../domain/deployments/record/attempt.ts';
import { causeOf, causesIn } from '../../domain/deployments/record/cause.ts';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import { metadataShownTo, reasonShownTo, shownTo } from '../../domain/deployments/record/disclosure.ts';
import { driftOf } from '../../domain/deployments/record/drift-summary.ts';
import type { Moves } from '../../domain/deployments/record/moves.ts';
import type { Outline, OutlineNode } from '../../domain/deployments/record/outline.ts';
import { orderedLabels } from '../../domain/labels/labels.ts';
import type { Resource } from '../../domain/resources/resource.ts';
import { reasonKey } from '../../domain/resources/states.ts';
import { runInWords } from '../../domain/runs/run.ts';
import type { Caller } from '../../foundation/caller.ts';
import { identityOf } from '../../foundation/identity.ts';
import { costView } from '../deployments/cost-view.ts';
import { deploymentEntity } from '../deployments/deployment-entity.ts';
import { transferView } from '../deployments/transfer-view.ts';
import { driftView, officeHoursView, remainsView, type ViewPorts } from '../deployments/views.ts';
import { tagOf } from '../pipeline/answer.ts';
import type { Links } from '../pipeline/links.ts';
import { machineFacts } from '../resources/metadata.ts';
import type { BodyOf } from '../schemas/answers.ts';

type View = BodyOf<'DeploymentView'>;

interface Of {
  readonly deployment: Deployment;
  readonly caller: Caller;
  readonly query: { readonly topology?: boolean | undefined };
  readonly links: Links;
}

interface Read {
  readonly resources: readonly Resource[];
  /** in the order of their numbers */
  readonly attempts: readonly Attempt[];
  readonly outline: Outline | undefined;
  /** of providers, by id */
  readonly names: ReadonlyMap<string, string>;
}

/** All that a page about a deployment shows, as the caller may see it. */
export const viewBody = (ports: ViewPorts, { deployment, caller, query, links }: Of, read: Read): View => {
  const { id, createdAt, updatedAt, createdBy, userGroup, status, task, activity } = deployment;
  const { resources, attempts, outline, names } = read;
  const shown = shownTo(caller, deployment);
  const attempt = attempts.at(-1);
  const provider = providerOf(deployment, attempt, names);
  const drift = driftOf(deployment);
  return {
    uuid: id,
    name: shown.name ?? id,
    status,
    task,
    operation: operationOf(deployment),
    ...(provider && { provider }),
    ...(attempt && { attempt: attemptOf(attempt) }),
    providers: [...new Set(attempts.map(({ providerId }) => providerId))].map((one) => nameOf(one, names)),
    cause: causesOf(caller, deployment, attempts, names),
    ...(drift && { drift: driftView(drift) }),
    ...(deployment.remains && { remains: remainsView(deployment.remains) }),
    ...(deployment.cost && { cost: costView(deployment.cost) }),
    ...(deployment.protected && { protected: true }),
    ...(shown.labels !== undefined && { labels: orderedLabels(shown.labels) }),
    ...(shown.expiresAt !== undefined && { expiresAt: shown.expiresAt }),
    ...(deployment.officeHours && { officeHours: officeHoursView(deployment.officeHours) }),
    ...(deployment.transfer && { transfer: transferView(deployment.transfer) }),
    createdAt,
    changedAt: resources.reduce((latest, one) => (one.updatedAt > latest ? one.updatedAt : latest), updatedAt),
    createdBy: identityOf(createdBy),
    ...(userGroup !== undefined && { userGroup }),
    ...(query.topology !== false && { nodes: nodesOf(outline, resources) }),
    resources: resources.map((resource) => resourceOf(caller, deployment, resource)),
    events: activity?.events ?? 0,
    logPieces: activity?.logPieces ?? 0,
    may: mayOf(caller, deployment),
    version: tagOf(deploymentEntity(ports, links, shown)) ?? '',
  };
};

/** Who reads the secrets of a deployment may give it to somebody else. */
export const mayOf = (caller: Caller, deployment: Deployment): View['may'] => ({
  change: mayChange(caller, deployment),
  seeSecrets: maySeeSecrets(caller, deployment),
  give: mayGive(caller, deployment),
  accept: mayAccept(caller, deployment),
});

const operationOf = ({ operation }: Deployment): View['operation'] => {
  const { id, kind, acceptedAt, deadline, requestedBy, runs, moves } = operation;
  return {
    ...{ id, kind, acceptedAt },
    ...(deadline !== undefined && { deadline }),
    ...(requestedBy && { requestedBy: identityOf(requestedBy) }),
    ...(runs && { runs: runInWords(runs) }),
    ...(moves && { moves: { from: placeLeft(moves) } }),
  };
};

const placeLeft = ({ from: { providerId: id, provider } }: Moves) => ({ id, name: provider?.name ?? id });

type Names = Read['names'];

const nameOf = (id: string, names: Names) => ({ id, name: names.get(id) ?? id });

/** When an attempt starts, the record still names the provider of the attempt before it, or none. */
const providerOf = (
  { providerId, provider = {} }: Deployment,
  attempt: Attempt | undefined,
  names: Names,
): View['provider'] | undefined => {
  const id = attempt === undefined || isOver(attempt) ? providerId : attempt.providerId;
  if (id === undefined) return undefined;
  const { type, region } = id === providerId ? provider : {};
  return { ...nameOf(id, names), ...(type !== undefined && { type }), ...(region !== undefined && { region }) };
};

const attemptOf = ({ number, state, startedAt, deadline, said }: Attempt): NonNullable<View['attempt']> => ({
  ...{ number, state, startedAt, deadline },
  ...(said !== undefined && { providerState: said }),
});

const causesOf = (
  caller: Caller,
  deployment: Deployment,
  attempts: readonly Attempt[],
  names: Names,
): View['cause'] => {
  const failed = attempts.flatMap((attempt): View['cause'][number][] => {
    const reason = attempt.operationId === deployment.operation.id ? failureOf(attempt) : undefined;
    if (reason === undefined) return [];
    const text = reasonShownTo(caller, deployment, reason);
    return [{ provider: nameOf(attempt.providerId, names), attempt: attempt.number, ...causeOf(text) }];
  });
  if (!deployment.status.endsWith('_FAILED')) return failed;
  const { statusReason = '' } = shownTo(caller, deployment);
  if (failed.length === 0) return withoutAttempt(statusReason);
  // the rest of that text only repeats the attempts
  return statusReason.startsWith('Timeout: ') ? [causeOf(statusReason.split('\n', 1).join()), ...failed] : failed;
};

/** Where no provider was asked, why each was left out. */
const withoutAttempt = (statusReason: string): View['cause'] => {
  const leftOut = causesIn(statusReason);
  if (leftOut.length > 1) return leftOut;
  return statusReason === '' ? [] : [causeOf(statusReason)];
};

/** A node that the template no longer has stays as long as it has resources. */
const nodesOf = (outline: Outline | undefined, resources: readonly Resource[]): readonly OutlineNode[] => {
  const nodes = outline?.nodes ?? [];
  const known = new Set(nodes.map(({ name }) => name));
  const others = Map.groupBy(
    resources.filter(({ toscaNodeName }) => !known.has(toscaNodeName)),
    ({ toscaNodeName }) => toscaNodeName,
  );
  return [...nodes, ...[...others.values()].flatMap((all) => nodeOfResources(all, outline === undefined))];
};

/** What is known of a node by its resources alone. */
const nodeOfResources = (all: readonly Resource[], isUnknown: boolean): readonly OutlineNode[] =>
  all.slice(0, 1).map(({ toscaNodeName: name, toscaNodeType: type, toscaTypes }) => ({
    name,
    type,
    kind: toscaTypes.includes('tosca.nodes.Compute') ? 'compute' : 'software',
    count: isUnknown ? all.length : 0,
    facts: {},
    requirements: [],
  }));

const resourceOf = (caller: Caller, deployment: Deployment, resource: Resource): View['resources'][number] => {
  const { id, toscaNodeName: node, state, updatedAt, stateSince: since = updatedAt } = resource;
  const { physicalId, action, metadata } = resource;
  const { [reasonKey]: reason } = metadataShownTo(caller, deployment, metadata);
  const { address, state: machineState } = machineFacts(metadata);
  return {
    ...{ id, node, state, since },
    ...(physicalId !== undefined && { physicalId }),
    ...(address !== undefined && { address }),
    ...(machineState !== undefined && { machineState }),
    ...(reason !== undefined && { reason }),
    ...(action && { action: action.type }),
  };
};
