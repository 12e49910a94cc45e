import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FunctionTimeoutError } from '../../../local/functions/functions.ts';
import { type Gateway, startGateway } from '../../../local/gateway/gateway.ts';
import type { Api } from '../../../local/template/cloud.ts';

const functionArn = 'arn:aws:lambda:us-east-1:000000000000:function:get';
const api: Api = {
  methods: [
    { resourceId: 'list', path: '/deployments', method: 'GET', target: { functionArn } },
    { resourceId: 'create', path: '/deployments', method: 'POST', target: { functionArn } },
    { resourceId: 'get', path: '/deployments/{deployment_id}', method: 'GET', target: { functionArn } },
    {
      resourceId: 'others',
      path: '/deployments/{deployment_id}',
      method: 'ANY',
      target: { status: 405, headers: { Allow: 'GET' }, body: '{"code":405}' },
    },
  ],
  refusals: {
    MISSING_AUTHENTICATION_TOKEN: {
      status: 404,
      headers: { 'X-Request-ID': 'context.requestId' },
      body: '{"code":404}',
    },
  },
};

let gateway: Gateway;
let events: APIGatewayProxyEvent[];
let answer: () => unknown;
beforeEach(async () => {
  events = [];
  answer = () => ({ statusCode: 200, body: 'ok' });
  const invoke = async (_arn: string, event: unknown) => {
    events.push(event as APIGatewayProxyEvent);
    return answer();
  };
  gateway = await startGateway({ api, port: 0, allowedHosts: ['my.tunnel.example'], invoke });
});
afterEach(() => gateway.stop());

const seen = (): APIGatewayProxyEvent => {
  const [event] = events;
  if (!event) throw new Error('no event came');
  return event;
};

/** A request that no HTTP library would send as it stands. */
const raw = async (text: string): Promise<string> => {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  let reply = '';
  socket.on('data', (chunk) => {
    reply += chunk;
  });
  socket.write(text);
  await once(socket, 'close');
  return reply;
};

describe('the event', () => {
  it('is what a REST API hands to a function', async () => {
    const { host, port } = new URL(gateway.url);
    await raw(
      `GET /deployments/a%2Fb?size=10&q=a+b%21&q=c&flag HTTP/1.1\r\nHost: ${host}\r\nX-Trace: 1\r\nx-trace: 2\r\nUser-Agent: curl/8\r\nX-Forwarded-Proto: https\r\nConnection: close\r\n\r\n`,
    );
    expect(seen()).toMatchObject({
      resource: '/deployments/{deployment_id}',
      path: '/deployments/a%2Fb',
      httpMethod: 'GET',
      pathParameters: { deployment_id: 'a%2Fb' },
      queryStringParameters: { size: '10', q: 'c', flag: '' },
      multiValueQueryStringParameters: { size: ['10'], q: ['a b!', 'c'], flag: [''] },
      stageVariables: null,
      body: null,
      isBase64Encoded: false,
      headers: { Host: host, 'User-Agent': 'curl/8', 'X-Forwarded-Proto': 'http', 'X-Forwarded-Port': port },
      multiValueHeaders: { Host: [host], 'X-Trace': ['1'], 'x-trace': ['2'], 'X-Forwarded-Proto': ['http'] },
      requestContext: {
        domainName: host,
        httpMethod: 'GET',
        path: '/deployments/a%2Fb',
        protocol: 'HTTP/1.1',
        resourceId: 'get',
        resourcePath: '/deployments/{deployment_id}',
        identity: { sourceIp: '127.0.0.1', userAgent: 'curl/8' },
      },
    });
    expect(seen().requestContext.requestTime).toMatch(/^\d{2}\/[A-Z][a-z]{2}\/\d{4}:\d{2}:\d{2}:\d{2} \+0000$/);
    expect(seen().headers['X-Amzn-Trace-Id']).toMatch(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/);
  });

  it('has null where there is nothing', async () => {
    await fetch(`${gateway.url}/deployments`);
    const { pathParameters, queryStringParameters, multiValueQueryStringParameters, body } = seen();
    expect([pathParameters, queryStringParameters, multiValueQueryStringParameters, body]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('carries the body as text', async () => {
    await fetch(`${gateway.url}/deployments`, { method: 'POST', body: '{"ä":"€"}' });
    expect(seen()).toMatchObject({ body: '{"ä":"€"}', isBase64Encoded: false });
  });

  it('is the same with a slash at the end', async () => {
    await fetch(`${gateway.url}/deployments/`);
    expect(seen().resource).toBe('/deployments');
  });
});

describe('the answer', () => {
  it('is what the function gave: status, headers of one and of many values, body', async () => {
    answer = () => ({
      statusCode: 201,
      headers: { 'Content-Type': 'text/plain', 'X-Count': 2 },
      multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] },
      body: Buffer.from('täxt').toString('base64'),
      isBase64Encoded: true,
    });
    const response = await fetch(`${gateway.url}/deployments`);
    expect(response.status).toBe(201);
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(response.headers.get('x-count')).toBe('2');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(await response.text()).toBe('täxt');
  });

  it('is JSON when the function does not say what it is', async () => {
    expect((await fetch(`${gateway.url}/deployments`)).headers.get('content-type')).toBe('application/json');
  });

  it.each([
    ['nothing', () => undefined],
    ['no status', () => ({ body: 'x' })],
    ['a body that is no text', () => ({ statusCode: 200, body: { a: 1 } })],
    ['members that the gateway does not know', () => ({ statusCode: 200, body: '', cookies: [] })],
    ['a header that HTTP cannot carry', () => ({ statusCode: 200, headers: { 'X-Bad': 'a\nb' } })],
    ['more than six megabytes', () => ({ statusCode: 200, body: 'a'.repeat(6 * 1024 * 1024 + 1) })],
    [
      'an error',
      () => {
        throw new TypeError('secret detail');
      },
    ],
  ])('is 502 in the error shape when the function gives %s', async (_case, given) => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
    answer = given;
    const response = await fetch(`${gateway.url}/deployments`);
    expect(response.status).toBe(502);
    expect(await response.json()).toEqual({
      code: 502,
      title: 'Bad Gateway',
      message: expect.not.stringContaining('secret'),
    });
    expect(complaint).toHaveBeenCalledOnce();
    complaint.mockRestore();
  });

  it('is 504 when the function takes too long', async () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
    answer = () => {
      throw new FunctionTimeoutError('get timed out after 28.00 seconds');
    };
    const response = await fetch(`${gateway.url}/deployments`);
    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({ code: 504, title: 'Gateway Timeout' });
    complaint.mockRestore();
  });
});

