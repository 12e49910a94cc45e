import * as v from 'valibot';
import { isId } from '../../domain/deployments/record/access.ts';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import { textShownTo } from '../../domain/deployments/record/disclosure.ts';
import { driftOf } from '../../domain/deployments/record/drift-summary.ts';
import type { Deployments } from '../../domain/deployments/record/ports.ts';
import type { Check, Checks } from '../../domain/drift/check.ts';
import { requestCheck, requireCheckable } from '../../domain/drift/request-check.ts';
import type { Caller } from '../../foundation/caller.ts';
import { type Identity, identityOf } from '../../foundation/identity.ts';
import { type DelegationPorts, renewDelegation } from '../deployments/delegation.ts';
import { type ChangeRequest, checkPreconditions } from '../deployments/deployment-entity.ts';
import { findingView } from '../deployments/finding-view.ts';
import { type Acceptance, addAcceptedEvent, type TimelinePorts, wasAccepted } from '../deployments/timeline.ts';
import { driftView, type ViewPorts } from '../deployments/views.ts';
import { type Answer, accepted, entity, ok } from '../pipeline/answer.ts';
import { dryRunQuery } from '../pipeline/dry-run.ts';
import type { Recover } from '../pipeline/idempotent.ts';
import type { BodyOf } from '../schemas/answers.ts';

export const checkQuery = v.object(dryRunQuery);

interface Input extends ChangeRequest {
  readonly caller: Caller;
  readonly query: v.InferOutput<typeof checkQuery>;
}

type Ports = ViewPorts &
  TimelinePorts &
  DelegationPorts &
  Parameters<typeof requestCheck>[0] & {
    readonly ids: { next(): string };
    readonly deployments: Pick<Deployments, 'find'>;
  };

/** POST /deployments/{deployment_id}/checks: an extension. A body is ignored. With `dryRun=true` it shows what would be looked at. */
export const check =
  (ports: Ports) =>
  async (input: Input): Promise<Answer> => {
    const { deployment, query, ids, caller } = input;
    checkPreconditions(ports, input);
    // also where nothing can be checked now: what waits for the owner's login goes on
    if (!query.dryRun) await renewDelegation(ports, input);
    requireCheckable(deployment);
    if (query.dryRun) return ok(dryRunView(deployment));
    const { operationId: id = ports.ids.next() } = ids ?? {};
    await requestCheck(ports, deployment, { id, by: identityOf(caller) });
    await addAcceptedEvent(ports, deployment.id, acceptanceOf(id, caller));
    return accepted;
  };

const dryRunView = ({ status, providerId, infrastructureId }: Deployment): BodyOf<'CheckDryRun'> => ({
  status,
  ...(providerId !== undefined && { provider: providerId }),
  ...(infrastructureId !== undefined && { physicalId: infrastructureId }),
});

const acceptanceOf = (id: string, caller: Identity): Acceptance => ({
  id,
  requestedBy: identityOf(caller),
  message: 'a check was accepted',
});

/** The answer if the check was already accepted, even if it has ended. */
export const checkAnswer =
  (ports: TimelinePorts & { readonly driftChecks: Pick<Checks, 'find'> }): Recover =>
  async ({ deployment_id: deploymentId = '' }, { operationId }, caller) => {
    const found = isId(deploymentId) ? await ports.driftChecks.find(deploymentId) : undefined;
    if (found === undefined) return undefined;
    const isKnown = found.requested?.id === operationId || found.last?.requestId === operationId;
    if (!isKnown) return (await wasAccepted(ports, deploymentId, operationId)) ? accepted : undefined;
    await addAcceptedEvent(ports, deploymentId, acceptanceOf(operationId, caller));
    return accepted;
  };

/** GET /deployments/{deployment_id}/checks: an extension. The check in progress, the last result, and what has drifted. */
export const checks =
  ({ driftChecks }: { readonly driftChecks: Pick<Checks, 'find'> }) =>
  async ({ deployment, caller }: { readonly deployment: Deployment; readonly caller: Caller }): Promise<Answer> =>
    entity(
      checksView(deployment, await driftChecks.find(deployment.id), (text) => textShownTo(caller, deployment, text)),
    );

export const checksView = (
  deployment: Deployment,
  found: Check | undefined,
  shown: (text: string) => string,
): BodyOf<'Checks'> => {
  const { requested, running, last, dueAt, summary, found: unreported, findings = [] } = found ?? {};
  const drift = driftOf(deployment);
  // those of an older operation count no more
  const isOfNow = summary === undefined || summary.operationId === deployment.operation.id;
  return {
    state: running || unreported ? 'RUNNING' : requested ? 'WAITING' : 'NONE',
    ...(running && { startedAt: running.startedAt }),
    ...(requested && { requestedAt: requested.at }),
    ...(dueAt !== undefined && { nextAt: dueAt }),
    ...(last && {
      last: {
        ...{ at: last.at, verdict: last.verdict },
        ...(last.why !== undefined && { why: shown(last.why) }),
        ...(last.notComparable && { notComparable: last.notComparable }),
      },
    }),
    ...(drift && { drift: driftView(drift) }),
    findings: isOfNow ? findings.map((one) => findingView(one, shown)) : [],
  };
};
