import { describe, expect, it } from 'vitest';
import type { OutsideReply, OutsideRequest } from '../../../src/adapters/callbacks/address-guard.ts';
import { type ImportsOptions, imports } from '../../../src/adapters/files/imports.ts';

const page = (text: string | Buffer, status = 200): OutsideReply => ({ status, headers: {}, body: Buffer.from(text) });
const redirect = (location: string, status = 302): OutsideReply => ({
  status,
  headers: { location },
  body: Buffer.alloc(0),
});

/** Imports over a scripted web, and the addresses it was asked for. */
const web = (pages: Readonly<Record<string, OutsideReply | Error>>, options: ImportsOptions = {}) => {
  const asked: string[] = [];
  const request: ImportsOptions['request'] = async (url) => {
    asked.push(url.href);
    const found = pages[url.href] ?? page('', 404);
    if (found instanceof Error) throw found;
    return found;
  };
  return { read: imports({ request, ...options }).read, asked };
};

const types = 'https://types.example/a.yaml';

describe('an import', () => {
  it('is the text behind an https address', async () => {
    expect(await web({ [types]: page('node_types: {é: 1}') }).read(types)).toBe('node_types: {é: 1}');
  });

  it('follows up to three redirects, also relative ones', async () => {
    const pages = {
      [types]: redirect('/b'),
      'https://types.example/b': redirect('https://other.example/c'),
      'https://other.example/c': redirect('d'),
      'https://other.example/d': page('found'),
    };
    expect(await web(pages).read(types)).toBe('found');
  });

  it.each([
    ['http://types.example/a.yaml', {}, /only https is allowed, not http$/],
    ['file:///etc/passwd', {}, /only https is allowed, not file$/],
    [
      'a.yaml',
      {},
      /a\.yaml is no address, and the service cannot read files of your machine: send an archive \(CSAR\)/,
    ],
    [
      'https://me:secret@types.example/',
      {},
      /^cannot import https:\/\/\*{8}@types\.example\/: .*password is not allowed$/,
    ],
    [types, {}, /^cannot import https:\/\/types\.example\/a\.yaml: the server answered 404$/],
    [types, { [types]: page(Buffer.from([0xff, 0xfe])) }, /not UTF-8 text$/],
    [types, { [types]: redirect('http://types.example/a.yaml') }, /only https is allowed, not http$/],
    ['https://:secret@types.example/', {}, /password is not allowed$/],
    ['https://me@types.example/', {}, /password is not allowed$/],
    [types, { [types]: redirect('https://me:secret@other.example/') }, /password is not allowed$/],
    [types, { [types]: redirect(types) }, /redirects more than 3 times$/],
    [
      types,
      { [types]: new Error('types.example sent more than 9 bytes') },
      /a\.yaml: types\.example sent more than 9 bytes$/,
    ],
  ])('says what and why when it cannot be had: %s %#', async (address, pages, message) => {
    await expect(web(pages).read(address)).rejects.toThrow(message);
  });

  it.each([300, 301, 307, 399])('follows a %i', async (status) => {
    const pages = { [types]: redirect('/b', status), 'https://types.example/b': page('found') };
    expect(await web(pages).read(types)).toBe('found');
  });

  it.each([
    [200, 'https://types.example/b', 'text', /^text$/],
    [299, 'https://types.example/b', '', /the server answered 299$/],
    [400, 'https://types.example/b', '', /the server answered 400$/],
    [302, undefined, '', /the server answered 302$/],
  ])('is the answer itself with status %i and location %s', async (status, location, body, expected) => {
    const { read, asked } = web({
      [types]: { status, headers: location === undefined ? {} : { location }, body: Buffer.from(body) },
    });
    expect(await read(types).catch((error: Error) => error.message)).toMatch(expected);
    expect(asked).toEqual([types]);
  });

  const bounds = async (options: ImportsOptions): Promise<readonly OutsideRequest[]> => {
    const seen: OutsideRequest[] = [];
    const request: ImportsOptions['request'] = async (url, sent) => {
      seen.push(sent);
      return url.href === types ? redirect('/b') : page('found');
    };
    await imports({ request, ...options }).read(types);
    return seen;
  };

  it('may take 5 seconds with all its redirects, and a mebibyte', async () => {
    const [first, second] = await bounds({});
    expect(first).toMatchObject({ method: 'GET', headers: { Accept: '*/*' }, maxBytes: 1_048_576 });
    expect(first?.deadlineMs).toBeGreaterThan(4_000);
    expect(first?.deadlineMs).toBeLessThanOrEqual(5_000);
    expect(second?.deadlineMs).toBeLessThanOrEqual(first?.deadlineMs ?? 0);
  });

  it('may take what is configured, and still ends when its time is up', async () => {
    const [first, second] = await bounds({ deadlineMs: -10, maxBytes: 7 });
    expect([first?.maxBytes, first?.deadlineMs, second?.deadlineMs]).toEqual([7, 1, 1]);
  });

  it('goes to no private address, neither at once nor by redirect', async () => {
    await expect(imports({}).read('https://127.0.0.1/a.yaml')).rejects.toThrow(/private or reserved address/);
    const lookup = async () => [{ address: '169.254.169.254', family: 4 }];
    await expect(imports({ lookup }).read(types)).rejects.toThrow(/types\.example is, or resolves to, a private/);
  });
});

describe('the memory of imports', () => {
  it('asks once for those who ask at the same time and later, until the time is up', async () => {
    let now = 0;
    const { read, asked } = web({ [types]: page('text') }, { ttlMs: 1000, now: () => now });
    expect(await Promise.all([read(types), read(types), read(types)])).toEqual(['text', 'text', 'text']);
    now = 999;
    await read(types);
    expect(asked).toHaveLength(1);
    now = 1000;
    await read(types);
    expect(asked).toHaveLength(2);
  });

  it('is for ten minutes where nothing else is configured', async () => {
    let now = 0;
    const { read, asked } = web({ [types]: page('text') }, { now: () => now });
    for (const then of [0, 599_999, 600_000]) {
      now = then;
      await read(types);
    }
    expect(asked).toHaveLength(2);
  });

  it('gives a text anew when it has changed, to those who share the old one too', async () => {
    let now = 0;
    const other = 'https://types.example/b.yaml';
    const pages = { [types]: page('text'), [other]: page('text') };
    const { read } = web(pages, { ttlMs: 1000, now: () => now });
    await read(types);
    now = 500;
    await read(other);
    now = 1000;
    pages[types] = page('changed');
    expect([await read(types), await read(other)]).toEqual(['changed', 'text']);
  });

  it('keeps no failure', async () => {
    const pages: Record<string, OutsideReply> = {};
    const { read } = web(pages);
    await expect(read(types)).rejects.toThrow(/404/);
    pages[types] = page('now there');
    expect(await read(types)).toBe('now there');
  });

  it('makes room for new addresses, and keeps a text that others still share', async () => {
    const address = (index: number) => `https://types.example/${index}`;
    const pages = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [address(index), page('same')]));
    const { read, asked } = web(pages);
    for (let index = 0; index <= 200; index += 1) await read(address(index));
    await read(address(1));
    expect(asked).toHaveLength(201);
    await read(address(0));
    expect(asked).toHaveLength(202);
  });
});
