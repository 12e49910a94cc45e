import { NotReadyError, ProviderTimeoutError, ProviderUnavailableError } from '../../foundation/errors.ts';
import { alertOperators } from '../deployments/polling/outage.ts';
import { actionMins, elapsed, inMinutes, shortOutageMins } from '../deployments/record/deadlines.ts';
import type { LifecyclePorts } from '../deployments/record/ports.ts';
import type { Action } from '../resources/resource.ts';
import { writeFenced } from './action-fence.ts';
import type { ClaimedResource } from './claim-resource.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'resources' | 'tolerance'>;

/** Total length of the outages that the action met, in milliseconds. */
const outageMs = ({ awayMs = 0, unreachableAt }: Action, now: Date): number =>
  awayMs + (unreachableAt === undefined ? 0 : now.getTime() - Date.parse(unreachableAt));

/** Whether an action has used its ten minutes, plus `more`, without the time of outages. */
export const timeIsUp = (action: Action, now: Date, { more } = { more: 0 }): boolean =>
  elapsed(action.acceptedAt, new Date(now.getTime() - outageMs(action, now)), { minutes: actionMins + more });

/** The action after an answer: an outage ends, and its time does not count. Unchanged if there was no outage. */
export const answered = (action: Action, now: Date): Action => {
  const { unreachableAt, ...rest } = action;
  return unreachableAt === undefined ? action : { ...rest, awayMs: outageMs(action, now) };
};

/** The error of a step in an outage (docs/decisions/0024). Records the outage on the resource. */
export const outageOfAction = async (
  ports: Ports,
  resource: ClaimedResource,
  error: ProviderUnavailableError,
): Promise<Error> => {
  const { message } = error;
  const now = ports.clock.now();
  const { action } = resource;
  const { unreachableAt = now.toISOString() } = action;
  const { outageMins } = ports.tolerance;
  const isLong = elapsed(unreachableAt, now, { minutes: shortOutageMins });
  alertOperators(undefined, error, isLong);
  if (outageMs(action, now) >= outageMins * 60_000) {
    return new ProviderTimeoutError(`the provider could not be reached for ${inMinutes(outageMins)}: ${message}`);
  }
  if (action.unreachableAt === undefined) {
    await writeFenced(ports, resource, { ...resource, action: { ...action, unreachableAt } });
  }
  return isLong ? new ProviderUnavailableError(message) : new NotReadyError(message);
};
