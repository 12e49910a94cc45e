import * as v from 'valibot';
import { examine, listed as told } from '../../src/foundation/shape/examine.ts';
import { objectOf, text, wholeNumber } from '../../src/foundation/shape/schemas.ts';
import { StepFunctionsError } from './errors.ts';
import type { Execution } from './execution.ts';
import type { ExecutionStore } from './execution-store.ts';
import type { Executions } from './executions.ts';
import { type HistoryEvent, historyView } from './history.ts';
import type { Workflow } from './workflow.ts';

/** The data of the operations. */
export interface Desk {
  readonly executions: Executions;
  readonly store: ExecutionStore;
  /** reported as the creation date of the state machines; milliseconds since 1970 */
  readonly openedAt: number;
}

/** One operation of the API: JSON body in, JSON body out. Throws StepFunctionsError. */
export type Operation = (desk: Desk, body: unknown) => object;

const operation =
  <Schema extends v.GenericSchema>(
    schema: Schema,
    answer: (desk: Desk, input: v.InferOutput<Schema>) => object,
  ): Operation =>
  (desk, body) => {
    const examined = examine(schema, body);
    if (!examined.ok) throw new StepFunctionsError('ValidationException', told(examined.mistakes));
    return answer(desk, examined.value);
  };

const arn = v.pipe(text, v.maxLength(256));
const textUpTo = (most: number) => v.optional(v.pipe(v.string(), v.maxLength(most)));
const page = {
  maxResults: v.optional(v.pipe(wholeNumber, v.minValue(0), v.maxValue(1000))),
  nextToken: v.optional(v.string()),
};
const status = v.picklist(['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED']);

/** The operations of AWSStepFunctions that the service, its tests and a curious developer need. */
export const operations: Readonly<Record<string, Operation>> = {
  StartExecution: operation(
    v.object({ stateMachineArn: arn, name: v.optional(v.string()), input: v.optional(v.string(), '{}') }),
    ({ executions }, { stateMachineArn, name, input }) => {
      const { arn: executionArn, startedAt } = executions.start({ workflowArn: stateMachineArn, name, input });
      return { executionArn, startDate: startedAt / 1000 };
    },
  ),
  StopExecution: operation(
    v.object({ executionArn: arn, error: textUpTo(256), cause: textUpTo(32_768) }),
    ({ executions }, { executionArn, error, cause }) => {
      const reason = { ...(error !== undefined && { error }), ...(cause !== undefined && { cause }) };
      return { stopDate: (executions.stop(executionArn, reason).stoppedAt ?? 0) / 1000 };
    },
  ),
  DescribeExecution: operation(v.object({ executionArn: arn }), ({ executions }, { executionArn }) => {
    const execution = executions.describe(executionArn);
    return {
      ...listed(execution),
      input: execution.input,
      inputDetails: { included: true },
      ...(execution.output !== undefined && { output: execution.output, outputDetails: { included: true } }),
      ...(execution.error !== undefined && { error: execution.error }),
      ...(execution.cause !== undefined && { cause: execution.cause }),
    };
  }),
  ListExecutions: operation(
    v.object({ stateMachineArn: arn, statusFilter: v.optional(status), ...page }),
    ({ executions, store }, { stateMachineArn, statusFilter, maxResults, nextToken }) => {
      const workflow = executions.workflow(stateMachineArn);
      const found = store.list(workflow.arn, statusFilter, maxResults || 100, fromToken(nextToken));
      return { executions: found.executions.map(listed), ...(found.next && { nextToken: `${found.next}` }) };
    },
  ),
  GetExecutionHistory: operation(
    v.object({ executionArn: arn, reverseOrder: v.optional(v.boolean(), false), ...page }),
    ({ executions }, { executionArn, reverseOrder, maxResults, nextToken }) => {
      executions.describe(executionArn);
      const events = historyView(executions.history(executionArn) as readonly HistoryEvent[]);
      const ordered = reverseOrder ? events.toReversed() : events;
      const from = fromToken(nextToken) ?? 0;
      const to = from + (maxResults || 100);
      return { events: ordered.slice(from, to), ...(to < ordered.length && { nextToken: `${to}` }) };
    },
  ),
  DescribeStateMachine: operation(v.object({ stateMachineArn: arn }), (desk, { stateMachineArn }) => {
    const workflow = desk.executions.workflow(stateMachineArn);
    return { ...machine(desk, workflow), status: 'ACTIVE', definition: workflow.definition, roleArn: workflow.arn };
  }),
  ListStateMachines: operation(objectOf(page), (desk) => ({
    stateMachines: desk.executions.workflows().map((workflow) => machine(desk, workflow)),
  })),
};

const listed = (execution: Execution): object => ({
  executionArn: execution.arn,
  stateMachineArn: execution.workflowArn,
  name: execution.name,
  status: execution.status,
  startDate: execution.startedAt / 1000,
  ...(execution.stoppedAt !== undefined && { stopDate: execution.stoppedAt / 1000 }),
});

const machine = ({ openedAt }: Desk, { arn: stateMachineArn, name }: Workflow): object => ({
  stateMachineArn,
  name,
  type: 'STANDARD',
  creationDate: openedAt / 1000,
});

const fromToken = (token: string | undefined): number | undefined => {
  if (token === undefined) return undefined;
  if (/^\d{1,15}$/.test(token)) return Number(token);
  throw new StepFunctionsError('InvalidToken', `invalid token: '${token}'`);
};
