import type { Identity } from '../../../foundation/identity.ts';
import type { PageRequest } from '../../../foundation/page.ts';
import type { Scope } from '../../../foundation/scope.ts';
import type { Status } from './deployment.ts';
import { type TimelineEvent, timelineKinds } from './timeline.ts';

/** Those of the timelines, and the end of a deployment, which no timeline can tell of. */
export const streamKinds = [...timelineKinds, 'DELETED'] as const;

export type StreamKind = (typeof streamKinds)[number];

/** An event of any deployment, with what of the deployment a reader needs to sort it. It outlives its deployment by some weeks. */
export interface StreamEvent extends Omit<TimelineEvent, 'name' | 'kind'> {
  /** the same, however often the event is told: a digest of its deployment and name */
  readonly id: string;
  readonly kind: StreamKind;
  /** ISO 8601 instant at which it was written; `at` may be earlier */
  readonly writtenAt: string;
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
}

export interface StreamRequest extends Pick<PageRequest, 'size' | 'direction' | 'cursor'> {
  /** ISO 8601 instant: only events that were written from then on */
  readonly since?: string | undefined;
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
  /** The events of the deployments in these scopes, each once, in the order in which they were written. InvalidError for a cursor that is not ours. */
  list(scopes: readonly Scope[], request: StreamRequest): Promise<StreamPage>;
}
