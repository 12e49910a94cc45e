import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { decomposeUnverifiedJwt } from 'aws-jwt-verify/jwt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PortTakenError, startSandbox } from '../../../local/sandbox/start.ts';
import { states, testSandbox } from './client.ts';
import { cluster } from './templates.ts';

let dataDirectory: string;
beforeEach(() => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'sandbox-'));
});
afterEach(() => rmSync(dataDirectory, { recursive: true, force: true }));

describe('a sandbox with a data directory', () => {
  it('still knows its infrastructures, faults and addresses after a restart', async () => {
    const before = await testSandbox({ dataDirectory });
    const id = await before.create(cluster());
    before.pass(1);
    await before.fault('sandbox-b', { fault: 'slow', bootSeconds: 5 });
    await before.sandbox.stop();

    const after = await testSandbox({ dataDirectory });
    after.pass(3);
    expect(await after.state(id)).toEqual(states('configured', { 0: 'configured', 1: 'configured' }));
    expect((await after.call('GET', '/_sandbox/clouds')).json).toMatchObject({
      clouds: [{ infrastructures: [{ id, name: 'cluster-1' }] }, { fault: 'slow', bootSeconds: 5 }],
    });
    const next = await after.create(cluster('count: 1'));
    after.pass(3);
    const address = async (infrastructure: string, vm: number): Promise<string> =>
      (await after.call('GET', `/infrastructures/${infrastructure}/vms/${vm}/net_interface.0.ip`)).text;
    expect(await address(next, 0)).not.toBe(await address(id, 0));
    await after.sandbox.stop();
  });

  it('forgets on disk what was destroyed', async () => {
    const im = await testSandbox({ dataDirectory });
    const id = await im.create(cluster());
    im.pass(3);
    await im.call('DELETE', `/infrastructures/${id}`);
    await im.sandbox.stop();
    const after = await testSandbox({ dataDirectory });
    after.pass(3);
    expect((await after.call('GET', '/_sandbox/clouds')).json).toMatchObject({ clouds: [{ infrastructures: [] }, {}] });
    await after.sandbox.stop();
  });

  it('lets a browser log in after a restart at another port, as the same user as before', async () => {
    const first = await startSandbox({ dataDirectory, imPort: 0, issuerPort: 0 });
    await first.stop();
    const second = await startSandbox({ dataDirectory, imPort: 0, issuerPort: 0 });
    const redirect = 'http://127.0.0.1:1/ui/';
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: 'toscanini',
      redirect_uri: redirect,
      state: 's',
    });
    const sent = await fetch(`${second.issuer}/authorize?${query}`, { redirect: 'manual' });
    const code = new URL(sent.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      client_id: 'toscanini',
      redirect_uri: redirect,
    });
    const answer = await fetch(`${second.issuer}/token`, { method: 'POST', body });
    const tokens = (await answer.json()) as { readonly access_token: string; readonly id_token: string };
    await second.stop();
    expect(second.issuer).not.toBe(first.issuer);
    expect(decomposeUnverifiedJwt(tokens.access_token).payload.iss, 'deployments belong to users of this issuer').toBe(
      first.issuer,
    );
    expect(decomposeUnverifiedJwt(tokens.id_token).payload.iss, 'what the client asked').toBe(second.issuer);
  });

  it('believes its own tokens of before', async () => {
    const first = await startSandbox({ dataDirectory, imPort: 0, issuerPort: 0 });
    const { port } = new URL(first.issuer);
    const token = await first.token({ subject: 'u1' });
    await first.stop();
    const second = await startSandbox({ dataDirectory, imPort: 0, issuerPort: Number(port) });
    const answer = await fetch(`${second.issuer}/userinfo`, { headers: { authorization: `Bearer ${token}` } });
    expect(await answer.json()).toMatchObject({ sub: 'u1' });
    await second.stop();
  });

  it('keeps keys from other users of the machine', async () => {
    const im = await testSandbox({ dataDirectory });
    await im.create(cluster());
    for (const file of ['issuer-keys.json', 'infrastructures.db']) {
      expect(statSync(join(dataDirectory, 'sandbox', file)).mode & 0o077).toBe(0);
    }
    await im.sandbox.stop();
  });

  it('says which file is broken', async () => {
    mkdirSync(join(dataDirectory, 'sandbox'));
    writeFileSync(join(dataDirectory, 'sandbox', 'infrastructures.db'), '{'.repeat(200));
    await expect(testSandbox({ dataDirectory })).rejects.toThrow(
      /infrastructures\.db cannot be used \(.*not a database\): .*npm start -- --fresh starts with none$/,
    );
  });

  it('takes over what version 0.2.0 has left, a file each', async () => {
    const im = await testSandbox({ dataDirectory });
    const id = await im.create(cluster());
    await im.sandbox.stop();
    const sandbox = join(dataDirectory, 'sandbox');
    const db = new DatabaseSync(join(sandbox, 'infrastructures.db'));
    const [row] = db.prepare('SELECT infrastructure FROM infrastructures').all();
    db.exec('DELETE FROM infrastructures');
    db.close();
    mkdirSync(join(sandbox, 'infrastructures'));
    writeFileSync(join(sandbox, 'infrastructures', `${id}.json`), `${row?.['infrastructure']}`);
    const after = await testSandbox({ dataDirectory });
    after.pass(3);
    expect(await after.state(id)).toEqual(states('configured', { 0: 'configured', 1: 'configured' }));
    expect(existsSync(join(sandbox, 'infrastructures'))).toBe(false);
    await after.sandbox.stop();
  });
});

describe('a port that is taken', () => {
  for (const [option, what] of [
    ['imPort', 'Infrastructure Manager'],
    ['issuerPort', 'token issuer'],
  ] as const) {
    it(`is named, with what wanted it: ${what}`, async () => {
      const other = createServer();
      const port = await new Promise<number>((resolve) => {
        other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port));
      });
      const starting = startSandbox({ imPort: 0, issuerPort: 0, [option]: port });
      await expect(starting).rejects.toThrow(PortTakenError);
      await expect(starting).rejects.toThrow(
        new RegExp(`port ${port} of 127\\.0\\.0\\.1, for the sandbox's ${what}, is in use`),
      );
      await new Promise((resolve) => other.close(resolve));
    });
  }
});
