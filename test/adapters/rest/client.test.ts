import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { afterEach, describe, expect, it } from 'vitest';
import { type RestTarget, restClient } from '../../../src/adapters/rest/client.ts';

const servers: Server[] = [];

const closeAll = () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
};

afterEach(closeAll);

/** A client of a real server on loopback, below the prefix `/base`. */
const clientOf = async (listener: RequestListener, partner: Partial<RestTarget> = {}) => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return restClient({ name: 'Partner', url: `http://127.0.0.1:${port}/base/`, ...partner });
};

const get = (path: string) => ({ method: 'GET', path }) as const;
const schema = v.object({ items: v.array(v.object({ size: v.number() })) });

describe('a call', () => {
  it('sends method, path below the prefix, headers and body, and answers the checked body', async () => {
    const seen: unknown[] = [];
    const client = await clientOf(async (request, response) => {
      const body = await new Response(request as unknown as ReadableStream).text();
      seen.push(request.method, request.url, request.headers['x-one'], body);
      response.end('{"items":[{"size":1,"other":true}]}');
    });
    const request = { method: 'POST', path: '/a%2Fb?c=d', headers: { 'X-One': '1' }, body: 'text' } as const;
    expect(await client.read(request, schema)).toEqual({ items: [{ size: 1 }] });
    expect(seen).toEqual(['POST', '/base/a%2Fb?c=d', '1', 'text']);
  });

  it.each([
    ['no JSON', '<html>secret</html>', /answer to GET \/x is not JSON$/],
    ['of another shape', '{"items":[{"size":"big"}]}', /has an unexpected shape \(items\.0\.size: /],
    ['empty', '', /is not JSON$/],
    ['a text', '"x"', /has an unexpected shape \(the body: /],
  ])('fails by content when the body is %s', async (_, body, message) => {
    const client = await clientOf((__, response) => response.end(body));
    await expect(client.read(get('/x?token=t'), schema)).rejects.toMatchObject({
      name: 'RestError',
      failure: 'content',
      message: expect.stringMatching(message),
    });
  });

  it.each([200, 201, 299])('answers a reply of status %i, with its headers', async (status) => {
    const client = await clientOf((_, response) => response.writeHead(status, { 'X-Two': '2' }).end('body'));
    const reply = await client.send(get('/x'));
    expect(reply).toMatchObject({ status, text: 'body' });
    expect(reply.headers.get('x-two')).toBe('2');
  });

  it('answers an empty text where there is no body', async () => {
    const client = await clientOf((_, response) => response.writeHead(204).end());
    expect(await client.send(get('/x'))).toMatchObject({ status: 204, text: '' });
  });

  it('joins letters that arrive in pieces', async () => {
    const [first, second] = [Buffer.from('größe').subarray(0, 3), Buffer.from('größe').subarray(3)];
    const client = await clientOf((_, response) => {
      response.write(first, () => setTimeout(() => response.end(second), 20));
    });
    expect((await client.send(get('/x'))).text).toBe('größe');
  });

  it('shows nothing of a letter that broke off but its sign of replacement', async () => {
    const client = await clientOf((_, response) => response.end(Buffer.from('ö').subarray(0, 1)));
    expect((await client.send(get('/x'))).text).toBe('\ufffd');
  });

  it('names the cause of an unexpected shape', async () => {
    const client = await clientOf((_, response) => response.end('"x"'));
    const error = await client.read(get('/x'), schema).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ cause: { name: 'ShapeError' } });
  });

  it.each([400, 404, 503])('fails by status %i, with the body and without the query', async (status) => {
    const client = await clientOf((_, response) => response.writeHead(status).end('why'));
    const error = await client.send(get('/x?token=t')).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ failure: 'status', status, text: 'why' });
    expect((error as Error).message).toMatch(
      new RegExp(`^Partner answered ${status} to GET http://127.0.0.1:\\d+/base/x$`),
    );
  });

  it('follows no redirect, which would carry credentials elsewhere', async () => {
    const seen: unknown[] = [];
    const client = await clientOf((request, response) => {
      seen.push(request.url);
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    await expect(client.send(get('/x'))).rejects.toMatchObject({ failure: 'status', status: 302 });
    expect(seen).toEqual(['/base/x']);
  });
});

