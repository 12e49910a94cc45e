import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import * as v from 'valibot';
import { examine } from '../../src/foundation/shape/examine.ts';
import { number, numeric, recordOf, strict, wholeNumber } from '../../src/foundation/shape/schemas.ts';
import type { Api, ApiAnswer } from '../template/cloud.ts';
import { sentContent } from './compression.ts';

const text = v.pipe(v.union([v.string(), number, v.boolean()]), v.transform(String));

/** The answer of a function (API Gateway developer guide, "Output format of a Lambda function for proxy integration"). */
const proxyResult = strict({
  statusCode: v.pipe(numeric, wholeNumber, v.minValue(100), v.maxValue(599)),
  headers: v.nullish(recordOf(v.string(), text)),
  multiValueHeaders: v.nullish(recordOf(v.string(), v.array(text))),
  body: v.nullish(v.string()),
  isBase64Encoded: v.nullish(v.boolean()),
});

/** The largest answer that Lambda passes on. */
const maxAnswerBytes = 6 * 1024 * 1024;

/** Sends a function's answer. Returns false, and sends nothing, when the gateway would not accept it. */
export const sendResult = (
  response: ServerResponse,
  result: unknown,
  request: Pick<IncomingMessage, 'headers'>,
  api: Pick<Api, 'compressesFrom'>,
): boolean => {
  const examined = examine(proxyResult, result);
  if (!examined.ok) return false;
  const { statusCode, headers, multiValueHeaders, body, isBase64Encoded } = examined.value;
  const content = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (content.length > maxAnswerBytes) return false;
  response.setHeader('Content-Type', 'application/json');
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
  for (const [name, values] of Object.entries(multiValueHeaders ?? {})) response.setHeader(name, values);
  response.statusCode = statusCode;
  response.end(sentContent(response, content, request, api));
  return true;
};

/** Sends an answer of the gateway itself, with a new request id. */
export const sendAnswer = (response: ServerResponse, { status, headers, body }: ApiAnswer): void => {
  for (const name of response.getHeaderNames()) response.removeHeader(name); // headers of an answer that was not finished
  const requestId = randomUUID();
  const sentHeaders = Object.entries(headers).map(([name, value]) => [name, value === variable ? requestId : value]);
  response.writeHead(status, {
    ...(body !== '' && { 'Content-Type': 'application/json' }),
    ...Object.fromEntries(sentHeaders),
  });
  response.end(body);
};

/** The gateway's variable for the request id, in the mapping of a header. */
const variable = 'context.requestId';

/** The gateway's own answer for this type of gateway response, as the template defines it. */
export const refusal = ({ refusals }: Api, type: keyof typeof plain): ApiAnswer => {
  const { status, message } = plain[type];
  const body = JSON.stringify({ code: status, title: STATUS_CODES[status], message });
  return refusals[type] ?? { status, headers: {}, body };
};

/** For templates that do not define them. */
const plain = {
  BAD_REQUEST_PARAMETERS: { status: 400, message: 'the path is not percent-encoded UTF-8' },
  INTEGRATION_FAILURE: { status: 502, message: 'the service did not answer properly: try again' },
  INTEGRATION_TIMEOUT: { status: 504, message: 'the service took longer than 29 seconds' },
  MISSING_AUTHENTICATION_TOKEN: { status: 404, message: 'this path does not exist' },
  REQUEST_TOO_LARGE: { status: 413, message: 'the request is larger than 10 MB' },
} as const;
