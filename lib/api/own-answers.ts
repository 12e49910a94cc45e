import { allowedHeaders, sharingHeaders } from '../../src/http/pipeline/cors.ts';
import { commonHeaders, quoted } from './gateway-responses.ts';
import type { Operation } from './operation.ts';

/** What the gateway itself answers to GET and HEAD at the root: it tells a caller who knows only the address where to look. */
export const rootAnswer = (origin: string | undefined): Operation =>
  answer({
    status: 200,
    headers: { ...commonHeaders, ...quoted(sharingHeaders(origin)) },
    body: {
      name: 'toscanini',
      message: 'a deployment orchestrator for TOSCA templates; openapi.json at this address describes the API',
      description: 'openapi.json',
      version: 'info',
      configuration: 'configuration',
    },
  });

/** The answer to OPTIONS, with the CORS headers where the configuration allows an origin. */
export const optionsAnswer = (allowed: readonly string[], origin: string | undefined): Operation => {
  const { 'Content-Type': _, ...requestId } = commonHeaders;
  return answer({
    status: 204,
    headers: { ...allowHeaders(allowed, origin), ...preflight(allowed, origin), ...requestId },
  });
};

/** 405 to every method that a path does not have. Without it these get the answer of an unknown path. */
export const otherMethodsAnswer = (allowed: readonly string[], origin: string | undefined): Operation =>
  answer({
    status: 405,
    headers: { ...allowHeaders(allowed, origin), ...commonHeaders },
    body: { code: 405, title: 'Method Not Allowed', message: `this path allows ${allowed.join(', ')} and OPTIONS` },
  });

const allowHeaders = (allowed: readonly string[], origin: string | undefined): Headers => ({
  Allow: `'${[...allowed, 'OPTIONS'].join(', ')}'`,
  ...quoted(sharingHeaders(origin)),
});

/** Seconds that a browser may cache the answer; no browser caches it longer than two hours. */
const believed = 7_200;

const preflight = (methods: readonly string[], origin: string | undefined): Headers =>
  origin === undefined
    ? {}
    : quoted({
        'Access-Control-Allow-Methods': methods.join(', '),
        'Access-Control-Allow-Headers': allowedHeaders,
        'Access-Control-Max-Age': `${believed}`,
      });

/** Values as the gateway expects them: texts in single quotes, or its own variables. */
type Headers = Readonly<Record<string, string>>;

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body?: object;
}

/** An integration without anything behind it: https://docs.aws.amazon.com/apigateway/latest/developerguide/how-to-mock-integration.html */
const answer = ({ status, headers, body }: Answer): Operation => ({
  responses: {
    [status]: {
      description: '',
      headers: Object.fromEntries(Object.keys(headers).map((name) => [name, { schema: { type: 'string' } }])),
    },
  },
  'x-amazon-apigateway-integration': {
    type: 'mock',
    passthroughBehavior: 'never',
    requestTemplates: { 'application/json': JSON.stringify({ statusCode: status }) },
    responses: {
      default: {
        statusCode: `${status}`,
        responseParameters: Object.fromEntries(
          Object.entries(headers).map(([name, text]) => [`method.response.header.${name}`, text]),
        ),
        ...(body && { responseTemplates: { 'application/json': JSON.stringify(body) } }),
      },
    },
  },
});
