/** AWS's clients, over the wire. They make one try: what the SDK would repeat is left to the workflows, who must do without. */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Detour } from '../../../local/direct/connections.ts';
import type { Astray, Wire } from './wire.ts';

interface HttpRequest {
  method: string;
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  query?: Record<string, unknown>;
  headers: Record<string, string>;
  body?: unknown;
}

type Next = (args: { request: unknown; input: object }) => Promise<{ response: unknown; output: object }>;

/** The part of a client's middleware stack that is used. */
interface Wirable {
  readonly middlewareStack: {
    add(middleware: (next: Next) => Next, options: { step: 'finalizeRequest'; priority: 'low' }): void;
  };
}

/** Innermost, after the request is signed: what happens to it happens on its way. */
export const overWire = <Client>(client: Client, wire: Wire): Client => {
  (client as unknown as Wirable).middlewareStack.add(
    (next) => async (args) => {
      const request = args.request as HttpRequest;
      return led(wire, request, (changed) => next({ ...args, request: changed }));
    },
    { step: 'finalizeRequest', priority: 'low' },
  );
  return client;
};

/** For clients that are made where nobody reaches them, such as those of a deployer. */
export const handledOverWire = (wire: Wire): { configure(configuration: { httpHandler(): object }): void } => ({
  configure: (configuration) => {
    const handler = configuration.httpHandler() as Handler;
    const handle = handler.handle.bind(handler);
    handler.handle = (request, ...options) => led(wire, request, (changed) => handle(changed, ...options));
  },
});

/** What is to happen to a request that the SDK sends next, because it was seen before. */
const decided = new AsyncLocalStorage<{ lost: Astray | undefined }>();

/** For the clients without the SDK, which take no time: the SDK sends what goes astray, and makes it again or not. */
export const detourOver =
  (wire: Wire, endpoint: string): Detour =>
  ({ method, path, headers = {}, body = '' }, bySdk) => {
    const url = new URL(path, endpoint);
    const target = headers['x-amz-target'] ?? '';
    const lost = wire.astray({ method, url, target, authorization: '', body: textOf(body) });
    return lost && decided.run({ lost }, bySdk);
  };

interface Handler {
  handle(request: HttpRequest, ...options: unknown[]): Promise<unknown>;
}

const led = async <T>(wire: Wire, request: HttpRequest, send: (request: HttpRequest) => Promise<T>): Promise<T> => {
  const { method, hostname, port, path, query = {}, headers } = request;
  const asked = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, `${value ?? ''}`]));
  const url = new URL(`http://${hostname}:${port ?? 80}${path}`);
  url.search = new URLSearchParams(asked).toString();
  const body = textOf(request.body);
  const target = targetOf(headers, path, body);
  const authorization = headers['authorization'] ?? '';
  const lost = seenBefore() ?? wire.astray({ method, url, target, authorization, body });
  if (lost === undefined) return send(request);
  const aside = { hostname: lost.base.hostname, port: Number(lost.base.port), protocol: 'http:' };
  const changed = Object.assign(Object.create(Object.getPrototypeOf(request)), request, aside, {
    headers: { ...headers, ...lost.headers },
  });
  return Promise.race([send(changed), lost.expired]);
};

/** Counts for the first try alone. */
const seenBefore = (): Astray | undefined => {
  const decision = decided.getStore();
  const lost = decision?.lost;
  if (decision !== undefined) decision.lost = undefined;
  return lost;
};

/**
 * Forms name their call in the body, and their service in the signature: `ec2.StopInstances`. Batch names its call in the
 * path: `batch.submitjob`.
 */
const targetOf = (headers: HttpRequest['headers'], path: string, body: string): string => {
  if (signedFor(headers['authorization']) === 'batch') return `batch.${path.split('/').at(-1)}`;
  const action = new URLSearchParams(body).get('Action');
  return headers['x-amz-target'] ?? (action === null ? '' : `${signedFor(headers['authorization'])}.${action}`);
};

/** The service that a request is signed for. */
export const signedFor = (authorization = ''): string => /([\w-]+)\/aws4_request/.exec(authorization)?.[1] ?? '';

const textOf = (body: unknown): string => {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : '';
};
