import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpFetch } from '../../cli/connection/http-fetch.ts';
import { Toscanini } from '../../client/index.ts';

const server = createServer((request, response) => {
  const { url = '', method, headers } = request;
  if (url === '/elsewhere') return response.writeHead(307, { location: '/echo' }).end();
  if (url === '/cut')
    return response.writeHead(200, { 'content-length': 10 }).end('half', () => request.socket.destroy());
  if (url === '/never') return;
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const told = JSON.stringify({ method, own: headers['x-own'], text: Buffer.concat(chunks).toString() });
    const isPacked = url === '/packed';
    response.writeHead(200, { 'X-Told': 'yes', ...(isPacked && { 'content-encoding': 'gzip' }) });
    response.end(isPacked ? gzipSync(told) : told);
  });
});
let at = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const post = { method: 'POST', headers: { 'x-own': '1' }, body: '{"a":"é"}' };

describe('fetch by the HTTP modules of Node', () => {
  it.each(['/echo', '/packed', '/elsewhere'])('answers as fetch does: %s', async (path) => {
    const answers = [await httpFetch(at + path, post), await fetch(at + path, post)];
    const [own, usual] = await Promise.all(
      answers.map(async (answer) => ({
        ...{
          status: answer.status,
          ok: answer.ok,
          told: answer.headers.get('x-TOLD'),
          absent: answer.headers.get('x'),
        },
        text: await answer.text(),
      })),
    );
    expect(own).toEqual(usual);
    expect(own).toMatchObject({ status: 200, told: 'yes', absent: null });
    expect(JSON.parse(own?.text ?? '')).toEqual({ method: 'POST', own: '1', text: '{"a":"é"}' });
  });

  it('fails as fetch does: a connection that is cut, one that is refused, one that is given up', async () => {
    await expect(httpFetch(`${at}/cut`, {})).rejects.toThrow(TypeError);
    await expect(httpFetch('http://127.0.0.1:1/', {})).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    const stopping = new AbortController();
    const waiting = httpFetch(`${at}/never`, { signal: stopping.signal });
    stopping.abort();
    await expect(waiting).rejects.toMatchObject({ cause: { name: 'AbortError' } });
  });

  it('gives the client the reason', async () => {
    const client = new Toscanini({ url: 'http://127.0.0.1:1', token: () => undefined, tries: 1, fetch: httpFetch });
    await expect(client.info()).rejects.toMatchObject({
      name: 'UnavailableError',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });
});
