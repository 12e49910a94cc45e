import { request } from 'node:http';
import { deflateSync, gunzipSync, gzipSync } from 'node:zlib';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gateway, startGateway } from '../../../local/gateway/gateway.ts';
import { templates } from '../../lib/stacks.ts';

const functionArn = 'arn:aws:lambda:us-east-1:000000000000:function:get';
const long = 'é'.repeat(1_000);

let gateway: Gateway;
let seen: APIGatewayProxyEvent | undefined;

beforeAll(async () => {
  const api = {
    methods: [{ resourceId: 'a', path: '/{what}', method: 'ANY', target: { functionArn } }],
    refusals: {},
    compressesFrom: 1_024,
  };
  const invoke = async (_arn: string, event: unknown) => {
    seen = event as APIGatewayProxyEvent;
    const encoded = seen.path === '/encoded' ? { 'Content-Encoding': 'br' } : {};
    return { statusCode: 200, headers: { ETag: '"1"', ...encoded }, body: seen.path === '/short' ? 'short' : long };
  };
  gateway = await startGateway({ api, port: 0, allowedHosts: [], invoke });
});
afterAll(() => gateway.stop());

interface Got {
  readonly status: number | undefined;
  readonly encoding: string | undefined;
  readonly etag: string | undefined;
  readonly body: Buffer;
}

/** As it comes over the wire: `fetch` would unpack it. */
const ask = (path: string, headers: Record<string, string>, body?: Buffer): Promise<Got> =>
  new Promise((resolve, reject) => {
    const sent = request(`${gateway.url}${path}`, { method: body ? 'POST' : 'GET', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const { 'content-encoding': encoding, etag } = response.headers;
        resolve({ status: response.statusCode, encoding, etag, body: Buffer.concat(chunks) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });

describe('an answer of the gateway', () => {
  it.each(['gzip', 'deflate, gzip;q=0.8', 'br, GZIP', '*'])(
    'is compressed for a client that accepts %s',
    async (accepted) => {
      const { encoding, etag, body } = await ask('/long', { 'Accept-Encoding': accepted });
      expect([encoding, etag, gunzipSync(body).toString()]).toEqual(['gzip', '"1"', long]);
    },
  );

  it.each(['', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.000'])(
    'stays as it is for a client that accepts "%s"',
    async (accepted) => {
      const { encoding, body } = await ask('/long', { 'Accept-Encoding': accepted });
      expect([encoding, body.toString()]).toEqual([undefined, long]);
    },
  );

  it('stays as it is when it is short, or encoded already', async () => {
    expect(await ask('/short', { 'Accept-Encoding': 'gzip' })).toMatchObject({ encoding: undefined });
    expect(await ask('/encoded', { 'Accept-Encoding': 'gzip' })).toMatchObject({
      encoding: 'br',
      body: Buffer.from(long),
    });
  });
});

describe('a request to the gateway', () => {
  it('is unpacked', async () => {
    await ask('/long', { 'Content-Encoding': 'gzip' }, gzipSync('{"a":1}'));
    expect(seen?.body).toBe('{"a":1}');
    await ask('/long', { 'Content-Encoding': 'deflate' }, deflateSync('{"a":2}'));
    expect(seen?.body).toBe('{"a":2}');
  });

  it('that is no such thing, or much too large, is refused', async () => {
    expect((await ask('/long', { 'Content-Encoding': 'gzip' }, Buffer.from('plain'))).status).toBe(400);
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    expect((await ask('/long', { 'Content-Encoding': 'gzip' }, bomb)).status).toBe(400);
  });
});

describe('the API in AWS', () => {
  it('compresses from 1 KiB on', () => {
    templates().service.hasResourceProperties('AWS::ApiGateway::RestApi', { MinimumCompressionSize: 1_024 });
  });
});
