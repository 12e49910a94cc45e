/** Step Functions on a laptop: an endpoint for the AWS SDK's client that runs the real workflows. */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Places } from '../functions/concurrency.ts';
import { StepFunctionsError } from './errors.ts';
import { openExecutionStore } from './execution-store.ts';
import { Executions } from './executions.ts';
import { type Desk, operations } from './operations.ts';
import { announcer, type StatusChange } from './status-change.ts';
import { type WorkflowDefinition, workflow } from './workflow.ts';

export interface StepFunctionsOptions {
  readonly workflows: readonly WorkflowDefinition[];
  /** Invokes a Lambda function by its ARN. Its rejection is the function's error. */
  invoke(functionArn: string, event: unknown): Promise<unknown>;
  /** bounds how many functions run at the same time; absent: nothing does */
  readonly place?: Places;
  /** Gets EventBridge's event when an execution has ended. Repeated when it throws, and after a restart. */
  announce?(event: StatusChange): Promise<void>;
  /** SQLite file; absent: nothing outlives the process */
  readonly dataFile?: string;
  /** absent: any free port */
  readonly port?: number;
  /** below 1: shortens waits and retry pauses by this factor, for tests and benchmarks */
  readonly pace?: number;
  /** whether the definitions were checked before: it takes a second */
  readonly validated?: boolean;
}

export interface StepFunctions {
  /** value of AWS_ENDPOINT_URL_SFN */
  readonly endpoint: string;
  /** What a call is answered, without HTTP. */
  answer(call: ApiCall): Promise<ApiAnswer>;
  /** Continues the executions that an earlier process left RUNNING. Call it when the functions can be invoked. */
  resume(): void;
  /** Leaves running executions RUNNING on disk, for the next start. */
  stop(): Promise<void>;
}

/** A POST of the API. */
export interface ApiCall {
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  readonly body: string | undefined;
}

export interface ApiAnswer {
  readonly status: number;
  readonly type: string;
  /** JSON */
  readonly body: string;
}

export const startStepFunctions = async (options: StepFunctionsOptions): Promise<StepFunctions> => {
  const workflows = options.workflows.map((definition) => workflow(definition, options));
  const store = openExecutionStore(options.dataFile);
  const announcing = announcer(options.announce ?? (async () => {}), store);
  const { invoke, place = (work) => work() } = options;
  const executions = new Executions({ workflows, store, invoke, place, onEnded: announcing.announce });
  const desk: Desk = { executions, store, openedAt: Date.now() };
  const server = createServer((request, response) => void answer(desk, request, response));
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: async (call) => answerTo(desk, call),
    resume: () => executions.resume(),
    stop: async () => {
      await executions.suspend();
      announcing.stop();
      server.close();
      server.closeAllConnections();
      store.close();
    },
  };
};

const contentType = 'application/x-amz-json-1.0';
const target = /^AWSStepFunctions\.(\w+)$/;
/** an input of 256 KiB in which every character is escaped */
const maxBodyBytes = 2 * 1024 * 1024;

const answer = async (desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  let answered: ApiAnswer;
  try {
    const body = await readBody(request);
    // a target that no operation has
    const headers = request.method === 'POST' ? request.headers : {};
    answered = answerTo(desk, { headers, body });
  } catch (error) {
    answered = refused(error);
  }
  response.writeHead(answered.status, { 'content-type': answered.type, 'x-amzn-requestid': randomUUID() });
  response.end(answered.body);
};

const answerTo = (desk: Desk, call: ApiCall): ApiAnswer => {
  try {
    return answerOf(200, perform(desk, call));
  } catch (error) {
    return refused(error);
  }
};

const answerOf = (status: number, body: object): ApiAnswer => ({
  status,
  type: contentType,
  body: JSON.stringify(body),
});

const refused = (error: unknown): ApiAnswer => {
  if (error instanceof StepFunctionsError)
    return answerOf(error.status, { __type: error.name, message: error.message });
  console.error('step functions:', error);
  return answerOf(500, { __type: 'InternalFailure', message: 'internal failure' });
};

const perform = (desk: Desk, { headers, body = '' }: ApiCall): object => {
  const name = target.exec(`${headers['x-amz-target']}`)?.[1];
  const operation = name === undefined ? undefined : operations[name];
  // the content type keeps out forms of web pages that a browser on this machine shows
  if (operation === undefined || headers['content-type'] !== contentType)
    throw new StepFunctionsError('UnknownOperationException', `there is no ${name ?? 'such'} operation here`);
  return operation(desk, parseBody(body));
};

const parseBody = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new StepFunctionsError('ValidationException', `the body is not JSON: ${String(cause)}`);
  }
};

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes)
      throw new StepFunctionsError('ValidationException', `the body is over ${maxBodyBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};
