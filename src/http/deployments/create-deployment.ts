import * as v from 'valibot';
import type { AdoptionPorts } from '../../domain/adoption/ports.ts';
import { createDeployment, removeStaged } from '../../domain/deployments/accepting/create.ts';
import type { CreateRequest } from '../../domain/deployments/accepting/process-request.ts';
import { visibleTo } from '../../domain/deployments/record/access.ts';
import { adoptedPattern, adoptedRule } from '../../domain/deployments/record/adopted.ts';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import { shownTo } from '../../domain/deployments/record/disclosure.ts';
import { requireEnd } from '../../domain/lifetimes/lifetime.ts';
import { type PausePorts, requireNoPause } from '../../domain/operators/pause.ts';
import { judges } from '../../domain/policies/judges.ts';
import type { Caller } from '../../foundation/caller.ts';
import { type Answer, created, ok } from '../pipeline/answer.ts';
import type { EndedPorts } from '../pipeline/caller.ts';
import { dryRunQuery } from '../pipeline/dry-run.ts';
import { patternText } from '../pipeline/fields.ts';
import { type IdempotencyPorts, keyOf, oncePerKey } from '../pipeline/idempotency.ts';
import type { Links } from '../pipeline/links.ts';
import { requireNothingThere } from '../pipeline/preconditions.ts';
import type { Request } from '../pipeline/request.ts';
import { type Creation, type CreationPorts, creationRequest, originOf } from './creation.ts';
import { type DelegationPorts, delegated } from './delegation.ts';
import { deploymentEntity } from './deployment-entity.ts';
import type { DryRunPorts } from './dry-run-template.ts';
import { acceptance, addAcceptedEvent, type TimelinePorts } from './timeline.ts';
import type { ViewPorts } from './views.ts';

/** `dryRun=true` checks and ranks everything, and creates nothing. */
export const creationQuery = v.object(dryRunQuery);

/** `adopt`: what stands, and becomes the deployment's own instead of being made: docs/decisions/0083. */
export const newDeploymentQuery = v.object({
  ...dryRunQuery,
  adopt: v.optional(patternText(adoptedPattern, adoptedRule)),
});

type Ports = CreationPorts &
  ViewPorts &
  IdempotencyPorts &
  TimelinePorts &
  DelegationPorts &
  Parameters<typeof createDeployment>[0] &
  DryRunPorts &
  AdoptionPorts &
  EndedPorts &
  PausePorts;

interface Input {
  readonly query: v.InferOutput<typeof newDeploymentQuery>;
  readonly body: Creation;
  readonly headers: Request['headers'];
  readonly caller: Caller;
  readonly links: Links;
}

/** POST /deployments */
export const create =
  (ports: Ports) =>
  async ({ query, body, headers, caller, links }: Input): Promise<Answer> => {
    requireNothingThere(headers);
    requireEnd(body, { ...body, now: ports.clock.now(), lifetimes: ports.creationLimits?.lifetimes });
    const request = {
      ...creationRequest(body, caller, ports.creationLimits),
      ...delegated(ports, caller, headers),
      origin: originOf(caller, links),
    };
    const key = keyOf(headers);
    const adoption = query.adopt === undefined ? undefined : await adopting(ports, request, caller, query.adopt);
    if (query.dryRun) {
      if (adoption) return ok(await adoption.dryRun());
      const { creationDryRun } = await import('./dry-run-template.ts');
      return ok(await creationDryRun(ports, request));
    }
    const answer = (deployment: Deployment) =>
      created(deploymentEntity(ports, links, shownTo(caller, deployment)), links.deployment(deployment.id));
    return oncePerKey(ports, {
      owner: request.owner,
      makes: 'deploymentId',
      key,
      about: query.adopt === undefined ? body : [body, query.adopt],
      run: async (ids) => {
        if (ids?.isResumed) await removeStaged(ports, ids.deploymentId);
        await requireNoPause(ports);
        if (judges(ports)) {
          const { requireAllowedCreation } = await import('../../domain/deployments/accepting/require-allowed.ts');
          await requireAllowedCreation(ports, { ...request, ...adoption?.request });
        }
        const accepted = (made: Deployment) => addAcceptedEvent(ports, made.id, acceptance(made.operation), made);
        const withAdoption = { ...request, ...(await adoption?.prepare()) };
        return answer(await createDeployment(ports, identified(withAdoption, ids), accepted));
      },
      recover: async ({ deploymentId, operationId }) => {
        const found = await ports.deployments.find(deploymentId);
        // the operation that was accepted has what is adopted by the id that its engine has for it
        const operation = { id: operationId, kind: 'CREATE' as const, ...adoption?.request };
        const begun = found?.operation.id === operationId ? found.operation : operation;
        if (found) await addAcceptedEvent(ports, deploymentId, acceptance({ ...begun, requestedBy: request.owner }));
        // if the deployment was deleted since, its kept record shows that it was created: nothing is created again; it may be somebody else's by now
        const made = found ?? (await ports.ended.find(deploymentId));
        return made && answer(visibleTo(caller, made));
      },
    });
  };

/** Loaded only for an adoption. */
const adopting = async (ports: Ports, request: CreateRequest, caller: Caller, text: string) => {
  const { adoptionOf } = await import('./adoption.ts');
  return adoptionOf(ports, request, caller, text);
};

const identified = (request: CreateRequest, ids: CreateRequest['ids']): CreateRequest =>
  ids === undefined ? request : { ...request, ids };
