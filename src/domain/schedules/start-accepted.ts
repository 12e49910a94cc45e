import type { Clock } from '../../foundation/clock.ts';
import { eachLogged } from '../../foundation/each-logged.ts';
import { startOperations } from '../deployments/finishing/start-operations.ts';
import { isPaused, type PausePorts } from '../operators/pause.ts';
import type { EventWorkflows, ScheduleEvents } from './ports.ts';
import { idsOfEvent } from './schedule.ts';

/** If an event has not started after this time, its matcher died, and the message may never be delivered again. */
const startDelayMs = 60_000;

/** Most events that one run starts, each minute: no more than backfills begin in that time. */
const atOnce = 1_500;

/** How many starts run at the same time: about 130 a second, and Step Functions takes 150 where it takes the fewest. */
const together = 4;

/** No start begins later than this after the start of a run: what the run does besides needs its time too. */
const beginSeconds = 20;

interface Ports extends PausePorts {
  readonly clock: Clock;
  readonly scheduleEvents: Pick<ScheduleEvents, 'notStarted'>;
  readonly eventWorkflows: EventWorkflows;
}

/**
 * Starts the workflows of events that have not started, the oldest first, unless the installation is paused; harmless if one has started after
 * all. In a pause they may be very many: a run starts a part of them, and while it lasts only the first one is read.
 */
export const startEvents = (ports: Ports) => async (): Promise<void> => {
  const { clock, scheduleEvents, eventWorkflows } = ports;
  const startedAt = clock.now().getTime();
  const late = new Date(startedAt - startDelayMs);
  const [first] = await scheduleEvents.notStarted(late, 1);
  if (first === undefined || (await isPaused(ports))) return;
  const failures = await eachLogged(await scheduleEvents.notStarted(late, atOnce), {
    idsOf: idsOfEvent,
    run: (event) => eventWorkflows.startEvent(event),
    done: 'event started',
    failed: 'event not started',
    together,
    mayGoOn: () => clock.now().getTime() - startedAt < beginSeconds * 1_000,
  });
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} events could not be started`);
};

/** Starts operations and events. A failure of one kind does not stop the other. */
export const startAccepted = (ports: Ports & Parameters<typeof startOperations>[0]) => async (): Promise<void> => {
  const outcomes = await Promise.allSettled([startOperations(ports)(), startEvents(ports)()]);
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (failures.length > 0) throw new AggregateError(failures, 'some accepted work could not be started');
};
