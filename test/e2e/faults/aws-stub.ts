/** Step Functions and Secrets Manager as far as the service calls them: what is started is remembered, for the test to run. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Started {
  readonly stateMachine: string;
  readonly name: string;
  readonly input: string;
}

/** How an execution stands, as DescribeExecution tells it. */
export type Status = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'ABORTED';

/** The error that an execution ended with. */
interface EndedBy {
  readonly error: string;
  readonly cause: string;
}

export interface AwsStub {
  readonly url: string;
  /** what is to be run */
  readonly started: Started[];
  /** all that was ever started, by its ARN: names are of one state machine */
  readonly executions: Map<string, Started & { readonly status: Status } & Partial<EndedBy>>;
  end(started: Started, status: Status, by?: EndedBy): void;
  stop(): Promise<void>;
}

interface Asked {
  readonly stateMachineArn?: string;
  readonly name?: string;
  readonly input?: string;
  readonly SecretId?: string;
  readonly executionArn?: string;
}

export const startAwsStub = async (secrets: { readonly [name: string]: object }): Promise<AwsStub> => {
  const started: Started[] = [];
  const executions: AwsStub['executions'] = new Map();
  const end: AwsStub['end'] = (one, status, by) => {
    const arn = arnOf(one);
    const known = executions.get(arn);
    if (known?.status === 'RUNNING') executions.set(arn, { ...known, status, ...by });
  };
  const aborted = (one: Started): void => {
    end(one, 'ABORTED');
    const waiting = started.findIndex((other) => arnOf(other) === arnOf(one));
    if (waiting >= 0) started.splice(waiting, 1);
  };
  const answer = (target: string, asked: Asked): { readonly status: number; readonly body: object } => {
    if (target.endsWith('.GetSecretValue')) {
      const found = secrets[asked.SecretId ?? ''];
      if (found === undefined) return { status: 400, body: { __type: 'ResourceNotFoundException' } };
      return { status: 200, body: { SecretString: JSON.stringify(found) } };
    }
    const known = executions.get(asked.executionArn ?? '');
    if (target.endsWith('.DescribeExecution')) {
      if (known === undefined) return { status: 400, body: { __type: 'ExecutionDoesNotExist' } };
      const { status, error, cause } = known;
      return { status: 200, body: { executionArn: asked.executionArn, status, error, cause } };
    }
    if (target.endsWith('.StopExecution')) {
      if (known) aborted(known);
      return { status: 200, body: { stopDate: 0 } };
    }
    const { stateMachineArn = '', name = '', input = '' } = asked;
    const start = { stateMachine: stateMachineArn, name, input };
    const executionArn = arnOf(start);
    if (executions.has(executionArn)) return { status: 400, body: { __type: 'ExecutionAlreadyExists' } };
    started.push(start);
    executions.set(executionArn, { ...start, status: 'RUNNING' });
    return { status: 200, body: { executionArn, startDate: 0 } };
  };
  const server = createServer(async (request, response) => {
    const { status, body } = answer(`${request.headers['x-amz-target']}`, JSON.parse(await text(request)) as Asked);
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, started, executions, end, stop };
};

const arnOf = ({ stateMachine, name }: Started): string =>
  `${stateMachine.replace(':stateMachine:', ':execution:')}:${name}`;
