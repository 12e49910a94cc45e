/** API Gateway on a laptop: the template's REST API as an HTTP server. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { FunctionTimeoutError } from '../functions/functions.ts';
import type { Api } from '../template/cloud.ts';
import { refusal, sendAnswer, sendResult } from './answer.ts';
import { unpacked } from './compression.ts';
import { proxyEvent, type Received } from './event.ts';
import { type FairPlaces, fairPlaces } from './fair-places.ts';
import { isOwnHost, otherHost } from './own-host.ts';
import { type Match, type Router, router } from './routing.ts';

export interface GatewayOptions {
  readonly api: Api;
  /** 0: any free port */
  readonly port: number;
  /** names of this machine, besides localhost and its addresses */
  readonly allowedHosts: readonly string[];
  invoke(functionArn: string, event: unknown): Promise<unknown>;
}

/**
 * Requests that are answered at the same time; others wait, and their 29 seconds have not begun. Lambda would run each in a
 * process of its own. Here all share the connections to the tables and files, and hundreds at once wait for one too long.
 */
const requestsAtOnce = 32;

/** Connections that the system accepts before this process does; Node's own 511 resets some of a thousand at once. */
const connectionsThatWait = 4_096;

/** Milliseconds. A busy process must not end a connection which its client is about to use. */
const idleConnectionMs = 75_000;

export interface Gateway {
  readonly url: string;
  /** Accepts no more requests. Waits until the running ones are answered, for a second at most. */
  stop(): Promise<void>;
}

/** Throws the errors of `listen`, such as EADDRINUSE. */
export const startGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const find = router(options.api.methods);
  const place = fairPlaces(requestsAtOnce);
  const server = createServer((request, response) => void serve({ ...options, place }, find, request, response));
  server.keepAliveTimeout = idleConnectionMs;
  server.on('clientError', answerToNoise);
  server.listen({ port: options.port, host: '127.0.0.1', backlog: connectionsThatWait });
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const idleTimeout = setTimeout(() => server.closeAllConnections(), 1_000);
      await closed;
      clearTimeout(idleTimeout);
    },
  };
};

/** What is no HTTP, such as a method that does not exist: Node would answer it without a body. */
const answerToNoise = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, title] =
    error.code === 'HPE_HEADER_OVERFLOW' ? [431, 'Request Header Fields Too Large'] : [400, 'Bad Request'];
  const message = status === 431 ? 'the headers are longer than 16 kB' : 'this is not an HTTP request';
  const body = JSON.stringify({ code: status, title, message });
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
};

type Options = GatewayOptions & { readonly place: FairPlaces };

const serve = async (
  options: Options,
  find: Router,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const receivedAt = new Date();
  const { host } = request.headers;
  if (!isOwnHost(host, options.allowedHosts)) return sendAnswer(response, otherHost(host));
  const { pathname: path, search } = split(request.url ?? '/');
  if (path === '/' && isForPeople(request) && find('GET', '/ui') !== undefined)
    return sendAnswer(response, toDashboard);
  const match = matched(find, request.method ?? 'GET', path);
  if (match === undefined) return sendAnswer(response, refusal(options.api, 'MISSING_AUTHENTICATION_TOKEN'));
  if (match === 'malformed') return sendAnswer(response, refusal(options.api, 'BAD_REQUEST_PARAMETERS'));
  const sent = await readBody(request);
  const body = typeof sent === 'string' ? sent : unpacked(sent, request, options.api, maxBodyBytes);
  if (body === 'too large') return sendAnswer(response, refusal(options.api, 'REQUEST_TOO_LARGE'));
  if (body === 'broken off') return;
  if (body === 'malformed') return sendAnswer(response, refusal(options.api, 'BAD_REQUEST_PARAMETERS'));
  const { target } = match.method;
  if (!('functionArn' in target)) return sendAnswer(response, target);
  await answerWith(options, response, target.functionArn, { request, path, query: search, body, receivedAt }, match);
};

/** A browser that a person has sent to the address of the service. */
const isForPeople = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && (headers.accept ?? '').includes('text/html');

const toDashboard = { status: 302, headers: { Location: '/ui/' }, body: '' };

const split = (url: string): { pathname: string; search: string } => {
  const at = url.indexOf('?');
  return at < 0 ? { pathname: url, search: '' } : { pathname: url.slice(0, at), search: url.slice(at + 1) };
};

const matched = (find: Router, method: string, path: string): Match | 'malformed' | undefined => {
  try {
    return find(method, path);
  } catch (error) {
    if (error instanceof URIError) return 'malformed';
    throw error;
  }
};

/**
 * API Gateway's quota for a payload. A larger body is still read to its end, up to ten times as much, so that the client
 * gets the error.
 */
const maxBodyBytes = 10 * 1024 * 1024;
const maxReadBytes = 10 * maxBodyBytes;

const readBody = async (request: IncomingMessage): Promise<Buffer | 'too large' | 'broken off'> => {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxReadBytes) return 'broken off';
      if (size <= maxBodyBytes) chunks.push(chunk);
    }
  } catch {
    return 'broken off'; // the client has closed the connection, so nobody waits for an answer
  }
  return size > maxBodyBytes ? 'too large' : Buffer.concat(chunks);
};

const answerWith = async (
  { api, invoke, place }: Options,
  response: ServerResponse,
  functionArn: string,
  { request, ...received }: Omit<Received, 'request'> & { readonly request: IncomingMessage },
  match: Match,
): Promise<void> => {
  try {
    const event = proxyEvent({ request, ...received }, match);
    const result = await place(callerOf(request), () => inTime(invoke(functionArn, event)));
    if (sendResult(response, result, request, api)) return;
    console.error(`gateway: ${functionArn} returned an answer that API Gateway does not accept:`, result);
    sendAnswer(response, refusal(api, 'INTEGRATION_FAILURE'));
  } catch (error) {
    console.error(`gateway: ${functionArn} failed:`, error);
    sendAnswer(
      response,
      refusal(api, error instanceof FunctionTimeoutError ? 'INTEGRATION_TIMEOUT' : 'INTEGRATION_FAILURE'),
    );
  }
};

/** Tells callers apart before their tokens are checked. */
const callerOf = ({ headers, socket }: IncomingMessage): string => headers.authorization ?? socket.remoteAddress ?? '';

/** API Gateway's integration timeout. */
const idleTimeoutMs = 29_000;

const inTime = async (work: Promise<unknown>): Promise<unknown> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new FunctionTimeoutError('the integration took longer than 29 seconds')),
    idleTimeoutMs,
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
