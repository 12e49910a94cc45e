/**
 * SQS on a laptop, as far as administrators need it for dead letters: an endpoint for the AWS SDK's client. Events have no queue here:
 * what fails is called by the next run.
 */

import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as v from 'valibot';
import { onLoopback } from '../gateway/loopback.ts';
import type { Letter, Notifications } from './file-events.ts';

export interface LettersEndpoint {
  /** value of AWS_ENDPOINT_URL_SQS */
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** Names of the queues, which are their URLs here. */
export interface LetterQueues {
  readonly files: string;
  readonly letters: string;
}

type Operation = (notifications: Notifications, queues: LetterQueues, request: unknown) => object;

const queue = v.object({ QueueUrl: v.string() });
const receiving = v.object({ ...queue.entries, MaxNumberOfMessages: v.number(), VisibilityTimeout: v.number() });
const handle = v.object({ ReceiptHandle: v.string() });
const showing = v.object({ ...queue.entries, Entries: v.array(v.object({ Id: v.string(), ...handle.entries })) });
const deleting = v.object({ ...queue.entries, ...handle.entries });
const sending = v.object({ ...queue.entries, MessageBody: v.string() });

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

const operations: Readonly<Record<string, Operation>> = {
  ReceiveMessage: (notifications, { letters }, request) => {
    const { QueueUrl, MaxNumberOfMessages, VisibilityTimeout } = v.parse(receiving, request);
    if (QueueUrl !== letters) return {};
    return { Messages: notifications.takeLetters(MaxNumberOfMessages, VisibilityTimeout).map(messageOf) };
  },
  ChangeMessageVisibilityBatch: (notifications, _, request) => {
    const { Entries } = v.parse(showing, request);
    for (const { ReceiptHandle } of Entries) notifications.showLetter(ReceiptHandle);
    return { Successful: Entries.map(({ Id }) => ({ Id })), Failed: [] };
  },
  DeleteMessage: (notifications, _, request) => {
    notifications.removeLetter(v.parse(deleting, request).ReceiptHandle);
    return {};
  },
  SendMessage: (notifications, { files }, request) => {
    const { QueueUrl, MessageBody } = v.parse(sending, request);
    if (QueueUrl !== files) throw new Error(`there is no queue ${QueueUrl} here`);
    return { MessageId: notifications.send(MessageBody), MD5OfMessageBody: md5(MessageBody) };
  },
  GetQueueAttributes: (notifications, { letters }, request) => {
    const count = v.parse(queue, request).QueueUrl === letters ? notifications.counts().dead : 0;
    return {
      Attributes: { ApproximateNumberOfMessages: `${count}`, ApproximateNumberOfMessagesNotVisible: '0' },
    };
  },
};

const messageOf = ({ id, body, at }: Letter) => ({
  ...{ MessageId: id, ReceiptHandle: id, Body: body, MD5OfBody: md5(body) },
  ...(at !== undefined && { Attributes: { SentTimestamp: `${Date.parse(at)}` } }),
});

const contentType = 'application/x-amz-json-1.0';
const target = /^AmazonSQS\.(\w+)$/;

export const startLettersEndpoint = async (
  notifications: Notifications,
  queues: LetterQueues,
): Promise<LettersEndpoint> => {
  const server = createServer((request, response) => void answer(notifications, queues, request, response));
  const { url: endpoint, stop } = await onLoopback(server);
  return { endpoint, stop };
};

const answer = async (
  notifications: Notifications,
  queues: LetterQueues,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  try {
    const operation = operations[target.exec(`${request.headers['x-amz-target']}`)?.[1] ?? ''];
    // the content type keeps out forms of web pages that a browser on this machine shows
    if (operation === undefined || request.method !== 'POST' || request.headers['content-type'] !== contentType)
      return reply(response, 400, { __type: 'InvalidAction', message: 'there is no such operation here' });
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    reply(response, 200, operation(notifications, queues, JSON.parse(Buffer.concat(chunks).toString('utf8'))));
  } catch (error) {
    console.error('dead letters:', error);
    reply(response, 400, { __type: 'InvalidParameterValue', message: String(error) });
  }
};

const reply = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': contentType });
  response.end(JSON.stringify(body));
};
