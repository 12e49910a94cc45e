import { randomUUID } from 'node:crypto';
import type { Places } from '../functions/concurrency.ts';
import { StepFunctionsError } from './errors.ts';
import { type Execution, type ExecutionEnd, executionArn } from './execution.ts';
import type { ExecutionStore } from './execution-store.ts';
import { type Run, run } from './run.ts';
import { checkInput, checkName, type StartRequest } from './start-request.ts';
import { type NestedRequest, type TaskHandler, taskHandler } from './tasks.ts';
import type { Workflow } from './workflow.ts';

export interface ExecutionsOptions {
  readonly workflows: readonly Workflow[];
  readonly store: ExecutionStore;
  /** Invokes a Lambda function by its ARN. */
  invoke(functionArn: string, event: unknown): Promise<unknown>;
  /** waits until there is room for a function */
  readonly place: Places;
  /** Called for every execution that ended, at least once, also after restarts; the caller handles its errors. */
  onEnded?(execution: Execution): void;
  now?(): number;
}

/** The running workflows: each is a machine in this process and a row on disk. */
export class Executions {
  readonly #options: ExecutionsOptions;
  readonly #workflows: ReadonlyMap<string, Workflow>;
  readonly #handlers: ReadonlyMap<string, ReadonlyMap<string, TaskHandler>>;
  readonly #live = new Map<string, Run>();
  readonly #now: () => number;
  /** An execution that started before this instant comes from an earlier process. */
  readonly #openedAt: number;
  #suspended = false;

  constructor(options: ExecutionsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#openedAt = this.#now();
    this.#workflows = new Map(options.workflows.map((workflow) => [workflow.arn, workflow]));
    this.#handlers = new Map(options.workflows.map((workflow) => [workflow.arn, this.#handlersOf(workflow)]));
  }

