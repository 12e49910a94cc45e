import { expect, it } from 'vitest';
import type { Checks } from '../../client/types.ts';
import { type CallOptions, call } from './called.ts';
import { served } from './served.ts';

const deployment = '01980000-0000-7000-8000-000000000001';
const at = '2026-11-28T10:15:03.120Z';
const told = '2026-11-28 10:15 UTC';

const inOrder: Checks = { state: 'NONE', last: { at, verdict: 'in-order' }, findings: [] };
const drifted: Checks = {
  ...{ state: 'NONE', last: { at, verdict: 'drifted' }, drift: { since: at, drifted: 2, of: 7 } },
  findings: [
    { node: 'worker', is: 'stopped', part: '1' },
    { node: 'web', is: 'changed', property: 'cpu.count', old: '2', new: '4' },
    { node: 'web', is: 'not-comparable', why: 'ports are never seen' },
  ],
};

/** Runs the command beside a service that gives these answers about the checks, one after the other, the last one for ever. */
const drift = (answers: readonly Checks[], ...flags: readonly string[]) => driftWith({}, answers, ...flags);

const driftWith = async (options: CallOptions, answers: readonly Checks[], ...flags: readonly string[]) => {
  const left = [...answers];
  const asked: string[] = [];
  const url = await served(({ method, url }, response) => {
    asked.push(`${method} ${url}`);
    if (method === 'POST') return void response.writeHead(204).end();
    response.end(JSON.stringify(left.length > 1 ? left.shift() : left[0]));
  });
  const { code, out, error } = await call(['drift', deployment, '--url', url, '--token', 'x', ...flags], options);
  return { code, error, asked, lines: out.trimEnd().split('\n') };
};

const path = `/deployments/${deployment}/checks`;

it('asks for a check, waits until it has ended, and shows what it found', async () => {
  const waiting: Checks = { ...inOrder, state: 'WAITING', requestedAt: at };
  const { code, error, asked, lines } = await drift([waiting, drifted]);
  expect({ code, error, asked }).toEqual({ code: 0, error: '', asked: [`POST ${path}`, `GET ${path}`, `GET ${path}`] });
  expect(lines[0]).toBe(`drifted: 2 of 7  ${told}`);
  expect(lines.slice(2).map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['worker', 'stopped', '1'],
    ['web', 'changed', 'cpu.count', '2', '4'],
    ['web', 'not-comparable', 'ports are never seen'],
  ]);
});

it('asks for no check with --last', async () => {
  const { asked, lines } = await drift([{ ...inOrder, state: 'RUNNING', startedAt: at }], '--last');
  expect({ asked, lines }).toEqual({ asked: [`GET ${path}`], lines: [`in order  ${told}`] });
});

it.each<[Checks, string]>([
  [{ state: 'NONE', findings: [] }, 'not checked yet'],
  [
    { state: 'NONE', last: { at, verdict: 'nothing-stands' }, findings: [] },
    `nothing to compare: its provider runs jobs  ${told}`,
  ],
  [{ ...drifted, last: { at, verdict: 'not-checked', why: 'it is away' } }, `not checked: it is away  ${told}`],
  // what was found before stays away once all is in order again
  [{ ...inOrder, drift: { since: at, drifted: 0, of: 7 } }, `in order  ${told}`],
])('says in a line what the last check came to: %j', async (found, line) => {
  const { code, lines } = await drift([found], '--last');
  expect({ code, line: lines[0] }).toEqual({ code: 0, line });
});

it('says what its provider cannot compare', async () => {
  const last = { at, verdict: 'in-order' as const, notComparable: ['ports', 'disks'] };
  const { lines } = await drift([{ ...inOrder, last }], '--last');
  expect(lines).toEqual([`in order  ${told}`, 'not compared here: ports, disks']);
});

it('gives a program the whole answer', async () => {
  const { lines } = await drift([drifted], '--json');
  expect(JSON.parse(lines.join('\n'))).toEqual(drifted);
});

it('leaves the check to itself when the user presses Ctrl-C', async () => {
  const interrupting = new AbortController();
  const waiting: Checks = { ...inOrder, state: 'RUNNING', startedAt: at };
  setTimeout(() => interrupting.abort(), 300);
  const { code, error, lines } = await driftWith({ interrupted: interrupting.signal }, [waiting]);
  expect({ code, error, lines }).toEqual({ code: 130, error: '', lines: [''] });
});
