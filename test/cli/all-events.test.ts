import { expect, it } from 'vitest';
import { call } from './called.ts';
import { served } from './served.ts';

const event = (id: string, at: string) => ({
  ...{ id, kind: 'CHANGE', message: `said ${id}`, at, writtenAt: at },
  deployment: { uuid: '01980000-0000-7000-8000-000000000001', name: 'web', status: 'CREATE_COMPLETE' },
});

/** A service whose stream is this at each question. */
const service = async (...streams: (readonly ReturnType<typeof event>[])[]) => {
  const interrupting = new AbortController();
  const asked: URLSearchParams[] = [];
  const url = await served(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://service');
    if (pathname === '/me') return response.end(JSON.stringify({ issuer: 'i', subject: 's', administrator: false }));
    asked.push(searchParams);
    if (asked.length > streams.length) interrupting.abort();
    return response.end(JSON.stringify({ content: streams[asked.length - 1] ?? [], links: [] }));
  });
  const connection = ['--url', url, '--token', 'x'];
  const on = (live: boolean, ...args: string[]) =>
    call(['events', ...args, ...connection], { interrupted: interrupting.signal, live });
  return {
    run: (...args: string[]) => on(false, ...args),
    onTerminal: (...args: string[]) => on(true, ...args),
    asked,
  };
};

const [one, two, late] = [
  event('one', '2026-11-27T02:19:00.000Z'),
  event('two', '2026-11-27T02:21:00.000Z'),
  event('late', '2026-11-27T02:20:30.000Z'),
];

it('says each event of all deployments once while it follows them, also one that comes late', async () => {
  const { run, asked } = await service([one], [one, two], [late, two]);
  const { code, out } = await run('--all', '-f', '--since', '2026-11-27T02:00Z', '--group', 'physics');
  expect({ code, said: out.trimEnd().split('\n') }).toEqual({
    code: 130,
    said: ['one', 'two', 'late'].map((id) =>
      expect.stringMatching(new RegExp(`web \\(00000001\\)  CHANGE  said ${id}$`)),
    ),
  });
  expect(asked.map((query) => [query.get('since')?.slice(11, 19), query.get('userGroup')])).toEqual([
    ['02:00:00', 'physics'],
    ['02:18:00', 'physics'],
    ['02:20:00', 'physics'],
    ['02:20:00', 'physics'],
  ]);
});

it('tells of schedules, and asks a service of an earlier release for deployments only', async () => {
  const failed = {
    ...one,
    kind: 'FILE_FAILED',
    schedule: { ...one.deployment, name: 'analysis' },
    deployment: undefined,
  };
  const { run, asked } = await service([failed as never]);
  expect((await run('--all')).out).toMatch(/analysis \(00000001\) {2}FILE_FAILED {2}said one/);
  expect(asked.map((query) => query.get('schedules'))).toEqual(['true']);
  const questions: (string | null)[] = [];
  const url = await served(({ url: path = '' }, response) => {
    const { pathname, searchParams } = new URL(path, 'http://service');
    if (pathname === '/me') return response.end(JSON.stringify({ issuer: 'i', subject: 's', administrator: false }));
    questions.push(searchParams.get('schedules'));
    if (!searchParams.has('schedules')) return response.end(JSON.stringify({ content: [one], links: [] }));
    const message = 'schedules is no parameter of this request';
    return response.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify({ code: 400, message }));
  });
  const { code, out } = await call(['events', '--all', '--url', url, '--token', 'x']);
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('said one') });
  expect(questions).toEqual(['true', null]);
});

it('calls a provider by its name', async () => {
  const of = { ...one, message: 'provider recas: it is full', provider: 'recas', providerName: 'ReCaS Bari' };
  const { run } = await service([of]);
  expect((await run('--all')).out).toContain('provider ReCaS Bari: it is full');
});

it('breaks long lines at words on a terminal, and not for a program', async () => {
  const message = Array(30).fill('words').join(' ');
  const long = { ...one, message };
  const { onTerminal } = await service([long]);
  const { out } = await onTerminal('--all');
  expect(out.trimEnd().split('\n').length).toBeGreaterThan(1);
  for (const line of out.trimEnd().split('\n')) expect(line).toMatch(/^.{0,114} ?words$/);
  const { run } = await service([long]);
  expect((await run('--all')).out).toContain(message);
});

it('prints what there is, one line of JSON for each, and ends', async () => {
  const { run } = await service([one, two]);
  const { code, out } = await run('--all', '--json');
  expect(code).toBe(0);
  expect(
    out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id),
  ).toEqual(['one', 'two']);
});

it('is about one deployment or about all of them', async () => {
  const { run, asked } = await service();
  expect((await run()).code).toBe((await run('--all', 'web')).code);
  expect((await run()).code).not.toBe(0);
  expect(asked).toEqual([]);
});
