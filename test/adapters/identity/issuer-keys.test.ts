import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { discoveryOf, fetchKeys } from '../../../src/adapters/identity/issuer-keys.ts';

const servers: Server[] = [];
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  for (const server of servers.splice(0)) server.close();
});

const listen = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const text = async (address: string): Promise<string> => Buffer.from(await fetchKeys(address)).toString();
const unavailable = (message: string) => ({ name: 'UnavailableError', message: expect.stringContaining(message) });

describe('the discovery document of an issuer', () => {
  it('is below its address, with or without a slash at the end', () => {
    const address = 'https://iam.example/realm/.well-known/openid-configuration';
    expect(discoveryOf('https://iam.example/realm')).toBe(address);
    expect(discoveryOf('https://iam.example/realm/')).toBe(address);
  });

  it('leads to the keys', async () => {
    const own = await listen((request, response) => {
      const document = JSON.stringify({ issuer: own, jwks_uri: `${own}/keys` });
      response.end(request.url === '/keys' ? 'the keys' : document);
    });
    expect(await text(discoveryOf(own))).toBe('the keys');
  });
});

describe('the keys of an issuer', () => {
  it('are read at their own address', async () => {
    const own = await listen((_, response) => response.end('the keys'));
    expect(await text(`${own}/keys`)).toBe('the keys');
  });

  it('are not taken from an answer that is an error', async () => {
    const own = await listen((_, response) => response.writeHead(500).end('the keys'));
    await expect(fetchKeys(`${own}/keys`)).rejects.toMatchObject(unavailable('could not be read'));
  });

  it('are not taken from where the address redirects to', async () => {
    const other = await listen((_, response) => response.end('other keys'));
    const own = await listen((_, response) => response.writeHead(302, { location: `${other}/keys` }).end());
    await expect(fetchKeys(`${own}/keys`)).rejects.toMatchObject(unavailable('could not be read'));
  });

  it('are waited for no longer than 5 seconds', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
      expect(timeout).toHaveBeenCalledWith(5_000);
      expect(signal).toBe(timeout.mock.results[0]?.value);
      return new Response('the keys');
    });
    expect(await text('https://iam.example/keys')).toBe('the keys');
  });

  it.each([
    'https://iam.example/keys',
    'http://localhost/keys',
    'http://localhost:8080/keys',
    'http://127.0.0.1/keys',
    'http://127.12.113.255:80/keys',
    'http://[::1]:8080/keys',
  ])('may come from %s', async (address) => {
    vi.stubGlobal('fetch', async () => new Response('the keys'));
    expect(await text(address)).toBe('the keys');
  });

  it.each([
    'http://iam.example/keys',
    'http://localhost.example/keys',
    'http://127.0.0.1.example/keys',
    'http://localhost@iam.example/keys',
    'http://iam.example/http://localhost/keys',
    'ftp://localhost/keys',
    'keys',
    '',
  ])('must not come from %j, where somebody on the way could replace them', async (address) => {
    const fetch = vi.fn();
    vi.stubGlobal('fetch', fetch);
    await expect(fetchKeys(address)).rejects.toMatchObject(unavailable('keys must come over https'));
    expect(fetch).not.toHaveBeenCalled();
  });
});
