import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type CallbackOptions, callbacks } from '../../../src/adapters/callbacks/callback.ts';

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A receiver on loopback that answers `status`, and what it was sent. */
const receiver = async (status: number) => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    response.writeHead(status, { location: '/elsewhere' }).end('x'.repeat(1_000_000));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server?.once('listening', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=k`, received };
};

const told = { deploymentId: 'd', about: 'CREATE_COMPLETE', sequence: 1_795_188_792_345 };
const body = '{"status":"CREATE_COMPLETE","note":"é"}';
const send = (url: string, options: Partial<CallbackOptions> = {}) =>
  callbacks({ allowPrivate: true, ...options }).send('delivery-1', { url, body, ...told });

describe('a callback', () => {
  it('is a POST of the JSON body with its delivery id', async () => {
    const { url, received } = await receiver(204);
    await send(url);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      body,
      headers: {
        'content-type': 'application/json',
        'x-toscanini-delivery': 'delivery-1',
        'x-toscanini-sequence': '1795188792345',
      },
    });
    expect(received[0]?.headers).not.toHaveProperty('x-toscanini-signature');
  });

  it.each([
    ['as text', 'shared'],
    ['from a store', async () => 'shared'],
  ])('is signed, with its delivery and sequence, by the secret given %s', async (_, secret) => {
    const { url, received } = await receiver(200);
    await send(url, { secret });
    const expected = createHmac('sha256', 'shared')
      .update(`delivery-1.1795188792345.${received[0]?.body}`)
      .digest('hex');
    expect(received[0]?.headers['x-toscanini-signature']).toBe(`sha256=${expected}`);
  });

  it('of a webhook is signed by a key of its own, and has its own type', async () => {
    const { url, received } = await receiver(200);
    const webhook = { name: 'chat', contentType: 'application/cloudevents+json; charset=utf-8' };
    await callbacks({ allowPrivate: true, secret: 'shared' }).send('delivery-1', { url, body, ...told, webhook });
    // as docs/events.md says it with openssl
    const key = createHmac('sha256', 'shared').update('webhook:chat').digest('hex');
    const expected = createHmac('sha256', key).update(`delivery-1.1795188792345.${body}`).digest('hex');
    expect(received[0]?.headers).toMatchObject({
      'content-type': webhook.contentType,
      'x-toscanini-signature': `sha256=${expected}`,
    });
  });

  it.each([300, 301, 400, 404, 500])('has failed when the receiver answers %i', async (status) => {
    const { url, received } = await receiver(status);
    await expect(send(url)).rejects.toMatchObject({
      name: 'CallbackFailedError',
      message: expect.stringMatching(new RegExp(`^127\\.0\\.0\\.1:\\d+ answered ${status} `)),
    });
    expect(received).toHaveLength(1);
  });

  it.each([200, 201, 204, 299])('counts as received when the receiver answers %i', async (status) => {
    const { url } = await receiver(status);
    await expect(send(url)).resolves.toBeUndefined();
  });

  it('has failed when nobody listens, without a word of the query', async () => {
    const { url } = await receiver(200);
    server?.close();
    const error = await send(url).catch((caught: Error) => caught);
    expect(error).toMatchObject({
      name: 'CallbackFailedError',
      message: expect.stringMatching(/ECONNREFUSED/),
      cause: expect.any(Error), // for the log
    });
    expect(`${error}`).not.toContain('key=k');
  });

  it('is forbidden to private addresses, and reaches nobody there', async () => {
    const { url, received } = await receiver(200);
    await expect(send(url, { allowPrivate: false })).rejects.toMatchObject({ name: 'ForbiddenError' });
    expect(received).toEqual([]);
  });

  it('is forbidden to what is no URL', async () => {
    await expect(send('/hook')).rejects.toMatchObject({ name: 'ForbiddenError', message: /not an absolute URL/ });
  });
});
