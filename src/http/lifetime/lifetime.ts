import * as v from 'valibot';
import { requireAlive, setEnd } from '../../domain/deployments/accepting/extend.ts';
import { isId } from '../../domain/deployments/record/access.ts';
import { newEndOf } from '../../domain/lifetimes/lifetime.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Clock } from '../../foundation/clock.ts';
import { identityOf } from '../../foundation/identity.ts';
import type { CreationPorts } from '../deployments/creation.ts';
import { type ChangeRequest, checkPreconditions } from '../deployments/deployment-entity.ts';
import { addAcceptedEvent, type TimelinePorts, wasAccepted } from '../deployments/timeline.ts';
import type { ViewPorts } from '../deployments/views.ts';
import { type Answer, noContent, ok } from '../pipeline/answer.ts';
import { dryRunQuery } from '../pipeline/dry-run.ts';
import { instantText, members, optional, span } from '../pipeline/fields.ts';
import type { Recover } from '../pipeline/idempotent.ts';

/** The body of PUT /deployments/{deployment_id}/lifetime: one of both; `{"expiresAt": null}` takes the end away. */
export const lifetime = () =>
  v.pipe(
    members({ expiresAt: instantOrNone, ttl: optional(span) }),
    v.check(
      ({ expiresAt, ttl }) => (expiresAt === undefined) !== (ttl === undefined),
      'must have expiresAt or ttl, and not both',
    ),
    v.metadata({
      type: 'object',
      properties: {
        expiresAt: v.getMetadata(instantOrNone),
        ttl: { anyOf: [v.getMetadata(span), { type: 'null' }, { const: '' }] },
      },
      oneOf: [{ required: ['expiresAt'] }, { required: ['ttl'], properties: { ttl: v.getMetadata(span) } }],
    }),
  );

const instantOrNone = v.pipe(
  v.optional(v.union([v.null(), instantText], 'must be an instant with its zone, or null')),
  v.metadata({ anyOf: [v.getMetadata(instantText), { type: 'null' }] }),
);

export const lifetimeQuery = v.object(dryRunQuery);

interface Input extends ChangeRequest {
  readonly caller: Caller;
  readonly query: v.InferOutput<typeof lifetimeQuery>;
  readonly body: v.InferOutput<ReturnType<typeof lifetime>>;
}

type Ports = ViewPorts &
  TimelinePorts &
  Pick<CreationPorts, 'creationLimits'> &
  Parameters<typeof setEnd>[0] & { readonly clock: Clock; readonly ids: { next(): string } };

/**
 * PUT /deployments/{deployment_id}/lifetime: an extension (docs/decisions/0071). With `dryRun=true` it shows the end before
 * and after.
 */
export const changeLifetime =
  (ports: Ports) =>
  async (input: Input): Promise<Answer> => {
    const { deployment, query, body, ids, caller } = input;
    const onlyIfUnchanged = checkPreconditions(ports, input);
    const { userGroup } = deployment;
    const lifetimes = ports.creationLimits?.lifetimes;
    const expiresAt = newEndOf(
      { expiresAt: body.expiresAt ?? undefined, ttl: body.ttl },
      { now: ports.clock.now(), userGroup, lifetimes },
    );
    if (query.dryRun) {
      requireAlive(deployment);
      const now = deployment.expiresAt;
      return ok({
        ...(now !== undefined && { expiresAt: now }),
        ...(expiresAt !== undefined && { nextExpiresAt: expiresAt }),
      });
    }
    await setEnd(ports, deployment, { expiresAt, onlyIfUnchanged });
    const { operationId: id = ports.ids.next() } = ids ?? {};
    const message = expiresAt === undefined ? 'it has no end any more' : `it ends at ${expiresAt}`;
    await addAcceptedEvent(ports, deployment.id, { id, requestedBy: identityOf(caller), message });
    return noContent;
  };

/** The answer if the change was already made, even if somebody has changed it again since. */
export const wasExtended =
  (ports: TimelinePorts): Recover =>
  async ({ deployment_id: id = '' }, { operationId }) =>
    isId(id) && (await wasAccepted(ports, id, operationId)) ? noContent : undefined;
