import type { Identity } from '../../../foundation/identity.ts';
import type { PageRequest } from '../../../foundation/page.ts';
import type { Scope } from '../../../foundation/scope.ts';
import { installationKinds } from '../../operators/switches.ts';
import type { Status } from './deployment.ts';
import { type TimelineEvent, timelineKinds } from './timeline.ts';

/** Those of the timelines, and the end of a deployment, which no timeline can tell of. */
export const deploymentKinds = [...timelineKinds, 'DELETED'] as const;

export const scheduleKinds = [
  'SCHEDULE_CREATED',
  'SCHEDULE_CHANGED',
  'SCHEDULE_DELETED',
  'FILE_FAILED',
  'BACKFILL_STARTED',
  'BACKFILL_ENDED',
] as const;

export const streamKinds = [...deploymentKinds, ...scheduleKinds, ...installationKinds] as const;

export type StreamKind = (typeof streamKinds)[number];

interface Streamed {
  /** the same, however often the event is told: a digest of its deployment or schedule, and of its name */
  readonly id: string;
  /** ISO 8601 instant at which it was written; `at` may be earlier */
  readonly writtenAt: string;
}

/** An event of any deployment, with what of the deployment a reader needs to sort it. It outlives its deployment by some weeks. */
export interface DeploymentStreamEvent extends Omit<TimelineEvent, 'name' | 'kind'>, Streamed {
  readonly kind: (typeof deploymentKinds)[number];
  /** what people call `provider`; absent: its id is its name, or an earlier release wrote the event */
  readonly providerName?: string;
  readonly deployment: {
    readonly id: string;
    readonly name?: string | undefined;
    readonly userGroup?: string | undefined;
    readonly createdBy: Identity;
    /** when the event was written */
    readonly status: Status | 'DELETE_COMPLETE';
  };
  readonly schedule?: undefined;
  readonly installation?: undefined;
}

/** An event of any schedule. What becomes of its deployments, their own events say. */
export interface ScheduleStreamEvent extends Pick<TimelineEvent, 'message' | 'at' | 'requestedBy'>, Streamed {
  readonly kind: (typeof scheduleKinds)[number];
  readonly schedule: {
    readonly id: string;
    readonly name?: string | undefined;
    readonly userGroup?: string | undefined;
    readonly createdBy: Identity;
    /** when the event was written */
    readonly status: 'RUNNING' | 'SUSPENDED' | 'DELETED';
  };
  /** the backfill that was started, or has ended */
  readonly backfill?: { readonly uuid: string; readonly status: 'RUNNING' | 'COMPLETE' | 'STOPPED' | 'FAILED' };
  /** the file that failed, and the id of the schedule's own event of it */
  readonly file?: { readonly event: string; readonly scope: string; readonly name: string };
  readonly deployment?: undefined;
  readonly installation?: undefined;
}

/** An event of the whole installation, for administrators. */
export interface InstallationStreamEvent extends Pick<TimelineEvent, 'message' | 'at' | 'requestedBy'>, Streamed {
  readonly kind: (typeof installationKinds)[number];
  /** id of the provider that drains, or no longer does */
  readonly provider?: string | undefined;
  readonly installation: true;
  readonly deployment?: undefined;
  readonly schedule?: undefined;
}

export type StreamEvent = DeploymentStreamEvent | ScheduleStreamEvent | InstallationStreamEvent;

/** What somebody owns that an event is about; undefined: it is about the whole installation. */
export const subjectOf = (event: StreamEvent) => event.schedule ?? event.deployment;

/** Its path, which is also its name in CloudEvents and on the bus. */
export const pathOf = (event: StreamEvent): string => {
  if (event.schedule) return `/schedules/${event.schedule.id}`;
  if (event.deployment) return `/deployments/${event.deployment.id}`;
  if (event.provider !== undefined) return `/providers/${event.provider}`;
  return event.kind === 'PAUSED' || event.kind === 'RESUMED' ? '/pause' : '/moves';
};

export interface StreamRequest extends Pick<PageRequest, 'size' | 'direction' | 'cursor'> {
  /** ISO 8601 instant: only events that were written from then on */
  readonly since?: string | undefined;
  /** true: also the events of schedules */
  readonly withSchedules?: boolean | undefined;
  /** true: also those of the whole installation, which only the list of all has */
  readonly withInstallation?: boolean | undefined;
}

export interface StreamPage {
  readonly content: readonly StreamEvent[];
  /** where the next page starts; absent on the last one */
  readonly cursor?: string;
}

/** Events that are still to be told to the bus and to webhooks; empty where there are none. */
export interface EventOutbox {
  /** the oldest first */
  due(now: Date, limit: number): Promise<readonly StreamEvent[]>;
  /** Takes an event off; no error if another process has done so. */
  settle(event: StreamEvent): Promise<void>;
}

export interface EventStream {
  /** The events of the deployments, and of the schedules if they are asked for, in these scopes, each once, in the order in which they were written. InvalidError for a cursor that is not ours. */
  list(scopes: readonly Scope[], request: StreamRequest): Promise<StreamPage>;
}
