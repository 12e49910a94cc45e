import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call } from './called.ts';

let server: Server;
beforeEach(async () => {
  // it takes requests, and never answers them
  server = createServer((request) => void request.socket.destroy());
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
});
afterEach(() => {
  server.close();
});

const env = () => ({
  TOSCANINI_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  TOSCANINI_TOKEN: 'x',
});

const schedule = '01980000-0000-7000-8000-000000000001';
const template = 'examples/web-server.yaml';

describe('a service that cuts every connection', () => {
  it('may have accepted a deployment: the command says so', async () => {
    const { code, error } = await call(['deploy', template, '--another', '--name', 'x', '--detach'], { env: env() });
    expect(code).toBe(6);
    expect(error).toMatch(/^! http\S+ does not answer: .+; trying again\n✖ http\S+ does not answer: .+\n/);
    expect(error).toMatch(/it may have been accepted all the same: toscanini ls --mine shows it\n$/);
  });

  it.each([
    [['schedules', 'create', template, '--files', 'x:.*', '--replicate', 'disk'], 'schedules list'],
    [['schedules', 'backfill', schedule, '--prefix', ''], `schedules backfills ${schedule}`],
  ])('may have accepted what a second call would make twice: %j', async (args, shownBy) => {
    const { code, error } = await call(args, { env: env() });
    expect(code).toBe(6);
    expect(error).toMatch(/\n✖ http\S+ does not answer: .+\n/);
    expect(error).toContain(`it may have been accepted all the same: toscanini ${shownBy} shows it\n`);
  });

  it('may have accepted a deployment also when the user does not wait until it is asked again', async () => {
    const interrupting = new AbortController();
    server.once('request', () => interrupting.abort());
    const called = call(['deploy', template, '--another', '--name', 'x', '--detach'], {
      env: env(),
      interrupted: interrupting.signal,
    });
    expect(await called).toMatchObject({
      code: 130,
      error: expect.stringMatching(/\ninterrupted\nit may have been accepted all the same: .+ shows it\n$/),
    });
  });

  it('is named once while it is asked again, then with advice', async () => {
    const { code, error } = await call(['ls'], { env: env() });
    expect(code).toBe(6);
    expect(error.match(/trying again/g)).toHaveLength(1);
    expect(error).toMatch(/\ntoscanini doctor says what is wrong\n$/);
  });
});
