import * as v from 'valibot';
import { requireNotDeleting, requireStoppable, setHours } from '../../domain/deployments/accepting/set-hours.ts';
import { isId } from '../../domain/deployments/record/access.ts';
import { type OfficeHours, officeHoursFrom } from '../../domain/office-hours/office-hours.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Clock } from '../../foundation/clock.ts';
import { identityOf } from '../../foundation/identity.ts';
import { type ChangeRequest, checkPreconditions } from '../deployments/deployment-entity.ts';
import { addAcceptedEvent, type TimelinePorts, wasAccepted } from '../deployments/timeline.ts';
import { officeHoursView, type ViewPorts } from '../deployments/views.ts';
import { type Answer, noContent, ok } from '../pipeline/answer.ts';
import { calendarOrNone } from '../pipeline/calendar-field.ts';
import { dryRunQuery } from '../pipeline/dry-run.ts';
import { members } from '../pipeline/fields.ts';
import type { Recover } from '../pipeline/idempotent.ts';

/** The body of PUT /deployments/{deployment_id}/office-hours: `{"officeHours": null}` takes them away. */
export const officeHoursBody = () => members({ officeHours: calendarOrNone });

export const officeHoursQuery = v.object(dryRunQuery);

interface Input extends ChangeRequest {
  readonly caller: Caller;
  readonly query: v.InferOutput<typeof officeHoursQuery>;
  readonly body: v.InferOutput<ReturnType<typeof officeHoursBody>>;
}

type Ports = ViewPorts &
  TimelinePorts &
  Parameters<typeof setHours>[0] &
  Parameters<typeof requireStoppable>[0] & { readonly clock: Clock; readonly ids: { next(): string } };

/**
 * PUT /deployments/{deployment_id}/office-hours: an extension (docs/decisions/0087). With `dryRun=true` it shows the hours before and
 * after, and what comes next.
 */
export const changeHours =
  (ports: Ports) =>
  async (input: Input): Promise<Answer> => {
    const { deployment, query, body, ids, caller } = input;
    const onlyIfUnchanged = checkPreconditions(ports, input);
    const officeHours = body.officeHours === null ? undefined : officeHoursFrom(body.officeHours, ports.clock.now());
    if (officeHours) await requireStoppable(ports, deployment);
    if (query.dryRun) {
      requireNotDeleting(deployment);
      return ok({
        ...(deployment.officeHours && { officeHours: officeHoursView(deployment.officeHours) }),
        ...(officeHours && { nextOfficeHours: officeHoursView(officeHours) }),
      });
    }
    await setHours(ports, deployment, { officeHours, onlyIfUnchanged });
    const { operationId: id = ports.ids.next() } = ids ?? {};
    const message = officeHours ? `it has office hours: it ${firstOf(officeHours)}` : 'it has no office hours any more';
    await addAcceptedEvent(ports, deployment.id, { id, requestedBy: identityOf(caller), message });
    return noContent;
  };

/** Hours hold at once, so what is to start later is stopped by now. */
const firstOf = ({ next }: OfficeHours): string => {
  if (next === undefined) return 'runs always';
  return next.type === 'start' ? `stops within minutes, and ${next.text}` : next.text;
};

/** The answer if the change was already made, even if somebody has changed it again since. */
export const hadHours =
  (ports: TimelinePorts): Recover =>
  async ({ deployment_id: id = '' }, { operationId }) =>
    isId(id) && (await wasAccepted(ports, id, operationId)) ? noContent : undefined;
