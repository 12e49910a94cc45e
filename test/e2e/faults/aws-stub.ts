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

export interface AwsStub {
  readonly url: string;
  readonly started: Started[];
  stop(): Promise<void>;
}

interface Asked {
  readonly stateMachineArn?: string;
  readonly name?: string;
  readonly input?: string;
  readonly SecretId?: string;
}

export const startAwsStub = async (secrets: { readonly [name: string]: object }): Promise<AwsStub> => {
  const started: Started[] = [];
  const answer = (target: string, asked: Asked): { readonly status: number; readonly body: object } => {
    if (target.endsWith('.GetSecretValue')) {
      const found = secrets[asked.SecretId ?? ''];
      if (found === undefined) return { status: 400, body: { __type: 'ResourceNotFoundException' } };
      return { status: 200, body: { SecretString: JSON.stringify(found) } };
    }
    if (target.endsWith('.StopExecution')) return { status: 200, body: { stopDate: 0 } };
    const { stateMachineArn = '', name = '', input = '' } = asked;
    if (started.some((one) => one.name === name)) return { status: 400, body: { __type: 'ExecutionAlreadyExists' } };
    started.push({ stateMachine: stateMachineArn, name, input });
    return { status: 200, body: { executionArn: `${stateMachineArn}:${name}`, startDate: 0 } };
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
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, started, stop };
};
