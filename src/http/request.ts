import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import * as z from 'zod';

/** What we read of a gateway event, whatever its shape: header names in lower case, nothing null, nothing missing. */
export interface Request {
  readonly id: string;
  readonly method: string;
  /** the route's path with its placeholders, e.g. `/deployments/{deployment_id}`: safe to log */
  readonly route: string;
  readonly headers: { readonly [name: string]: string };
  readonly path: { readonly [name: string]: string };
  readonly query: { readonly [name: string]: string };
  readonly body: string | undefined;
  readonly isBase64: boolean;
  /** from the gateway: host, and the path with stage or base path mapping in front */
  readonly domainName: string | undefined;
  readonly publicPath: string | undefined;
}

const optionalText = z.string().optional().catch(undefined);

const texts = z
  .record(z.string(), z.unknown())
  .catch({})
  .transform((all) =>
    Object.fromEntries(Object.entries(all).flatMap(([k, v]) => (typeof v === 'string' ? [[k, v]] : []))),
  );

const eventSchema = z.object({
  httpMethod: z.string().catch('GET'),
  resource: z.string().catch('/'),
  headers: texts.transform((all) => Object.fromEntries(Object.entries(all).map(([k, v]) => [k.toLowerCase(), v]))),
  pathParameters: texts,
  queryStringParameters: texts,
  body: optionalText,
  isBase64Encoded: z.boolean().catch(false),
  requestContext: z
    .object({ requestId: optionalText, domainName: optionalText, path: optionalText })
    .catch({ requestId: undefined, domainName: undefined, path: undefined }),
});

const nothing = {};

/** Never throws: an event that is no gateway event at all becomes an empty request, and gets an ordinary refusal. */
export const readRequest = (event: APIGatewayProxyEvent, context: Pick<Context, 'awsRequestId'>): Request => {
  const parsed = eventSchema.safeParse(event);
  const seen = parsed.success ? parsed.data : eventSchema.parse(nothing);
  return {
    id: headerSafe(seen.requestContext.requestId) ?? headerSafe(context?.awsRequestId) ?? 'unknown',
    method: seen.httpMethod,
    route: seen.resource,
    headers: seen.headers,
    path: seen.pathParameters,
    query: seen.queryStringParameters,
    body: seen.body,
    isBase64: seen.isBase64Encoded,
    domainName: seen.requestContext.domainName,
    publicPath: seen.requestContext.path,
  };
};

const headerSafe = (id: unknown): string | undefined =>
  typeof id === 'string' && /^[\w./+=-]{1,128}$/.test(id) ? id : undefined;
