import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import * as v from 'valibot';

/**
 * What we read of a gateway event: header names in lower case, nothing null, nothing missing, whatever the event looks
 * like.
 */
export interface Request {
  readonly id: string;
  readonly method: string;
  /** the route's path with its placeholders, e.g. `/deployments/{deployment_id}`: safe to log */
  readonly route: string;
  readonly headers: { readonly [name: string]: string };
  /** decoded, but for a greedy parameter */
  readonly path: { readonly [name: string]: string };
  /** every value of each parameter, in the order of the request */
  readonly query: { readonly [name: string]: readonly string[] };
  readonly body: string | undefined;
  readonly isBase64: boolean;
  /** from the gateway: the host, and the path with its stage or base path mapping */
  readonly domainName: string | undefined;
  readonly publicPath: string | undefined;
}

/** HEAD is a GET without its body: RFC 9110, section 9.3.2. */
export const isRead = ({ method }: Pick<Request, 'method'>): boolean => method === 'GET' || method === 'HEAD';

const optionalText = v.fallback(v.optional(v.string()), undefined);

/** Only members that are texts. Empty for a value that is not an object. */
const textsOf = (value: unknown): { readonly [name: string]: string } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).filter(([name, text]) => name !== '__proto__' && typeof text === 'string'),
      )
    : {};

const inLowerCase = (all: { readonly [name: string]: string }) =>
  Object.fromEntries(Object.entries(all).map(([name, text]) => [name.toLowerCase(), text]));

const texts = v.optional(v.pipe(v.unknown(), v.transform(textsOf)), null);

/**
 * A REST API decodes parameters of the query, but passes those of the path on as the client encoded them. One that is not
 * percent-encoded UTF-8 stays as it is: it names nothing.
 */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
};

const allDecoded = (all: { readonly [name: string]: string }) =>
  Object.fromEntries(Object.entries(all).map(([name, text]) => [name, decoded(text)]));

/** A greedy parameter, `{proxy+}`, stays encoded: it is a path itself, and its slashes part segments. */
const isGreedy = (route: string): boolean => route.endsWith('+}');

/** A parameter without a value counts as given, however the gateway passes it on: it must not be overlooked. */
const listsOf = (value: unknown): Request['query'] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, all]) => (name === '__proto__' ? [] : [[name, listOf(all)]])),
      )
    : {};

const listOf = (all: unknown): readonly string[] =>
  (Array.isArray(all) && all.length > 0 ? all : [all]).map((one) => (typeof one === 'string' ? one : ''));

const lists = v.optional(v.pipe(v.unknown(), v.transform(listsOf)), null);

const eventSchema = v.object({
  httpMethod: v.fallback(v.string(), 'GET'),
  resource: v.fallback(v.string(), '/'),
  headers: v.pipe(texts, v.transform(inLowerCase)),
  pathParameters: texts,
  queryStringParameters: lists,
  multiValueQueryStringParameters: lists,
  body: optionalText,
  isBase64Encoded: v.fallback(v.boolean(), false),
  requestContext: v.fallback(v.object({ requestId: optionalText, domainName: optionalText, path: optionalText }), {}),
});

const nothing = {};

/** Never throws: an event that does not come from a gateway becomes an empty request, which is refused in the usual way. */
export const readRequest = (event: APIGatewayProxyEvent, context: Pick<Context, 'awsRequestId'>): Request => {
  const parsed = v.safeParse(eventSchema, event);
  const seen = parsed.success ? parsed.output : v.parse(eventSchema, nothing);
  return {
    id: headerSafe(seen.requestContext.requestId) ?? headerSafe(context?.awsRequestId) ?? 'unknown',
    method: seen.httpMethod,
    route: seen.resource,
    headers: seen.headers,
    path: isGreedy(seen.resource) ? seen.pathParameters : allDecoded(seen.pathParameters),
    query: { ...seen.queryStringParameters, ...seen.multiValueQueryStringParameters },
    body: seen.body,
    isBase64: seen.isBase64Encoded,
    domainName: seen.requestContext.domainName,
    publicPath: seen.requestContext.path,
  };
};

const headerSafe = (id: unknown): string | undefined =>
  typeof id === 'string' && /^[\w./+=-]{1,128}$/.test(id) ? id : undefined;
