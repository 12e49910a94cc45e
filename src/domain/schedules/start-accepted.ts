import type { Clock } from '../../foundation/clock.ts';
import { eachLogged } from '../../foundation/each-logged.ts';
import { startOperations } from '../deployments/finishing/start-operations.ts';
import { isPaused, type PausePorts } from '../operators/pause.ts';
import type { EventWorkflows, ScheduleEvents } from './ports.ts';
import { idsOfEvent } from './schedule.ts';

/** If an event has not started after this time, its matcher died, and the message may never be delivered again. */
const startDelayMs = 60_000;

interface Ports extends PausePorts {
  readonly clock: Clock;
  readonly scheduleEvents: Pick<ScheduleEvents, 'notStarted'>;
  readonly eventWorkflows: EventWorkflows;
}

/** Starts the workflows of events that have not started, unless the installation is paused; harmless if one has started after all. */
export const startEvents = (ports: Ports) => async (): Promise<void> => {
  const { clock, scheduleEvents, eventWorkflows } = ports;
  const waiting = await scheduleEvents.notStarted(new Date(clock.now().getTime() - startDelayMs));
  if (waiting.length === 0 || (await isPaused(ports))) return;
  const failures = await eachLogged(waiting, {
    idsOf: idsOfEvent,
    run: (event) => eventWorkflows.startEvent(event),
    done: 'event started',
    failed: 'event not started',
  });
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} events could not be started`);
};

/** Starts operations and events. A failure of one kind does not stop the other. */
export const startAccepted = (ports: Ports & Parameters<typeof startOperations>[0]) => async (): Promise<void> => {
  const outcomes = await Promise.allSettled([startOperations(ports)(), startEvents(ports)()]);
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (failures.length > 0) throw new AggregateError(failures, 'some accepted work could not be started');
};
