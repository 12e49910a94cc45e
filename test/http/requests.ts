import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { beforeEach, vi } from 'vitest';
import { bearerToken, type Caller, type Callers } from '../../src/foundation/caller.ts';
import { UnauthenticatedError } from '../../src/foundation/errors.ts';

const issuer = 'https://iam.example/';

const person = (subject: string, more: Partial<Caller> = {}): Caller => ({
  issuer,
  subject,
  groups: [],
  isAdministrator: false,
  ...more,
});

/** Tokens are the callers' names. */
export const people = {
  olga: person('olga', { groups: ['physics'] }),
  mia: person('mia', { groups: ['physics', 'chemistry'] }),
  /** a manager of the group physics */
  lena: person('lena', { groups: ['leads', 'physics'], manages: ['physics'] }),
  otto: person('otto'),
  ada: person('ada', { groups: ['admins'], isAdministrator: true }),
  /** of an issuer that tells no groups */
  lone: { issuer: 'https://plain.example', subject: 'lone', isAdministrator: false },
  /** of another issuer, where there is a group of the same name, and manages that */
  namesake: person('olga', { issuer: 'https://other.example', groups: ['physics'], manages: ['physics'] }),
} as const satisfies Record<string, Caller>;

export type Name = keyof typeof people;

export const callers: Callers = {
  identify: async (authorization) => {
    const token = bearerToken(authorization) ?? '';
    const caller = Object.hasOwn(people, token) ? people[token as Name] : undefined;
    if (caller) return caller;
    throw new UnauthenticatedError('user authentication is required');
  },
};

export interface Sent {
  readonly as?: Name | undefined;
  readonly method?: string;
  readonly resource?: string;
  readonly path?: { readonly [name: string]: string };
  readonly query?: { readonly [name: string]: string };
  readonly headers?: { readonly [name: string]: string };
  /** text as it is, anything else as JSON */
  readonly body?: unknown;
}

/** What the gateway would hand over. */
export const event = (sent: Sent = {}): APIGatewayProxyEvent => {
  const resource = sent.resource ?? '/deployments';
  const pathParameters = encoded(sent.path ?? {});
  const path = Object.entries(pathParameters).reduce((all, [name, value]) => all.replace(`{${name}}`, value), resource);
  const shown: Partial<APIGatewayProxyEvent> = {
    httpMethod: sent.method ?? 'GET',
    resource,
    path,
    headers: { ...(sent.as && { Authorization: `Bearer ${sent.as}` }), ...sent.headers },
    pathParameters,
    queryStringParameters: { ...sent.query },
    body: sent.body === undefined || typeof sent.body === 'string' ? (sent.body ?? null) : JSON.stringify(sent.body),
    isBase64Encoded: false,
  };
  const requestContext = { requestId: 'r-1', domainName: 'api.example', path: `/prod${path}` };
  return { ...shown, requestContext } as APIGatewayProxyEvent;
};

/** A REST API passes parameters of the path on as the client encoded them. */
const encoded = (path: { readonly [name: string]: string }) =>
  Object.fromEntries(Object.entries(path).map(([name, value]) => [name, encodeURIComponent(value)]));

export const context = { awsRequestId: 'lambda-1' } as Context;

/** Keeps the log lines of the requests out of the report; a test that reads them spies again and finds only its own. */
beforeEach(() => {
  vi.spyOn(console, 'log')
    .mockReset()
    .mockImplementation(() => undefined);
});

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

export interface Answered {
  readonly status: number;
  readonly headers: { readonly [name: string]: unknown };
  readonly body: string;
  /** the body's JSON; empty when it is another type */
  readonly json: Body;
}

/** Members that tests read; the rest is judged by expectations. */
interface Body {
  readonly message: string;
  readonly links: readonly { readonly rel: string; readonly href: string }[];
  readonly content: readonly { readonly uuid: string; readonly [name: string]: unknown }[];
  readonly [name: string]: unknown;
}

export const call = async (handler: Handler, sent: Sent = {}): Promise<Answered> => {
  return answered(await handler(event(sent), context));
};

export const answered = ({ statusCode, headers = {}, body }: APIGatewayProxyResult): Answered => {
  const isJson = String(headers['Content-Type']).startsWith('application/json');
  return { status: statusCode, headers, body, json: isJson && body !== '' ? JSON.parse(body) : {} };
};
