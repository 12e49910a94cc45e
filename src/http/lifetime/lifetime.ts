import * as v from 'valibot';
import { requireAlive, setEnd } from '../../domain/deployments/accepting/extend.ts';
import { newEndOf } from '../../domain/lifetimes/lifetime.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { CreationPorts } from '../deployments/creation.ts';
import { checkPreconditions } from '../deployments/deployment-entity.ts';
import { type SettingPorts, type SettingRequest, settingChanged } from '../deployments/settings.ts';
import { type Answer, ok } from '../pipeline/answer.ts';
import { instantText, members, optional, span } from '../pipeline/fields.ts';

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

type Input = SettingRequest<ReturnType<typeof lifetime>>;

type Ports = SettingPorts &
  Pick<CreationPorts, 'creationLimits'> &
  Parameters<typeof setEnd>[0] & { readonly clock: Clock };

/**
 * PUT /deployments/{deployment_id}/lifetime: an extension (docs/decisions/0071). With `dryRun=true` it shows the end before
 * and after.
 */
export const changeLifetime =
  (ports: Ports) =>
  async (input: Input): Promise<Answer> => {
    const { deployment, query, body } = input;
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
    const message = expiresAt === undefined ? 'it has no end any more' : `it ends at ${expiresAt}`;
    return settingChanged(ports, input, message);
  };
