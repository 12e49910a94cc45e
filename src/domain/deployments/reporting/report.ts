import type { Attempt } from '../record/attempt.ts';
import type { Deployment } from '../record/deployment.ts';
import { cleanerFor } from '../record/disclosure.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import type { EventSubject, TimelineKind } from '../record/timeline.ts';
import { appendLogLine, type LineKind } from './log-line.ts';
import { timelineMessage } from './timeline-message.ts';

/** What happened, said once for all who read it. */
export interface Report {
  readonly text: string;
  /** ISO 8601 instant; absent: now. A step that runs twice gives the same one, so that the log has one line. */
  readonly at?: string;
  /** absent: the log has no line */
  readonly line?: LineKind;
  /** absent: the timeline has no event. `name` is unique in the operation; without a `message`, the event has the text. */
  readonly event?: {
    readonly kind: TimelineKind;
    readonly name: string;
    readonly message?: string;
    readonly node?: string;
  };
}

/** With an attempt, the line stands at its place in the log. With a deployment, the event holds none of its secrets. */
type About =
  | { readonly deployment: Deployment; readonly attempt?: Attempt | undefined }
  | { readonly attempt: Attempt };

export type ReportPorts = Pick<LifecyclePorts, 'clock' | 'files' | 'timeline'>;

/** Writes what happened to the deployment's log and to its timeline, there once for each name, however often a step runs. */
export const report = async (
  ports: ReportPorts,
  about: About,
  { text, at = ports.clock.now().toISOString(), line, event }: Report,
): Promise<void> => {
  const { id, operationId, cleaned } = sourceOf(about);
  if (line) await appendLogLine(ports, id, about.attempt, { at, what: line, text });
  if (event === undefined) return;
  const message = timelineMessage(event.message ?? text, cleaned);
  const name = `${operationId}-${event.name}`;
  const subject = { operation: operationId, ...subjectOf(about.attempt), ...(event.node && { node: event.node }) };
  await ports.timeline.add(id, { name, kind: event.kind, message, at, ...subject });
};

/** The attempt and its provider. */
export const subjectOf = (attempt: Pick<Attempt, 'number' | 'providerId'> | undefined): EventSubject =>
  attempt ? { attempt: attempt.number, provider: attempt.providerId } : {};

const sourceOf = (about: About) => {
  if (!('deployment' in about)) return { id: about.attempt.deploymentId, operationId: about.attempt.operationId };
  const { id, operation } = about.deployment;
  return { id, operationId: operation.id, cleaned: cleanerFor(about.deployment) };
};
