import { createHash } from 'node:crypto';
import type { Clock, Ids } from '../../foundation/clock.ts';
import { alsoLogging, log, logging } from '../../foundation/log.ts';
import { sanitisedForLog } from '../../foundation/sanitised-error.ts';
import { isPaused, type PausePorts } from '../operators/pause.ts';
import { endLoop, type LoopPorts } from './end-loop.ts';
import { filesIn, type Messages } from './file-created.ts';
import { matchesFile } from './file-expression.ts';
import { fragmentsOfFile } from './fragments.ts';
import type { EventWorkflows, FileConfiguration, ScheduleEvents, ScheduleIndex } from './ports.ts';
import { readersOf } from './reachable-buckets.ts';
import { type File, type IndexedSchedule, idsOfEvent, type ScheduleEvent } from './schedule.ts';

export interface MatchPorts extends LoopPorts, PausePorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly scheduleIndex: ScheduleIndex;
  readonly scheduleEvents: Pick<ScheduleEvents, 'record' | 'arrivals'>;
  readonly eventWorkflows: EventWorkflows;
  readonly fileConfiguration: Pick<FileConfiguration, 'readers'>;
}

/** What begins the event of one file. */
export interface FirePorts extends Pick<MatchPorts, 'clock' | 'ids' | 'eventWorkflows'> {
  readonly scheduleEvents: Pick<ScheduleEvents, 'record'>;
}

/** Lambda's answer for a batch: the messages that must be delivered again. */
export interface BatchOutcome {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}

/**
 * Records an event for each matching pair of file and schedule, and starts its workflow. A message counts as handled only
 * when all of that is done. If the process fails or dies, the message is delivered again, and what was already done is
 * found: the event by its id, its workflow by its name. While the installation is paused, events are recorded and wait: the sweep starts
 * them after the pause.
 */
export const matchFiles =
  (ports: MatchPorts) =>
  async ({ Records }: Messages): Promise<BatchOutcome> => {
    const firing = (await isPaused(ports)) ? { ...ports, eventWorkflows: heldBack } : ports;
    const outcomes = await Promise.allSettled(
      Records.map(({ messageId, body }) => logging({ messageId }, () => handle(firing, body))),
    );
    const failures = outcomes.flatMap((outcome, index) => {
      const record = Records[index];
      if (outcome.status === 'fulfilled' || record === undefined) return [];
      log('ERROR', 'file event', { messageId: record.messageId, error: sanitisedForLog(outcome.reason) });
      return [{ itemIdentifier: record.messageId }];
    });
    return { batchItemFailures: failures };
  };

/** Starts nothing: what is recorded and not started is found by start-accepted.ts. */
const heldBack: EventWorkflows = { startEvent: async () => {} };

const handle = async (ports: MatchPorts, body: string): Promise<void> => {
  for (const file of filesIn(body)) {
    const matches = await matching(ports, file);
    await Promise.all(matches.map((schedule) => arrived(ports, schedule, file)));
  }
};

const arrived = async (ports: MatchPorts, schedule: IndexedSchedule, file: File): Promise<void> =>
  endLoop(ports, await fire(ports, schedule, file));

/** The schedules that a file matches and whose owners may read it. */
export const matching = async (
  { scheduleIndex, fileConfiguration }: Pick<MatchPorts, 'scheduleIndex' | 'fileConfiguration'>,
  file: File,
): Promise<readonly IndexedSchedule[]> => {
  const candidates = await scheduleIndex.candidates(fragmentsOfFile(file));
  const mayRead = readersOf(fileConfiguration, file.scope);
  return candidates.filter(({ reader, fileExpression }) => mayRead(reader) && matchesFile(fileExpression, file));
};

/**
 * Records the event of a file and starts its workflow, unless that has happened before. Returns the stored event: a file
 * has only one, whether it arrived or was found by a backfill.
 */
export const fire = (
  ports: FirePorts,
  schedule: Pick<IndexedSchedule, 'id'>,
  file: File,
  backfillId?: string,
): Promise<ScheduleEvent> => {
  const made = { ...eventOf(ports, schedule, file), ...(backfillId !== undefined && { backfillId }) };
  return logging(idsOfEvent(made), async () => {
    try {
      const { event, begun } = await begin(ports, made);
      log('INFO', 'file matched', { begun });
      return event;
    } catch (error) {
      log('WARN', 'file matched', { error: sanitisedForLog(error) });
      throw error;
    }
  });
};

/** `begun`: the event's workflow had already started, since S3 may send a notification again. */
const begin = async (
  { scheduleEvents, eventWorkflows }: Pick<FirePorts, 'scheduleEvents' | 'eventWorkflows'>,
  made: ScheduleEvent,
): ReturnType<ScheduleEvents['record']> => {
  const { event, begun } = await scheduleEvents.record(made);
  alsoLogging(idsOfEvent(event)); // an event that existed has its own ids
  if (!begun) await eventWorkflows.startEvent(event);
  return { event, begun };
};

const eventOf = (
  { clock, ids }: Pick<MatchPorts, 'clock' | 'ids'>,
  schedule: Pick<IndexedSchedule, 'id'>,
  file: File,
): ScheduleEvent => {
  const now = clock.now().toISOString();
  return {
    id: eventId(schedule.id, file),
    scheduleId: schedule.id,
    ...file,
    createdAt: now,
    updatedAt: now,
    deploymentId: ids.next(),
    operationId: ids.next(),
    replicationStatus: 'REPLICATING',
  };
};

/** The id of the only event of a schedule and a file: a name-based UUID (RFC 9562 section 5.8, version 8). */
export const eventId = (scheduleId: string, { scope, name }: File): string => {
  const digest = createHash('sha256')
    .update(JSON.stringify([scheduleId, scope, name]))
    .digest();
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x80, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  return digest.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};
