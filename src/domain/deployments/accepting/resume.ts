import * as errors from '../../../foundation/errors.ts';
import type { Attempt } from '../record/attempt.ts';
import type { Deployment, Interrupted } from '../record/deployment.ts';
import { finalErrors } from '../record/final-errors.ts';
import { type Failure, messageOf } from '../record/operation.ts';
import type { Execution, LifecyclePorts } from '../record/ports.ts';
import { report } from '../reporting/report.ts';
import { decided } from './decide-approval.ts';

export type ResumePorts = Pick<
  LifecyclePorts,
  'clock' | 'deployments' | 'attempts' | 'files' | 'timeline' | 'workflows'
> & {
  /** how often a workflow is resumed after interruptions */
  readonly resumptions: number;
};

/**
 * Starts another execution for an operation whose workflow an error of the platform interrupted. Every step reads the
 * table first, so the new execution continues from what is recorded (docs/decisions/0022). The interruption is recorded
 * before the execution is started, so a repeat starts the same one. ConflictError when another process resumes it.
 */
export const resume = async (ports: ResumePorts, seen: Deployment, execution: Execution): Promise<void> => {
  const { interrupted } = seen.operation;
  const deployment = wasStarted(interrupted, execution)
    ? await ports.deployments.interrupt(seen, oneMore(interrupted, execution, ports.clock.now()))
    : seen;
  if (deployment.operation.interrupted?.by !== decided) await reportResumption(ports, deployment);
  await ports.workflows.startOperation(deployment);
};

/** Whether the operation may be resumed: not after an operator stopped the execution, and not after a final error. */
export const mayResume = (interrupted: Interrupted | undefined, execution: Execution, most: number): boolean =>
  execution.state !== 'ABORTED' &&
  !finalErrors.includes(errorOf(execution).Error) &&
  (!wasStarted(interrupted, execution) || (interrupted?.times ?? 0) < most);

/** False when a process died after it recorded an interruption and before it started the next execution. */
export const wasStarted = (interrupted: Interrupted | undefined, { state }: Execution): boolean =>
  interrupted === undefined || state !== 'UNKNOWN';

export const oneMore = (interrupted: Interrupted | undefined, execution: Execution, now: Date): Interrupted => ({
  times: (interrupted?.times ?? 0) + 1,
  by: errorOf(execution).Error,
  at: now.toISOString(),
});

const reportResumption = async (ports: ResumePorts, deployment: Deployment): Promise<void> => {
  const { times = 0, by = '' } = deployment.operation.interrupted ?? {};
  const text = `an error of the platform interrupted the work (${by}); it is resumed where it stopped, ${times} of at most ${ports.resumptions} times`;
  const attempt = (await ports.attempts.list(deployment.id)).at(-1);
  const event = { kind: 'INTERRUPTED', name: `interrupted-${times}` } as const;
  await report(ports, { deployment, attempt }, { text, line: 'interrupted', event });
};

/** Why an operation ends that is not resumed, as text for its owner. Nothing is destroyed because of the interruption. */
export const interruption = (deployment: Deployment, execution: Execution, attempts: readonly Attempt[]): Failure => {
  const failure = errorOf(execution);
  if (execution.state !== 'ABORTED' && finalErrors.includes(failure.Error)) return failure;
  const { id, interrupted } = deployment.operation;
  const often = interrupted ? `, also after it was resumed ${interrupted.times} times` : '';
  const how = execution.state === 'ABORTED' ? 'was stopped' : `ended unexpectedly (${failure.Error})${often}`;
  const said = Object.hasOwn(errors, failure.Error) ? [messageOf(failure)] : []; // others may hold internals
  const why = `the workflow ${how}: neither the template nor the provider caused this. Ask the operators of this service about operation ${id}`;
  return { Error: 'InterruptedError', Cause: [why, ...said, ...attempts.flatMap(stands)].join('\n') };
};

const stands = ({ state, infrastructureId, providerId }: Attempt): readonly string[] => {
  if (state === 'DESTROYED') return [];
  return infrastructureId === undefined
    ? [`an infrastructure may have been made on provider ${providerId}; deleting the deployment removes it`]
    : [
        `infrastructure ${infrastructureId} on provider ${providerId} was left as it is; deleting the deployment removes it`,
      ];
};

/** The error that ended an execution; for a nested execution, the error of the nested one. */
export const errorOf = ({ state, error, cause = '' }: Execution): Failure => {
  const nested = error === 'States.TaskFailed' ? nestedError(cause) : undefined;
  return nested ?? { Error: error ?? `Execution.${state}`, Cause: cause };
};

/** The cause of a failed child is its description (DescribeExecution), as JSON. */
const nestedError = (cause: string): Failure | undefined => {
  try {
    const { Error: name, Cause = '' } = JSON.parse(cause) as { Error?: unknown; Cause?: unknown };
    return typeof name === 'string' ? { Error: name, Cause: String(Cause) } : undefined;
  } catch {
    return undefined; // the JSON was truncated
  }
};
