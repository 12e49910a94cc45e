import { failuresOf } from '../../foundation/failures-of.ts';
import { log, logging } from '../../foundation/log.ts';
import { sanitisedForLog } from '../../foundation/sanitised-error.ts';
import { isActionable } from '../actions/action-states.ts';
import { onBehalfOf } from '../credentials/current-deployment.ts';
import type { Deployment } from '../deployments/record/deployment.ts';
import { inProgress } from '../deployments/record/lifecycle.ts';
import {
  type HoursRun,
  type HoursRuns,
  type NextHoursRun,
  type OfficeHours,
  officeHoursFrom,
} from '../office-hours/office-hours.ts';
import { isPaused, type PausePorts } from '../operators/pause.ts';
import { type ActPorts, askFor } from './ask-for.ts';
import { afterFailure, afterTry, mostTries, planRun, soon, untilNext } from './plan-run.ts';
import { type HoursReportPorts, reportGivenUp, reportRun } from './report-hours.ts';

export type KeepPorts = HoursReportPorts & ActPorts & PausePorts & { readonly hoursRuns: HoursRuns };

/** Most looks of one run, every five minutes: many deployments have the same hours. */
const atOnce = 500;

const together = 8;

/** No look begins later than this after the start of a run, so that each ends before the function does. */
const beginSeconds = 25;

/**
 * Starts and stops the machines of deployments whose look is due, as their office hours say for now: what an outage has missed is not
 * repeated. A repeat asks for nothing twice. AggregateError when some looks failed: a later run makes them again, those that
 * fail always behind the others.
 */
export const keepOfficeHours = (ports: KeepPorts) => async (): Promise<void> => {
  const startedAt = ports.clock.now().getTime();
  const due = await ports.hoursRuns.due(ports.clock.now(), atOnce);
  if (due.length === 0 || (await isPaused(ports))) return;
  const isEarly = (): boolean => ports.clock.now().getTime() - startedAt < beginSeconds * 1_000;
  const failures = await failuresOf(due, together, (one) => lookAt(ports, one), isEarly);
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} looks at office hours failed`);
};

const lookAt = (ports: KeepPorts, seen: HoursRun): Promise<void> =>
  logging({ deploymentId: seen.deploymentId }, async () => {
    try {
      await onBehalfOf(seen.deploymentId, () => look(ports, seen));
    } catch (error) {
      await putOff(ports, seen, error);
      throw error;
    }
  });

/** Else looks that always fail would stand first in each run, and as many as a run makes would keep it from all others. */
const putOff = async ({ hoursRuns, clock }: KeepPorts, seen: HoursRun, error: unknown): Promise<void> => {
  const again = afterFailure(seen, clock.now());
  const about = { error: sanitisedForLog(error), failures: (seen.failures ?? 0) + 1, again };
  log('WARN', 'the office hours of a deployment could not be kept, which is tried again later', about);
  try {
    await hoursRuns.putOff(seen, again);
  } catch (unwritten) {
    const why = { error: sanitisedForLog(unwritten) };
    log('WARN', 'a look at office hours that failed could not be put off: it stands first in the next run', why);
  }
};

const look = async (ports: KeepPorts, seen: HoursRun): Promise<void> => {
  const deployment = await ports.deployments.find(seen.deploymentId);
  const { officeHours } = deployment ?? {};
  if (!deployment || !officeHours || deployment.leaving) return ports.hoursRuns.remove(seen);
  const next = await keep(ports, { deployment, officeHours, seen });
  await noteNext(ports, { officeHours, seen }, next);
};

interface Of {
  readonly deployment: Deployment;
  readonly officeHours: OfficeHours;
  readonly seen: HoursRun;
}

/** Does what the calendar asks for now, and says when to look next. */
const keep = async (ports: KeepPorts, { deployment, officeHours: { calendar }, seen }: Of): Promise<NextHoursRun> => {
  const now = ports.clock.now();
  if (inProgress(deployment.status)) return soon(calendar, now, seen.tries);
  const plan = planRun(calendar, await ports.resources.all(deployment.id), now);
  if (!isActionable(deployment) || deployment.provider?.cannot?.includes(plan.type)) return untilNext(calendar, now);
  const tried = seen.tries ?? 0;
  if (plan.wanted.length > 0 && tried >= mostTries) {
    await reportGivenUp(ports, deployment, { plan, seen, until: untilNext(calendar, now).dueAt });
    return untilNext(calendar, now);
  }
  await reportRun(ports, deployment, { plan, seen, calendar, isFirst: tried === 0 });
  if (plan.wanted.length === 0) return plan.isBusy ? soon(calendar, now, seen.tries) : untilNext(calendar, now);
  const isWhole = await askFor(ports, deployment, plan);
  return isWhole ? afterTry(calendar, now, tried + 1) : soon(calendar, now, seen.tries);
};

/** The record shows the moment after this one from now on; it is written only when that changes, since it is a change for readers too. */
const noteNext = (
  { hoursRuns, clock }: KeepPorts,
  { officeHours, seen }: Omit<Of, 'deployment'>,
  next: NextHoursRun,
): Promise<void> => {
  const shown = officeHoursFrom(officeHours.calendar, clock.now());
  return shown.next?.at === officeHours.next?.at
    ? hoursRuns.replace(seen, next)
    : hoursRuns.replaceShown(seen, next, shown);
};