  /**
   * Restarts the executions that an earlier process left, from their start and with their names. Also announces the ends
   * that it did not announce.
   */
  resume(): void {
    for (const execution of this.#options.store.unannounced()) this.#options.onEnded?.(execution);
    // children first, which are younger, because their parents look for them
    for (const execution of this.#options.store.running().toReversed()) this.#takeOver(execution);
  }

  /** A repeated start with the same name and input returns the earlier execution while that runs. */
  start(request: StartRequest, parentArn?: string): Execution {
    if (this.#suspended) throw new StepFunctionsError('ServiceUnavailable', 'the laptop is stopping', 503);
    const workflow = this.workflow(request.workflowArn);
    const name = request.name ?? randomUUID();
    checkName(name);
    checkInput(request.input);
    const arn = executionArn(workflow.arn, name);
    const known = this.#options.store.find(arn);
    if (known) return sameOrRefused(known, request.input);
    const execution: Execution = {
      arn,
      workflowArn: workflow.arn,
      name,
      status: 'RUNNING',
      input: request.input,
      startedAt: this.#now(),
      ...(parentArn !== undefined && { parentArn }),
    };
    this.#options.store.add(execution);
    this.#run(execution, workflow);
    return execution;
  }

  /** Ends the execution, and those it waits for, as ABORTED. An execution that has ended stays as it is. */
  stop(arn: string, reason: { readonly error?: string; readonly cause?: string } = {}): Execution {
    const execution = this.describe(arn);
    if (execution.status === 'RUNNING') this.#end(execution, { status: 'ABORTED', ...reason });
    return this.describe(arn);
  }

  describe(arn: string): Execution {
    const execution = this.#options.store.find(arn);
    if (execution) return execution;
    throw new StepFunctionsError('ExecutionDoesNotExist', `execution does not exist: '${arn}'`);
  }

  workflow(arn: string): Workflow {
    const workflow = this.#workflows.get(arn);
    if (workflow) return workflow;
    throw new StepFunctionsError('StateMachineDoesNotExist', `state machine does not exist: '${arn}'`);
  }

  workflows(): readonly Workflow[] {
    return this.#options.workflows;
  }

  /** The events so far of a running execution, or the stored events of an ended one. */
  history(arn: string): readonly object[] {
    return this.#live.get(arn)?.events ?? (JSON.parse(this.#options.store.history(arn) ?? '[]') as object[]);
  }

  /** Stops every machine, and leaves its execution RUNNING on disk for the next process. */
  async suspend(): Promise<void> {
    this.#suspended = true;
    const runs = [...this.#live.values()];
    for (const { abort } of runs) abort();
    await Promise.all(runs.map(({ settled }) => settled));
  }

  #takeOver(execution: Execution): void {
    const workflow = this.#workflows.get(execution.workflowArn);
    const cause = `there is no state machine ${execution.workflowArn} any more`;
    if (workflow) this.#run(execution, workflow);
    else this.#end(execution, { status: 'FAILED', error: 'States.Runtime', cause });
  }

  #run(execution: Execution, workflow: Workflow): void {
    const handlers = this.#handlers.get(workflow.arn) ?? new Map();
    const isTop = execution.parentArn === undefined;
    const live = run(execution, workflow, { handlers, isTop }, this.#now());
    this.#live.set(execution.arn, live);
    void live.settled.then((ending) => {
      if (ending && !this.#suspended) this.#end(execution, ending);
    });
  }

  /** The first result counts; what a machine reports after its stop is not written. */
  #end(execution: Execution, ending: ExecutionEnd): void {
    const live = this.#live.get(execution.arn);
    const history = JSON.stringify(live?.events ?? []);
    if (!this.#options.store.end(execution.arn, ending, this.#now(), history)) return;
    this.#live.delete(execution.arn);
    live?.abort();
    for (const child of this.#live.values())
      if (child.execution.parentArn === execution.arn) this.stop(child.execution.arn);
    const ended = this.describe(execution.arn);
    live?.ended.resolve(ended);
    this.#options.onEnded?.(ended);
  }

  #handlersOf(workflow: Workflow): ReadonlyMap<string, TaskHandler> {
    const targets = {
      invoke: this.#options.invoke,
      place: this.#options.place,
      startNested: (parentArn: string, request: NestedRequest, waited: boolean) =>
        this.#reattached(parentArn, request) ?? this.start(request, waited ? parentArn : undefined),
      ended: async (arn: string) => (await this.#live.get(arn)?.ended.promise) ?? this.describe(arn),
      stop: (arn: string) => void this.stop(arn),
      express: (arn: string, input: string, signal: AbortSignal) => this.#express(arn, input, signal),
    };
    return new Map(workflow.tasks.map((task) => [task.state, taskHandler(task, targets)]));
  }

  /** An Express execution is not stored and ends with its caller. The caller's next run starts a new one. */
  async #express(arn: string, input: string, signal: AbortSignal): Promise<ExecutionEnd> {
    const workflow = { ...this.workflow(arn), timeoutSeconds: expressSeconds };
    const name = randomUUID();
    const startedAt = this.#now();
    const execution: Execution = {
      ...{ arn: executionArn(arn, name), workflowArn: arn, name, status: 'RUNNING', input, startedAt },
    };
    const handlers = this.#handlers.get(arn) ?? new Map();
    const live = run(execution, workflow, { handlers, isTop: false }, startedAt);
    if (signal.aborted) live.abort();
    signal.addEventListener('abort', live.abort);
    const ending = await live.settled;
    signal.removeEventListener('abort', live.abort);
    return ending ?? { status: 'ABORTED' };
  }

  /**
   * A parent from an earlier process finds the child that it started, running or ended. In the cloud no parent runs twice.
   */
  #reattached(parentArn: string, { workflowArn, name }: NestedRequest): Execution | undefined {
    if (name === undefined || this.describe(parentArn).startedAt >= this.#openedAt) return undefined;
    const child = this.#options.store.find(executionArn(workflowArn, name));
    const mine =
      child !== undefined && child.startedAt < this.#openedAt && (child.parentArn ?? parentArn) === parentArn;
    return mine ? child : undefined;
  }
}

/** AWS ends an Express execution after five minutes. */
const expressSeconds = 300;

const sameOrRefused = (known: Execution, input: string): Execution => {
  if (known.status === 'RUNNING' && known.input === input) return known;
  throw new StepFunctionsError('ExecutionAlreadyExists', `execution already exists: '${known.arn}'`);
};
