/** Requests as clients send them, letter by letter, through the gateway's own rules to the routes under test. */

import type { IncomingMessage } from 'node:http';
import type { Context } from 'aws-lambda';
import { proxyEvent } from '../../local/gateway/event.ts';
import { router } from '../../local/gateway/routing.ts';
import { routes } from '../../src/http/routes.ts';
import { type Answered, answered, context } from './requests.ts';
import type { Service } from './service.ts';
import { byFunction } from './under-test.ts';

const find = router(
  routes.map(({ method, path, function: name }) => ({ resourceId: name, path, method, target: { functionArn: name } })),
);

export interface Wire {
  /** path and query, as they stand in the request line */
  readonly target: string;
  readonly method?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string;
}

/** 404 for a path that has no route, as the gateway answers. */
export const send = async (service: Service, wire: Wire, within: Partial<Context> = {}): Promise<Answered> => {
  const { method = 'GET', target, headers = {}, body = '' } = wire;
  const [path = '', query = ''] = target.split('?');
  const match = find(method, path);
  const handler = Object.entries(byFunction).find(([name]) => name === match?.method.resourceId)?.[1];
  if (match === undefined || handler === undefined) return { status: 404, headers: {}, body: '', json: nothing };
  const rawHeaders = Object.entries({ Host: 'api.example', ...headers }).flat();
  const request = { method, rawHeaders, socket: {} as IncomingMessage['socket'] };
  const event = proxyEvent({ request, path, query, body: Buffer.from(body), receivedAt: new Date() }, match);
  return answered(await handler(service)(event, { ...context, ...within }));
};

const nothing = { message: '', links: [], content: [] };