describe('transport', () => {
  it('fails with the partner’s name and the system’s code when nobody listens', async () => {
    const client = await clientOf(() => {});
    closeAll();
    await expect(client.send(get('/x'))).rejects.toMatchObject({
      failure: 'transport',
      message: expect.stringMatching(/^Partner: no answer to GET .*\(ECONNREFUSED\)$/),
    });
  });

  it('gives up at the deadline, before the headers and inside the body', async () => {
    const silent = await clientOf(() => {}, { deadlineMs: 50 });
    await expect(silent.send(get('/x'))).rejects.toThrow(/not done within 50 ms/);
    const dripping = await clientOf((_, response) => void response.writeHead(200).write('{'), { deadlineMs: 50 });
    await expect(dripping.send(get('/x'))).rejects.toThrow(/not done within 50 ms/);
  });

  it('gives up a body that is larger than allowed, without reading it all', async () => {
    const client = await clientOf(
      (_, response) => {
        const more = () => response.write('x'.repeat(65_536)) && setImmediate(more);
        response.on('drain', more).on('error', () => {});
        more();
      },
      { maxBytes: 100_000 },
    );
    await expect(client.send(get('/x'))).rejects.toThrow(/larger than 100000 bytes/);
  });

  it('takes a body that is as large as allowed, by the request before the partner', async () => {
    const client = await clientOf((_, response) => response.end('x'.repeat(100)), { maxBytes: 99 });
    await expect(client.send(get('/x'))).rejects.toThrow(/larger than 99 bytes/);
    expect((await client.send({ ...get('/x'), maxBytes: 100 })).text).toHaveLength(100);
  });

  it('gives up a body over 4 MiB where nothing else is said', async () => {
    const size = 4 * 1024 * 1024;
    const client = await clientOf((request, response) =>
      response.end(Buffer.alloc(request.url === '/base/fits' ? size : size + 1, 'x')),
    );
    expect((await client.send(get('/fits'))).text).toHaveLength(size);
    await expect(client.send(get('/not'))).rejects.toThrow(`larger than ${size} bytes`);
  });

  it('waits as long as the request says, before what the partner says', async () => {
    const silent = await clientOf(() => {}, { deadlineMs: 60_000 });
    await expect(silent.send({ ...get('/x'), deadlineMs: 50 })).rejects.toThrow(/not done within 50 ms/);
  });

  it.each([
    [
      'the code of the system',
      new TypeError('x', { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) }),
      'ENOTFOUND',
    ],
    ['the name of the cause', new TypeError('x', { cause: new RangeError('secret') }), 'RangeError'],
    ['the name of the error', new TypeError('secret'), 'TypeError'],
    ['the name where the code is no text', Object.assign(new TypeError('secret'), { code: 20 }), 'TypeError'],
    ['nothing of what is no error', 'secret', 'unknown'],
  ])('shows %s, and no message', async (_, thrown, shown) => {
    const fetch = () => Promise.reject(thrown);
    const client = restClient({ name: 'Partner', url: 'https://example.org/', fetch });
    await expect(client.send(get('/x'))).rejects.toMatchObject({
      message: `Partner: no answer to GET https://example.org/x (${shown})`,
      cause: thrown,
    });
  });

  it('fails when the partner cuts the connection off', async () => {
    const client = await clientOf((request) => void request.socket.destroy());
    await expect(client.send(get('/x'))).rejects.toMatchObject({ failure: 'transport' });
  });
});

describe('secrets', () => {
  it.each(['\t', ' ~', 'all of ASCII: !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}'])(
    'sends a header that HTTP carries: %j',
    async (value) => {
      const seen: unknown[] = [];
      const client = await clientOf((request, response) => {
        seen.push(request.headers['x-one']);
        response.end();
      });
      await client.send({ ...get('/x'), headers: { 'X-One': `a${value}b` } });
      expect(seen).toEqual([`a${value}b`]);
    },
  );

  it.each(['ö', '\n', '\r', '\u0000', '\u007f', 'a\nb'])('refuses %j in a header', async (value) => {
    const client = await clientOf((_, response) => response.end());
    await expect(client.send({ ...get('/x'), headers: { 'X-One': value } })).rejects.toMatchObject({
      failure: 'request',
    });
  });

  it('refuses a header that HTTP cannot carry, without its value', async () => {
    const client = await clientOf((_, response) => response.end());
    const error = await client
      .send({ ...get('/x'), headers: { Authorization: 'pass\nword' } })
      .catch((caught: Error) => caught);
    expect(error).toMatchObject({
      failure: 'request',
      message: 'Partner: header Authorization has a character that HTTP cannot carry',
    });
  });

  it('takes no address with a user name or password, nor any that is not http(s)', () => {
    const message = (url: string) => () => restClient({ name: 'Partner', url });
    expect(message('https://me:secret@example.org')).toThrow(/^the address of the Partner holds a user name/);
    expect(message('https://me@example.org')).toThrow(/^the address of the Partner holds a user name/);
    expect(message('https://:secret@example.org')).toThrow(/^the address of the Partner holds a user name/);
    expect(message('httpsx://example.org')).toThrow(/not an http\(s\) URL/);
    expect(message('xhttp://example.org')).toThrow(/not an http\(s\) URL/);
    expect(message('ftp://example.org')).toThrow(/not an http\(s\) URL/);
    expect(message('example.org')).toThrow(/not an http\(s\) URL/);
  });
});
