import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { call } from './called.ts';

const schedule = '01980000-0000-7000-8000-000000000001';

/** The same name in two buckets: these are two files. */
const content = ['one', 'two'].map((scope, at) => ({
  uuid: `01980000-0000-7000-8000-00000000001${at}`,
  creationTime: '2026-11-27T02:19+0000',
  ...{ scope, name: 'run-1.dat', replicationStatus: 'OK' },
}));

it('says each event of a schedule once while it follows them, also of files of the same name in two buckets', async () => {
  const interrupting = new AbortController();
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    if (asked === 3) interrupting.abort();
    response.end(JSON.stringify({ content, page: { totalPages: 1, number: 0 } }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const args = ['schedules', 'events', schedule, '-f', '--url', url, '--token', 'x'];
  const { code, out } = await call(args, { interrupted: interrupting.signal });
  expect({ code, lines: out.trimEnd().split('\n') }).toEqual({
    code: 130,
    lines: ['one', 'two'].map((scope) => `2026-11-27T02:19+0000  ${scope}:run-1.dat  OK`),
  });
});

/** What the command prints of one event, without -f and with it. */
const printed = async (event: object, flags: readonly string[]): Promise<string | undefined> => {
  const interrupting = new AbortController();
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    if (asked === 2) interrupting.abort();
    response.end(JSON.stringify({ content: [{ ...content[0], ...event }], page: { totalPages: 1, number: 0 } }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const args = ['schedules', 'events', schedule, ...flags, '--url', url, '--token', 'x'];
  const { out } = await call(args, { interrupted: interrupting.signal });
  return out.trimEnd().split('\n').at(-1);
};

it.each([[], ['-f']])('says a file whose name has line breaks and tabs in one line (%s)', async (...flags) => {
  const name = 'good.dat\n2026-11-27T02:19+0000\tone:forged.dat\r\u2028x';
  expect(await printed({ name }, flags)).toBe(
    '2026-11-27T02:19+0000  one:good.dat␊2026-11-27T02:19+0000␉one:forged.dat␍�x  OK',
  );
});

it.each([
  ['the file no longer exists\nmore', 'the file no longer exists'],
  [
    'the template cannot be deployed, it has a problem:\n4:5 inputs.name: its length is 117',
    'the template cannot be deployed, it has a problem: 4:5 inputs.name: its length is 117',
  ],
  ['nothing follows:', 'nothing follows:'],
])('says why a file is STUCK: %j', async (statusReason, said) => {
  const row = await printed({ replicationStatus: 'STUCK', statusReason }, []);
  expect(row?.split(/ {2,}/).at(-1)).toBe(said);
});

const deployment = {
  ...{ uuid: '01980000-0000-7000-8000-000000000099', creationTime: '', updateTime: '', outputs: {}, links: [] },
};

it.each([[[]], [['-f']]])('says what a file’s deployment waits for, and why it failed (%s)', async (flags) => {
  const waits = { ...deployment, status: 'CREATE_IN_PROGRESS', task: 'APPROVAL' };
  expect(await printed({ deployment: waits }, flags)).toMatch(/ {2}waits for an approval: toscanini approvals$/);
  const reason = 'lead has refused the plan: too large';
  const refused = { ...deployment, status: 'CREATE_FAILED', task: 'NONE', statusReason: reason };
  expect(await printed({ deployment: refused }, flags)).toMatch(new RegExp(` {2}${reason}$`));
});
