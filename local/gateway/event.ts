import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { account } from '../template/names.ts';
import type { Match } from './routing.ts';

/** The parts of the request that the event needs. */
export interface Received {
  readonly request: Pick<IncomingMessage, 'method' | 'rawHeaders' | 'socket'>;
  /** path without the query */
  readonly path: string;
  /** the text after the question mark */
  readonly query: string;
  readonly body: Buffer;
  readonly receivedAt: Date;
}

/**
 * The event that a REST API sends to a function by proxy integration (API Gateway developer guide, "Input format of a
 * Lambda function for proxy integration"), as if its stage were at the root, as with a custom domain.
 */
export const proxyEvent = (received: Received, { method, pathParameters }: Match): APIGatewayProxyEvent => {
  const { request, path, query, body } = received;
  const headers = forwarded(request);
  const parameters = [...new URLSearchParams(query)];
  return {
    resource: method.path || '/',
    path,
    httpMethod: request.method ?? 'GET',
    headers: Object.fromEntries(headers),
    multiValueHeaders: grouped(headers),
    queryStringParameters: orNull(Object.fromEntries(parameters)),
    multiValueQueryStringParameters: orNull(grouped(parameters)),
    pathParameters: orNull(pathParameters),
    stageVariables: null,
    requestContext: requestContext(received, method.resourceId, method.path || '/'),
    body: body.length === 0 ? null : body.toString('utf8'),
    isBase64Encoded: false,
  };
};

type Pair = readonly [name: string, value: string];

/** The client's headers in its own spelling, and then those of the gateway, which a client cannot set. */
const forwarded = ({ rawHeaders, socket }: Received['request']): Pair[] => {
  const sent: Pair[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) sent.push([rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '']);
  const own: Pair[] = [
    [
      'X-Amzn-Trace-Id',
      `Root=1-${randomUUID().replaceAll('-', '').slice(0, 8)}-${randomUUID().replaceAll('-', '').slice(0, 24)}`,
    ],
    ['X-Forwarded-For', socket.remoteAddress ?? '127.0.0.1'],
    ['X-Forwarded-Port', String(socket.localPort ?? 80)],
    ['X-Forwarded-Proto', 'http'],
  ];
  const ownNames = new Set(own.map(([name]) => name.toLowerCase()));
  return [...sent.filter(([name]) => !ownNames.has(name.toLowerCase())), ...own];
};

/** All values of each name, in order. */
const grouped = (pairs: readonly Pair[]): Record<string, string[]> => {
  const groups = new Map<string, string[]>();
  for (const [name, value] of pairs) groups.set(name, [...(groups.get(name) ?? []), value]);
  return Object.fromEntries(groups);
};

const orNull = <T extends object>(values: T): T | null => (Object.keys(values).length === 0 ? null : values);

const requestContext = (
  { request, path, receivedAt }: Received,
  resourceId: string,
  resourcePath: string,
): APIGatewayProxyEvent['requestContext'] => {
  const host = header(request, 'host') ?? 'localhost';
  return {
    accountId: account,
    apiId: 'local',
    authorizer: null,
    domainName: host,
    domainPrefix: host.split('.')[0] ?? host,
    extendedRequestId: randomUUID(),
    httpMethod: request.method ?? 'GET',
    identity: identity(request),
    path,
    protocol: 'HTTP/1.1',
    requestId: randomUUID(),
    requestTime: logTime(receivedAt),
    requestTimeEpoch: receivedAt.getTime(),
    resourceId,
    resourcePath,
    stage: 'local',
  };
};

const header = ({ rawHeaders }: Received['request'], name: string): string | undefined => {
  const at = rawHeaders.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === name);
  return at < 0 ? undefined : rawHeaders[at + 1];
};

const identity = (request: Received['request']): APIGatewayProxyEvent['requestContext']['identity'] => ({
  accessKey: null,
  accountId: null,
  apiKey: null,
  apiKeyId: null,
  caller: null,
  clientCert: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
  user: null,
  userAgent: header(request, 'user-agent') ?? null,
  userArn: null,
});

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `09/Apr/2026:12:34:56 +0000` */
const logTime = (time: Date): string => {
  const [date = '', clock = ''] = time.toISOString().split('T');
  const [year, month, day] = date.split('-');
  return `${day}/${months[Number(month) - 1]}/${year}:${clock.slice(0, 8)} +0000`;
};
