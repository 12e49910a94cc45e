import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Guard, type OutsideRequest, outsideRequest } from '../../../src/adapters/callbacks/address-guard.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const listen = async (listener: RequestListener): Promise<number> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
};

const resolving =
  (...addresses: string[]): Guard['lookup'] & {} =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

const call = (url: string, guard: Guard, request: Partial<OutsideRequest> = {}) =>
  outsideRequest(guard)(new URL(url), { method: 'GET', headers: {}, deadlineMs: 60_000, maxBytes: 1000, ...request });

describe('an address that a user named', () => {
  it.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://[::1]/',
    'http://[::ffff:169.254.169.254]/latest/meta-data',
    'http://169.254.169.254/',
    'https://10.1.2.3/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://0/',
  ])('is refused when it is private: %s', async (url) => {
    await expect(call(url, { allowPrivate: false })).rejects.toMatchObject({
      name: 'ForbiddenError',
      message: expect.stringMatching(/private or reserved address: use one that is public$/),
    });
  });

  it.each([[['10.0.0.1']], [['93.184.216.34', '127.0.0.1']], [['2606:4700::1111', 'fd00::1']], [['100.64.0.1']]])(
    'is refused when one of the addresses of its name is private: %j',
    async (addresses) => {
      const guard = { allowPrivate: false, lookup: resolving(...addresses) };
      await expect(call('http://innocent.example/', guard)).rejects.toMatchObject({ name: 'ForbiddenError' });
    },
  );

  it('is refused when it is neither http nor https', async () => {
    await expect(call('file:///etc/passwd', { allowPrivate: true })).rejects.toMatchObject({ name: 'ForbiddenError' });
  });

  it('is resolved once, and the connection goes to what was checked', async () => {
    const hosts: unknown[] = [];
    const port = await listen((request, response) => {
      hosts.push(request.headers.host);
      response.end('here');
    });
    let asked = 0;
    const rebinding: Guard['lookup'] & {} = async () => {
      asked += 1;
      return [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
    };
    const reply = await call(`http://rebinding.example:${port}/`, { allowPrivate: true, lookup: rebinding });
    expect(reply.body.toString()).toBe('here');
    expect(hosts).toEqual([`rebinding.example:${port}`]);
    expect(asked).toBe(1);
  });
});

describe('a call outside', () => {
  it('does not follow redirects', async () => {
    const seen: unknown[] = [];
    const port = await listen((request, response) => {
      seen.push(request.url);
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect((await call(`http://127.0.0.1:${port}/`, { allowPrivate: true })).status).toBe(302);
    expect(seen).toEqual(['/']);
  });

  it('ends at the deadline, whoever is slow', async () => {
    const silent = await listen(() => {});
    const allow = { allowPrivate: true };
    await expect(call(`http://127.0.0.1:${silent}/`, allow, { deadlineMs: 50 })).rejects.toThrow(
      /did not finish within 50 ms/,
    );
    const stuck = { allowPrivate: true, lookup: () => new Promise<never>(() => {}) };
    await expect(call('http://stuck.example/', stuck, { deadlineMs: 50 })).rejects.toThrow(
      /did not finish within 50 ms/,
    );
    const dripping = await listen((_, response) => void response.writeHead(200).write('x'));
    await expect(call(`http://127.0.0.1:${dripping}/`, allow, { deadlineMs: 50 })).rejects.toThrow(
      /did not finish within 50 ms/,
    );
  });

  it('takes no more bytes than allowed, and none at all when the body is of no interest', async () => {
    const port = await listen((_, response) => response.end('x'.repeat(5000)));
    const allow = { allowPrivate: true };
    await expect(call(`http://127.0.0.1:${port}/`, allow)).rejects.toThrow(/sent more than 1000 bytes/);
    expect((await call(`http://127.0.0.1:${port}/`, allow, { maxBytes: 5000 })).body).toHaveLength(5000);
    expect((await call(`http://127.0.0.1:${port}/`, allow, { maxBytes: 0 })).body).toHaveLength(0);
  });

  it('hangs up when it needs no more of the body', async () => {
    const { promise: hungUp, resolve } = Promise.withResolvers<void>();
    const port = await listen((_, response) => {
      response.on('close', resolve).writeHead(200).write('the first of endless bytes');
    });
    await call(`http://127.0.0.1:${port}/`, { allowPrivate: true }, { deadlineMs: 60_000, maxBytes: 0 });
    await expect(hungUp).resolves.toBeUndefined();
  });

  it('never speaks plain HTTP to an https address', async () => {
    const seen: unknown[] = [];
    const port = await listen((request, response) => {
      seen.push(request.url);
      response.end();
    });
    await expect(call(`https://127.0.0.1:${port}/`, { allowPrivate: true })).rejects.toThrow(/EPROTO|ERR_SSL/);
    expect(seen).toEqual([]);
  });

  it('tries the next address of a name when one does not answer', async () => {
    const port = await listen((_, response) => response.end('here'));
    const guard = { allowPrivate: true, lookup: resolving('::1', '127.0.0.1') }; // the server listens on the second only
    expect((await call(`http://two.example:${port}/`, guard)).body.toString()).toBe('here');
  });

  it('says which host cannot be reached, and why', async () => {
    const port = await listen(() => {});
    servers.splice(0).map((server) => server.close());
    await expect(call(`http://127.0.0.1:${port}/?token=t`, { allowPrivate: true })).rejects.toThrow(
      `127.0.0.1:${port} cannot be reached (ECONNREFUSED)`,
    );
    const several = { allowPrivate: true, lookup: resolving('127.0.0.1', '127.0.0.2') };
    await expect(call(`http://several.example:${port}/`, several)).rejects.toThrow(
      /cannot be reached \(ECONNREFUSED\)/,
    );
    const broken = { allowPrivate: false, lookup: async () => Promise.reject(new RangeError('of the resolver')) };
    await expect(call('http://nowhere.example/', broken)).rejects.toThrow('cannot be reached (RangeError)');
    const unknown = {
      allowPrivate: false,
      lookup: async () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })),
    };
    await expect(call('http://nowhere.example/', unknown)).rejects.toThrow(
      'nowhere.example cannot be reached (ENOTFOUND)',
    );
    const empty = { allowPrivate: false, lookup: async () => [] };
    await expect(call('http://nowhere.example/', empty)).rejects.toThrow('nowhere.example has no address');
  });
});
