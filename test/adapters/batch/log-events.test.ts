import { BatchClient } from '@aws-sdk/client-batch';
import { describe, expect, it } from 'vitest';
import { lastLineOf, linesOf, mostPages } from '../../../src/adapters/batch/log-events.ts';

interface Sent {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

interface Answer {
  readonly statusCode: number;
  readonly body: string;
}

/** A session with the client's own signer, whose connections are these answers. */
const logsOf = (
  answers: readonly Answer[],
  { region = 'eu-west-1', logsEndpoint = undefined as string | undefined } = {},
) => {
  const sent: Sent[] = [];
  const handle = async (request: Sent) => {
    sent.push(request);
    const { statusCode, body } = answers[sent.length - 1] ?? expect.unreachable();
    const parts = async function* () {
      yield Buffer.from(body.slice(0, 2));
      yield Buffer.from(body.slice(2));
    };
    return { response: { statusCode, headers: {}, body: parts() } };
  };
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const batch = new BatchClient({ region, credentials, requestHandler: { handle } as never });
  return { sent, session: { batch, once: batch, region, logGroup: '/aws/batch/job', logsEndpoint } };
};

const page = (messages: readonly (string | undefined)[] | undefined, nextForwardToken?: string): Answer => ({
  statusCode: 200,
  body: JSON.stringify({ events: messages?.map((message) => ({ message })), nextForwardToken }),
});

describe('a call of CloudWatch Logs', () => {
  it('goes to the region of the provider, signed for this service', async () => {
    const { session, sent } = logsOf([page(['one'])]);
    expect(await linesOf(session, 'a stream')).toEqual(['one']);
    const [{ headers, ...request }] = sent as [Sent];
    expect(request).toMatchObject({
      ...{ method: 'POST', protocol: 'https:', hostname: 'logs.eu-west-1.amazonaws.com', path: '/' },
      body: '{"logGroupName":"/aws/batch/job","logStreamName":"a stream","startFromHead":true}',
    });
    expect(request.port).toBeUndefined();
    expect(headers).toMatchObject({
      host: 'logs.eu-west-1.amazonaws.com',
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'Logs_20140328.GetLogEvents',
      authorization: expect.stringMatching(/\/eu-west-1\/logs\/aws4_request, SignedHeaders=\S*x-amz-target/),
    });
  });

  it('goes to the address of a region in China, or to that of the installation', async () => {
    const china = logsOf([page([])], { region: 'cn-north-1' });
    await linesOf(china.session, 's');
    expect(china.sent[0]?.hostname).toBe('logs.cn-north-1.amazonaws.com.cn');
    const own = logsOf([page([])], { logsEndpoint: 'http://127.0.0.1:4566' });
    await linesOf(own.session, 's');
    expect(own.sent[0]).toMatchObject({ protocol: 'http:', hostname: '127.0.0.1', port: 4566 });
  });
});

describe('the lines of a stream', () => {
  it('end where a page has no token, or that of the page before', async () => {
    const without = logsOf([page(['one'], 'next'), page(['two'])]);
    expect(await linesOf(without.session, 's')).toEqual(['one', 'two']);
    const same = logsOf([page(['one'], 'next'), page(['two'], 'next')]);
    expect(await linesOf(same.session, 's')).toEqual(['one', 'two']);
    expect(same.sent.map(({ body }) => JSON.parse(body).nextToken)).toEqual([undefined, 'next']);
  });

  it('are none of a page without events, and empty where an event has no message', async () => {
    const { session } = logsOf([page(undefined, 'next'), page([undefined, 'one'])]);
    expect(await linesOf(session, 's')).toEqual(['', 'one']);
  });

  it('are none where there is no such stream: a container that prints nothing has none', async () => {
    const { session } = logsOf([{ statusCode: 400, body: '{"__type":"ResourceNotFoundException"}' }]);
    expect(await linesOf(session, 's')).toEqual([]);
  });

  it.each([300, 400, 503])('cannot be known after an answer %i, of which the start is quoted', async (statusCode) => {
    const { session } = logsOf([{ statusCode, body: `{"a":"${'x'.repeat(600)}"}` }]);
    await expect(linesOf(session, 's')).rejects.toMatchObject({
      name: 'ProviderUnavailableError',
      message: `CloudWatch Logs answered ${statusCode}: {"a":"${'x'.repeat(494)}`,
    });
  });
});

describe('the last line that starts with something', () => {
  const back = (messages: readonly string[], nextBackwardToken?: string): Answer => ({
    statusCode: 200,
    body: JSON.stringify({ events: messages.map((message) => ({ message })), nextBackwardToken }),
  });
  const tokens = (sent: readonly Sent[]) => sent.map(({ body }) => JSON.parse(body).nextToken);

  it('is looked for from the end, page by page, until it is found', async () => {
    const { session, sent } = logsOf([back(['x', 'y'], 'a'), back(['r 1', 'r 2', 'z'], 'b')]);
    expect(await lastLineOf(session, 's', 'r ')).toBe('r 2');
    expect(tokens(sent)).toEqual([undefined, 'a']);
    expect(JSON.parse(sent[0]?.body ?? '').startFromHead).toBe(false);
  });

  it('is none where the first page was reached: it has no token, or the one that it was asked with', async () => {
    const without = logsOf([back(['x'], 'a'), back(['y'])]);
    expect(await lastLineOf(without.session, 's', 'r ')).toBeUndefined();
    const same = logsOf([back(['x'], 'a'), back(['y'], 'a')]);
    expect(await lastLineOf(same.session, 's', 'r ')).toBeUndefined();
    expect([without.sent.length, same.sent.length]).toEqual([2, 2]);
  });

  it('is none of a stream that is not there, and is not looked for without end', async () => {
    const missing = logsOf([{ statusCode: 400, body: '{"__type":"ResourceNotFoundException"}' }]);
    expect(await lastLineOf(missing.session, 's', 'r ')).toBeUndefined();
    const long = logsOf(Array.from({ length: mostPages }, (_, index) => back(['x'], `${index}`)));
    expect(await lastLineOf(long.session, 's', 'r ')).toBeUndefined();
    expect(long.sent).toHaveLength(mostPages);
  });
});
