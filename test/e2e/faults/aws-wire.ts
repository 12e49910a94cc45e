/** AWS's clients, over the wire. They make one try: what the SDK would repeat is left to the workflows, who must do without. */

import type { Wire } from './wire.ts';

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
      const { method, hostname, port, path, query = {}, headers } = request;
      const asked = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, `${value ?? ''}`]));
      const url = new URL(`http://${hostname}:${port ?? 80}${path}`);
      url.search = new URLSearchParams(asked).toString();
      const target = headers['x-amz-target'] ?? '';
      const lost = wire.astray({ method, url, target, authorization: '', body: textOf(request.body) });
      if (lost === undefined) return next(args);
      const aside = { hostname: lost.base.hostname, port: Number(lost.base.port), protocol: 'http:' };
      const changed = Object.assign(Object.create(Object.getPrototypeOf(request)), request, aside, {
        headers: { ...headers, ...lost.headers },
      });
      return Promise.race([next({ ...args, request: changed }), lost.expired]);
    },
    { step: 'finalizeRequest', priority: 'low' },
  );
  return client;
};

const textOf = (body: unknown): string => {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : '';
};
