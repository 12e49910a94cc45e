/** Stands between the service's AWS SDK and the local stores, and lets calls fail in every way that AWS lets them fail. */

import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../schedules/chance.ts';
import { broken, type Call, callOf, throttled } from './sdk-fault.ts';

/**
 * throttled    too much at once: not done
 * broken       500: not done
 * unanswered   done, and the connection is lost before the answer
 * slow         answered after one or two seconds
 * silent       done, and answered later than the SDK waits
 */
type SdkFault = 'throttled' | 'broken' | 'unanswered' | 'slow' | 'silent';

/** How likely each fault is for a call, 0 to 1; together at most 1. */
export type Likelihood = Readonly<Partial<Record<SdkFault, number>>>;

export interface FaultProxy {
  readonly url: string;
  /** calls that came, faults included */
  readonly calls: () => number;
  /** by service and operation, e.g. `dynamodb PutItem` */
  readonly operations: ReadonlyMap<string, number>;
  /** by service and fault, e.g. `dynamodb throttled` */
  readonly faults: ReadonlyMap<string, number>;
  /** where the service's tables were last asked for */
  readonly tables: () => string | undefined;
  become(likelihood: Likelihood): void;
  stop(): Promise<void>;
}

interface State {
  likelihood: Likelihood;
  calls: number;
  tables: string | undefined;
  readonly operations: Map<string, number>;
  readonly faults: Map<string, number>;
  readonly dice: Chance;
  readonly agent: Agent;
}

export const startFaultProxy = async (dice: Chance): Promise<FaultProxy> => {
  const agent = new Agent({ keepAlive: true });
  const state: State = {
    likelihood: {},
    calls: 0,
    tables: undefined,
    operations: new Map(),
    faults: new Map(),
    dice,
    agent,
  };
  const server = createServer((incoming, outgoing) => {
    // a lost upstream is a lost connection here too
    handle(state, incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => state.calls,
    operations: state.operations,
    faults: state.faults,
    tables: () => state.tables,
    become: (likelihood) => {
      state.likelihood = likelihood;
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
};

const handle = async (state: State, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  const body = await bodyOf(incoming);
  const { 'x-chaos-upstream': upstream, 'x-amz-target': target, authorization } = incoming.headers;
  const call = callOf(
    { target: target === undefined ? undefined : `${target}`, authorization, path: incoming.url },
    incoming.method ?? '',
    body,
  );
  state.calls += 1;
  count(state.operations, `${call.service} ${call.operation}`);
  if (call.service === 'dynamodb') state.tables = `http://${upstream}`;
  const fault = drawn(state);
  if (fault !== undefined) count(state.faults, `${call.service} ${fault}`);
  if (fault === 'throttled' || fault === 'broken') return refuse(outgoing, fault, call, state.dice.below(6));
  if (fault === 'slow') await sleep(1_000 + state.dice.below(1_000));
  const answer = await forward(state.agent, incoming, `${upstream}`, body);
  if (fault === 'silent') await sleep(7_000);
  if (fault === 'unanswered' || fault === 'silent') return void outgoing.destroy();
  outgoing.writeHead(answer.status, answer.headers);
  outgoing.end(answer.body);
};

const count = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);

const drawn = ({ likelihood, dice }: State): SdkFault | undefined => {
  let left = dice.next();
  for (const [fault, share] of Object.entries(likelihood)) {
    left -= share;
    if (left < 0) return fault as SdkFault;
  }
  return undefined;
};

const refuse = (outgoing: ServerResponse, fault: 'throttled' | 'broken', call: Call, turn: number): void => {
  const { status, contentType, body } = fault === 'throttled' ? throttled(call, turn) : broken(call);
  outgoing.writeHead(status, { 'content-type': contentType, 'x-amzn-requestid': 'chaos' });
  outgoing.end(body);
};

interface Forwarded {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const forward = async (agent: Agent, incoming: IncomingMessage, upstream: string, body: Buffer): Promise<Forwarded> => {
  const { 'x-chaos-upstream': _, 'transfer-encoding': _chunked, ...headers } = incoming.headers;
  const [host, port] = upstream.split(':');
  const length = body.length > 0 ? { 'content-length': `${body.length}` } : {};
  const sent = request({
    agent,
    host,
    port,
    method: incoming.method,
    path: incoming.url,
    headers: { ...headers, ...length },
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const { 'transfer-encoding': _coding, connection: _connection, ...kept } = answer.headers;
  return { status: answer.statusCode ?? 502, headers: kept, body: await bodyOf(answer) };
};

const bodyOf = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
};
