import * as v from 'valibot';
import { acceptAction, requireAllowed } from '../../domain/actions/accept-action.ts';
import { isId } from '../../domain/deployments/record/access.ts';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import type { Resources } from '../../domain/resources/ports.ts';
import type { Action, Resource } from '../../domain/resources/resource.ts';
import type { Caller } from '../../foundation/caller.ts';
import { type Identity, identityOf } from '../../foundation/identity.ts';
import { type Acceptance, addAcceptedEvent, type TimelinePorts, wasAccepted } from '../deployments/timeline.ts';
import { type Answer, accepted, ok, tagOf } from '../pipeline/answer.ts';
import { actionView, dryRunQuery } from '../pipeline/dry-run.ts';
import { members } from '../pipeline/fields.ts';
import type { RequestIds } from '../pipeline/idempotency.ts';
import type { Recover } from '../pipeline/idempotent.ts';
import type { Links } from '../pipeline/links.ts';
import { parse } from '../pipeline/parse.ts';
import { ofVersion, requirePreconditions } from '../pipeline/preconditions.ts';
import type { Request } from '../pipeline/request.ts';
import { resourceEntity, resourceOf } from './resource-list.ts';

/** docs/contract/api.md, "Act on a resource" */
export const action = members({ type: v.picklist(['start', 'stop'], 'must be start or stop') });

export const actionQuery = v.object(dryRunQuery);

interface Input {
  readonly path: Request['path'];
  readonly query: v.InferOutput<typeof actionQuery>;
  readonly body: unknown;
  readonly headers: Request['headers'];
  readonly caller: Caller;
  readonly deployment: Deployment;
  readonly links: Links;
  readonly ids?: RequestIds;
}

type Ports = TimelinePorts & Parameters<typeof acceptAction>[0];

/**
 * POST /deployments/{deployment_id}/resources/{resource_id}/actions. A 404 for the resource comes before mistakes in the
 * body. The preconditions apply to the resource. With `dryRun=true` it shows the states that the action would lead to.
 */
export const act =
  (ports: Ports) =>
  async ({ path, query, body, headers, caller, deployment, links, ids }: Input): Promise<Answer> => {
    const resource = await resourceOf(ports.resources, path['resource_id'] ?? '', deployment, links);
    const { type } = parse(action, body, 'body');
    requirePreconditions(headers, tagOf(resourceEntity({ deployment, caller, links }, resource)) ?? '');
    requireAllowed(deployment, resource, type);
    if (query.dryRun) return ok(actionView(resource, type));
    const { operationId = ports.ids.next() } = ids ?? {};
    await ofVersion(headers, 'resource', () => acceptAction(ports, deployment, resource, type, operationId));
    await addAcceptedEvent(ports, deployment.id, acceptanceOf(resource, { id: operationId, type }, caller));
    return accepted;
  };

const acceptanceOf = (
  { toscaNodeName }: Resource,
  { id, type }: Pick<Action, 'id' | 'type'>,
  caller: Identity,
): Acceptance => ({
  id,
  requestedBy: identityOf(caller),
  message: `the ${type} of ${toscaNodeName} was accepted`,
});

/** The answer if the action was already accepted, even if it has ended. The process that accepted it may have died before it wrote the event. */
export const actionAnswer =
  (ports: TimelinePorts & { readonly resources: Pick<Resources, 'find'> }): Recover =>
  async ({ deployment_id: deploymentId = '', resource_id: id = '' }, { operationId }, caller) => {
    const resource = isId(deploymentId) && isId(id) ? await ports.resources.find(deploymentId, id) : undefined;
    if (resource === undefined) return undefined;
    if (resource.action?.id !== operationId)
      return (await wasAccepted(ports, deploymentId, operationId)) ? accepted : undefined;
    await addAcceptedEvent(ports, deploymentId, acceptanceOf(resource, resource.action, caller));
    return accepted;
  };
