/** The forms of answers and errors of the three protocols. */

import type { Protocol, Service } from '../calls/actions.ts';
import type { AwsRefusal } from './refusal.ts';
import { content, type Tree } from './xml.ts';

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: { readonly [name: string]: string };
}

const xml = (status: number, body: string): Answer => ({
  status,
  type: 'text/xml',
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
});

const json = (status: number, value: Tree): Answer => ({
  status,
  type: 'application/x-amz-json-1.1',
  // times are seconds in JSON 1.1
  body: JSON.stringify(value, function (this: { [key: string]: unknown }, key, shown) {
    const own = this[key];
    return own instanceof Date ? own.getTime() / 1000 : shown;
  }),
});

/** Times of Batch are milliseconds, which its rows give as numbers. */
const rest = (status: number, value: Tree): Answer => ({ ...json(status, value), type: 'application/json' });

export function answerOf({ protocol, namespace }: Service, action: string, result: Tree, requestId: string): Answer {
  if (protocol === 'json') return json(200, result);
  if (protocol === 'rest') return rest(200, result);
  if (protocol === 'ec2')
    return xml(
      200,
      `<${action}Response xmlns="${namespace}"><requestId>${requestId}</requestId>${content(result, 'item')}</${action}Response>`,
    );
  const metadata = `<ResponseMetadata><RequestId>${requestId}</RequestId></ResponseMetadata>`;
  return xml(
    200,
    `<${action}Response xmlns="${namespace}"><${action}Result>${content(result, 'member')}</${action}Result>${metadata}</${action}Response>`,
  );
}

export function errorOf(protocol: Protocol, { code, message, status }: AwsRefusal, requestId: string): Answer {
  if (protocol === 'json') return json(status, { __type: code, message });
  if (protocol === 'rest') return { ...rest(status, { message }), headers: { 'x-amzn-errortype': code } };
  if (protocol === 'ec2') {
    const error = content({ Code: code, Message: message }, 'item');
    return xml(
      status,
      `<Response><Errors><Error>${error}</Error></Errors><RequestID>${requestId}</RequestID></Response>`,
    );
  }
  const error = content({ Type: status < 500 ? 'Sender' : 'Receiver', Code: code, Message: message }, 'member');
  return xml(status, `<ErrorResponse><Error>${error}</Error><RequestId>${requestId}</RequestId></ErrorResponse>`);
}
