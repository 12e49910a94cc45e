import { z } from 'zod';
import { StepFunctionsError } from './errors.ts';
import type { Execution } from './execution.ts';
import type { ExecutionStore } from './execution-store.ts';
import type { Executions } from './executions.ts';
import { type HistoryEvent, historyView } from './history.ts';
import type { Workflow } from './workflow.ts';

/** What the operations work on. */
export interface Desk {
  readonly executions: Executions;
  readonly store: ExecutionStore;
  /** when the state machines were made, as far as a caller can tell; milliseconds since 1970 */
  readonly openedAt: number;
}

/** One operation of the API: JSON body in, JSON body out; throws a StepFunctionsError. */
export type Operation = (desk: Desk, body: unknown) => object;

const operation =
  <Schema extends z.ZodType>(schema: Schema, answer: (desk: Desk, input: z.output<Schema>) => object): Operation =>
  (desk, body) => {
    const parsed = schema.safeParse(body);
    if (!parsed.success) throw new StepFunctionsError('ValidationException', z.prettifyError(parsed.error));
    return answer(desk, parsed.data);
  };

const arn = z.string().min(1).max(256);
const page = { maxResults: z.int().min(0).max(1000).optional(), nextToken: z.string().optional() };
const status = z.enum(['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED']);

/** Those operations of AWSStepFunctions that the service, its tests and a curious developer need. */
export const operations: Readonly<Record<string, Operation>> = {
  StartExecution: operation(
    z.object({ stateMachineArn: arn, name: z.string().optional(), input: z.string().default('{}') }),
    ({ executions }, { stateMachineArn, name, input }) => {
      const { arn: executionArn, startedAt } = executions.start({ workflowArn: stateMachineArn, name, input });
      return { executionArn, startDate: startedAt / 1000 };
    },
  ),
  StopExecution: operation(
    z.object({ executionArn: arn, error: z.string().max(256).optional(), cause: z.string().max(32_768).optional() }),
    ({ executions }, { executionArn, error, cause }) => {
      const reason = { ...(error !== undefined && { error }), ...(cause !== undefined && { cause }) };
      return { stopDate: (executions.stop(executionArn, reason).stoppedAt ?? 0) / 1000 };
    },
  ),
  DescribeExecution: operation(z.object({ executionArn: arn }), ({ executions }, { executionArn }) => {
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
    z.object({ stateMachineArn: arn, statusFilter: status.optional(), ...page }),
    ({ executions, store }, { stateMachineArn, statusFilter, maxResults, nextToken }) => {
      const workflow = executions.workflow(stateMachineArn);
      const found = store.list(workflow.arn, statusFilter, maxResults || 100, fromToken(nextToken));
      return { executions: found.executions.map(listed), ...(found.next && { nextToken: `${found.next}` }) };
    },
  ),
  GetExecutionHistory: operation(
    z.object({ executionArn: arn, reverseOrder: z.boolean().default(false), ...page }),
    ({ executions }, { executionArn, reverseOrder, maxResults, nextToken }) => {
      executions.describe(executionArn);
      const events = historyView(executions.history(executionArn) as readonly HistoryEvent[]);
      const ordered = reverseOrder ? events.toReversed() : events;
      const from = fromToken(nextToken) ?? 0;
      const to = from + (maxResults || 100);
      return { events: ordered.slice(from, to), ...(to < ordered.length && { nextToken: `${to}` }) };
    },
  ),
  DescribeStateMachine: operation(z.object({ stateMachineArn: arn }), (desk, { stateMachineArn }) => {
    const workflow = desk.executions.workflow(stateMachineArn);
    return { ...machine(desk, workflow), status: 'ACTIVE', definition: workflow.definition, roleArn: workflow.arn };
  }),
  ListStateMachines: operation(z.object(page), (desk) => ({
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
