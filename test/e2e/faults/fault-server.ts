import { type FaultServer, orders, type Route } from './fault-orders.ts';
/** A server in front of every other: passes requests on, or misbehaves as it is told. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { services } from '../../../local/sandbox/aws/calls/actions.ts';
import { errorOf } from '../../../local/sandbox/aws/protocol/answer.ts';
import { AwsRefusal } from '../../../local/sandbox/aws/protocol/refusal.ts';
import { signedFor } from './aws-wire.ts';
import type { Kind } from './kinds.ts';

interface Order {
  readonly kind: string | undefined;
  readonly upstream: string;
  readonly path: string;
  readonly id: string;
}

export const startFaultServer = async (): Promise<FaultServer> => {
  const expired: FaultServer['expired'] = new Map();
  const routes = new Map<string, Route>();
  const server = createServer((request, response) => {
    handle(orderOf(request, routes), request, response, expired).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    url,
    closed,
    expired,
    route: (path, to) => void routes.set(path, to),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
};

/** Nobody listens here. A port that was closed a moment ago may be given to another process of this run. */
const closed = new URL('http://127.0.0.1:2/');

const orderOf = ({ url: path = '/', headers }: IncomingMessage, routes: Map<string, Route>): Order => {
  const [prefix = '', known] = [...routes].find(([prefix]) => path.startsWith(prefix)) ?? [];
  if (known?.kind === 'once') routes.set(prefix, { ...known, kind: undefined });
  return {
    kind: known ? known.kind : textOf(headers[orders.kind]),
    upstream: known?.upstream ?? textOf(headers[orders.upstream]) ?? '',
    path,
    id: textOf(headers[orders.id]) ?? '',
  };
};

const textOf = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined;

const handle = async (
  order: Order,
  request: IncomingMessage,
  response: ServerResponse,
  expired: FaultServer['expired'],
): Promise<void> => {
  const body = await buffer(request);
  if (isRefusal(order.kind)) {
    refuse(order.kind, request, body.toString('utf8'), response);
    return;
  }
  const answer = await forward(order, request, body);
  if (order.kind === 'slow') {
    expired.get(order.id)?.();
    return; // and nothing more, until whoever asked hangs up
  }
  if (order.kind === 'malformed') {
    response.writeHead(200, { 'content-type': 'application/json' }).end('<html><body>Please sign in</body></html>');
    return;
  }
  const whole = Buffer.from(await answer.arrayBuffer());
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !hopByHop.has(name)));
  if (order.kind === 'cut' && whole.length < 2) return void response.destroy();
  response.writeHead(answer.status, { ...headers, 'content-length': `${whole.length}` });
  if (order.kind !== 'cut') response.end(whole);
  else response.write(whole.subarray(0, whole.length / 2), () => response.destroy());
};

const refusals = ['4xx', '5xx', 'once', 'stale', 'expired'] as const;
const isRefusal = (kind: string | undefined): kind is (typeof refusals)[number] => refusals.some((one) => one === kind);

const hopByHop = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'host',
]);

const forward = (order: Order, { method = 'GET', headers }: IncomingMessage, body: Buffer): Promise<Response> => {
  const sent = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    hopByHop.has(name) || name.startsWith('x-fault') || typeof value !== 'string' ? [] : [[name, value]],
  );
  return passing(`${order.upstream}${order.path}`, {
    method,
    headers: sent,
    redirect: 'manual',
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
};

/** As it is before wire.ts stands in front of it. */
const passing = globalThis.fetch;

/** What services of each protocol call session credentials that they do not accept. */
const expiredCodes = {
  query: 'ExpiredToken',
  ec2: 'AuthFailure',
  json: 'ExpiredTokenException',
  rest: 'UnrecognizedClientException',
} as const;

/** In the forms of all services at once: AWS reads `__type`, or XML. */
const refuse = (kind: Kind, { headers, url }: IncomingMessage, body: string, response: ServerResponse): void => {
  const isOurs = kind === '4xx';
  const aws = textOf(headers['x-amz-target']);
  const isS3 = aws === undefined && headers['amz-sdk-invocation-id'] !== undefined;
  const service = services[signedFor(headers.authorization)];
  if (service !== undefined && kind === 'expired') {
    const refusal = new AwsRefusal(
      expiredCodes[service.protocol],
      'The security token included in the request is expired',
      403,
    );
    const { status, type, body: text, headers: more } = errorOf(service.protocol, refusal, 'r-1');
    response.writeHead(status, { 'content-type': type, ...more }).end(text);
    return;
  }
  const said = `${isOurs ? 'not allowed' : 'out of order'}: ${headers.authorization} ${headers['x-vault-token']} ${body}`;
  if (service !== undefined && service.protocol !== 'json') {
    const refusal = new AwsRefusal(isOurs ? 'AccessDenied' : 'ServiceUnavailable', said, isOurs ? 403 : 503);
    const { status, type, body: text } = errorOf(service.protocol, refusal, 'r-1');
    response.writeHead(status, { 'content-type': type }).end(text);
    return;
  }
  if (isS3) {
    const code = isOurs ? 'AccessDenied' : 'SlowDown';
    response.writeHead(isOurs ? 403 : 503, { 'content-type': 'application/xml' });
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code} at ${url}</Message></Error>`);
    return;
  }
  const type = isOurs ? 'ThrottlingException' : 'InternalServerError';
  const status = kind === 'stale' ? 401 : aws !== undefined && isOurs ? 400 : isOurs ? 403 : 503;
  response.writeHead(status, { 'content-type': aws === undefined ? 'application/json' : 'application/x-amz-json-1.0' });
  response.end(JSON.stringify({ __type: type, message: said, code: status, errors: [said], hint: said }));
};