describe("the gateway's own answers", () => {
  it('have an id of the request, another each time', async () => {
    const ids = await Promise.all(
      [1, 2].map(async () => (await fetch(`${gateway.url}/no`)).headers.get('x-request-id')),
    );
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(ids).size).toBe(2);
  });

  it.each(['/', '/nothing', '/deployments/x/y', '//deployments', '/Deployments'])(
    'is 404 as the template says for %s',
    async (path) => {
      const response = await fetch(`${gateway.url}${path}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ code: 404 });
      expect(events).toEqual([]);
    },
  );

  it("is the template's mock for another method of a known path", async () => {
    const response = await fetch(`${gateway.url}/deployments/x`, { method: 'PURGE', body: 'x' });
    expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([
      405,
      'GET',
      '{"code":405}',
    ]);
  });

  it('is 400 for a path that is not percent-encoded UTF-8', async () => {
    expect((await fetch(`${gateway.url}/deployments/%ff`)).status).toBe(400);
  });

  it.each([
    ['FOO / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'this is not an HTTP request'],
    ['hello\r\n\r\n', 400, 'this is not an HTTP request'],
    [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'the headers are longer than 16 kB'],
  ])('has a body for what is no request: %#', async (sent, code, message) => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    socket.end(sent);
    const answer = await text(socket);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${code} `));
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code, message });
  });

  it('is 413 for a body over 10 MB, and the client hears of it', async () => {
    const request = { method: 'POST', body: new Uint8Array(10 * 1024 * 1024 + 1) };
    const response = await fetch(`${gateway.url}/deployments`, request);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 413, title: 'Payload Too Large' });
    expect(events).toEqual([]);
  });

  it('takes a body of 10 MB', async () => {
    const response = await fetch(`${gateway.url}/deployments`, { method: 'POST', body: 'a'.repeat(10 * 1024 * 1024) });
    expect(response.status).toBe(200);
  });
});

describe('many requests at once', () => {
  it('are all answered, at most 32 at the same time', async () => {
    let running = 0;
    let most = 0;
    const full = Promise.withResolvers<void>();
    answer = async () => {
      running += 1;
      most = Math.max(most, running);
      if (running === 32) full.resolve();
      await full.promise;
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate); // others come meanwhile
      running -= 1;
      return { statusCode: 200, body: 'ok' };
    };
    const answers = await Promise.all(Array.from({ length: 300 }, () => fetch(`${gateway.url}/deployments`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(300);
    expect(events).toHaveLength(300);
    expect(most).toBe(32);
  });
});

describe('a request for another machine, which a web page sends by DNS rebinding', () => {
  const statusFor = async (host: string): Promise<string | undefined> =>
    /^HTTP\/1\.1 (\d+)/.exec(await raw(`GET /deployments HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`))?.[1];

  it.each([
    'localhost',
    'localhost:8080',
    'LOCALHOST.:8080',
    'toscanini.localhost:8080',
    '127.0.0.1:8080',
    '192.168.1.7',
    '[::1]:8080',
    'my.tunnel.example',
    'My.Tunnel.example:443',
  ])('is none when it names %s', async (host) => {
    expect(await statusFor(host)).toBe('200');
  });

  it.each([
    'evil.example:8080',
    'localhost.evil.example',
    'notlocalhost',
    '127.0.0.1.evil.example',
    'other.tunnel.example',
  ])('reaches no function when it names %s', async (host) => {
    expect(await statusFor(host)).toBe('403');
    expect(events).toEqual([]);
  });

  it('is told what to do', async () => {
    const reply = await raw('GET /deployments HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n');
    expect(reply).toContain('this service answers requests for localhost and for addresses');
    expect(reply).toContain('ALLOWED_HOSTS=<the name>');
  });
});
