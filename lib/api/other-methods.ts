import { type IResource, MockIntegration, PassthroughBehavior, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { allowedHeaders, sharingHeaders } from '../../src/http/pipeline/cors.ts';
import type { Route } from '../../src/http/routes.ts';
import { commonHeaders, quoted } from './gateway-responses.ts';

/**
 * What the gateway itself answers on the paths of the route table: OPTIONS, with the CORS headers where the configuration
 * allows an origin, and 405 in the error shape for every other method.
 */
export const answerOtherMethods = (api: RestApi, served: readonly Route[], origin: string | undefined): void => {
  answerAtRoot(api, origin);
  for (const [path, methods] of [...methodsByPath(served), ...root]) {
    const resource = api.root.resourceForPath(path);
    const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const headers = { Allow: `'${[...allowed, 'OPTIONS'].join(', ')}'`, ...quoted(sharingHeaders(origin)) };
    answer(resource, 'OPTIONS', { status: 204, headers: { ...headers, ...preflight(origin, allowed), ...requestId } });
    answer(resource, 'ANY', {
      status: 405,
      headers: { ...headers, ...commonHeaders },
      body: { code: 405, title: 'Method Not Allowed', message: `this path allows ${allowed.join(', ')} and OPTIONS` },
    });
  }
};

const root = [['/', ['GET']]] as const;

/** Tells a caller who knows only the address where to look. */
const answerAtRoot = ({ root }: RestApi, origin: string | undefined): void => {
  const body = {
    name: 'toscanini',
    message: 'a deployment orchestrator for TOSCA templates; openapi.json at this address describes the API',
    description: 'openapi.json',
    version: 'info',
    configuration: 'configuration',
  };
  for (const method of ['GET', 'HEAD'])
    answer(root, method, { status: 200, headers: { ...commonHeaders, ...quoted(sharingHeaders(origin)) }, body });
};

const methodsByPath = (table: readonly Route[]): Map<string, string[]> =>
  table.reduce(
    (paths, { path, method }) => paths.set(path, [...(paths.get(path) ?? []), method]),
    new Map<string, string[]>(),
  );

/** Seconds that a browser may cache the answer; no browser caches it longer than two hours. */
const believed = 7_200;

const preflight = (origin: string | undefined, methods: readonly string[]): Headers =>
  origin === undefined
    ? {}
    : quoted({
        'Access-Control-Allow-Methods': methods.join(', '),
        'Access-Control-Allow-Headers': allowedHeaders,
        'Access-Control-Max-Age': `${believed}`,
      });

const { 'Content-Type': _, ...requestId } = commonHeaders;

/** Values as the gateway expects them: texts in single quotes, or its own variables. */
type Headers = Readonly<Record<string, string>>;

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body?: object;
}

/** Adds a method that the gateway answers itself. Without it an unknown method gets the answer of an unknown path. */
const answer = (resource: IResource, method: string, { status, headers, body }: Answer): void => {
  const statusCode = `${status}`;
  resource.addMethod(
    method,
    new MockIntegration({
      passthroughBehavior: PassthroughBehavior.NEVER,
      requestTemplates: { 'application/json': JSON.stringify({ statusCode: status }) },
      integrationResponses: [
        {
          statusCode,
          responseParameters: prefixed(headers, (value) => value),
          ...(body && { responseTemplates: { 'application/json': JSON.stringify(body) } }),
        },
      ],
    }),
    { methodResponses: [{ statusCode, responseParameters: prefixed(headers, () => true) }] },
  );
};

const prefixed = <To>(headers: Headers, value: (text: string) => To) =>
  Object.fromEntries(Object.entries(headers).map(([name, text]) => [`method.response.header.${name}`, value(text)]));
