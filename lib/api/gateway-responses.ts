import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { sharingHeaders } from '../../src/http/pipeline/cors.ts';

/**
 * The errors that the gateway itself answers, in the form of docs/contract/api.md, "Errors". These requests never reach a
 * function.
 */
const refusals: readonly { type: ResponseType; code: number; title: string; message: string }[] = [
  { type: ResponseType.ACCESS_DENIED, code: 403, title: 'Forbidden', message: 'this request is not allowed' },
  {
    type: ResponseType.API_CONFIGURATION_ERROR,
    code: 500,
    title: 'Internal Server Error',
    message: 'the gateway is not set up for this request',
  },
  {
    type: ResponseType.AUTHORIZER_CONFIGURATION_ERROR,
    code: 500,
    title: 'Internal Server Error',
    message: 'the gateway is not set up for this request',
  },
  {
    type: ResponseType.AUTHORIZER_FAILURE,
    code: 500,
    title: 'Internal Server Error',
    message: 'the request could not be authorised',
  },
  {
    type: ResponseType.BAD_REQUEST_BODY,
    code: 400,
    title: 'Bad Request',
    message: 'the body of the request cannot be read',
  },
  {
    type: ResponseType.BAD_REQUEST_PARAMETERS,
    code: 400,
    title: 'Bad Request',
    message: 'a parameter of the request cannot be read',
  },
  {
    type: ResponseType.EXPIRED_TOKEN,
    code: 403,
    title: 'Forbidden',
    message: 'the signature of the request has expired',
  },
  {
    type: ResponseType.INTEGRATION_FAILURE,
    code: 502,
    title: 'Bad Gateway',
    message: 'the service did not answer properly: try again',
  },
  {
    type: ResponseType.INTEGRATION_TIMEOUT,
    code: 504,
    title: 'Gateway Timeout',
    message: 'the service took longer than 29 seconds: check whether the request took effect before you send it again',
  },
  { type: ResponseType.INVALID_API_KEY, code: 403, title: 'Forbidden', message: 'this request is not allowed' },
  {
    type: ResponseType.INVALID_SIGNATURE,
    code: 403,
    title: 'Forbidden',
    message: 'the Authorization header is not a bearer token: send "Authorization: Bearer <token>"',
  },
  {
    type: ResponseType.MISSING_AUTHENTICATION_TOKEN,
    code: 404,
    title: 'Not Found',
    message: 'this path does not exist; GET /openapi.json lists the paths',
  },
  {
    type: ResponseType.QUOTA_EXCEEDED,
    code: 429,
    title: 'Too Many Requests',
    message: 'too many requests: wait a moment and try again',
  },
  {
    type: ResponseType.REQUEST_TOO_LARGE,
    code: 413,
    title: 'Content Too Large',
    message: 'the request is larger than 10 MB',
  },
  {
    type: ResponseType.RESOURCE_NOT_FOUND,
    code: 404,
    title: 'Not Found',
    message: 'this path does not exist; GET /openapi.json lists the paths',
  },
  {
    type: ResponseType.THROTTLED,
    code: 429,
    title: 'Too Many Requests',
    message: 'too many requests: wait a moment and try again',
  },
  {
    type: ResponseType.UNAUTHORIZED,
    code: 401,
    title: 'Unauthorized',
    message: 'authentication is required: send "Authorization: Bearer <token>"',
  },
  {
    type: ResponseType.UNSUPPORTED_MEDIA_TYPE,
    code: 415,
    title: 'Unsupported Media Type',
    message: 'the body must be application/json',
  },
  { type: ResponseType.WAF_FILTERED, code: 403, title: 'Forbidden', message: 'a firewall rule refused this request' },
  { type: ResponseType.DEFAULT_4XX, code: 400, title: 'Bad Request', message: 'the gateway refused the request' },
  {
    type: ResponseType.DEFAULT_5XX,
    code: 500,
    title: 'Internal Server Error',
    message: 'the gateway failed: try again',
  },
];

/** Headers that functions send too. The gateway expects texts in single quotes, and has its own variables. */
export const commonHeaders = {
  'Content-Type': "'application/json;charset=UTF-8'",
  'X-Request-ID': 'context.requestId',
} as const;

/** Puts the values into single quotes, as the gateway expects texts. */
export const quoted = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `'${value}'`]));

/** The answer to every request while `paused` is set: the throttling limits are then 0. */
const closed = {
  code: 503,
  title: 'Service Unavailable',
  message: 'the operators have paused the service: try again later',
};
const retryAfter = { 'Retry-After': "'600'" } as const;

/**
 * `x-amazon-apigateway-gateway-responses` of an OpenAPI document. Each kind of refusal has its own entry, because the status in
 * the body must equal the status that the gateway chooses.
 */
export const gatewayResponses = (paused: boolean, origin: string | undefined): Readonly<Record<string, object>> =>
  Object.fromEntries(
    refusals.map((refusal) => {
      const { type } = refusal;
      const isClosed = paused && type === ResponseType.THROTTLED;
      const { code, title, message } = isClosed ? closed : refusal;
      const headers = {
        ...commonHeaders,
        ...quoted(sharingHeaders(origin)),
        ...(code === 401 && { 'WWW-Authenticate': `'Bearer realm="toscanini"'` }),
        ...(code === 429 && { 'Retry-After': "'1'" }),
        ...(isClosed && retryAfter),
      };
      return [
        type.responseType,
        {
          statusCode: `${code}`,
          responseParameters: Object.fromEntries(
            Object.entries(headers).map(([name, text]) => [`gatewayresponse.header.${name}`, text]),
          ),
          responseTemplates: { 'application/json': JSON.stringify({ code, title, message }) },
        },
      ];
    }),
  );
