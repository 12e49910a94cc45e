import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { exitCodes } from '../../cli/outcome.ts';
import { call } from './called.ts';
import { served } from './served.ts';

const deployment = '01980000-0000-7000-8000-000000000001';
const hours = {
  ...{ timeZone: 'Europe/Rome', days: ['mon', 'tue', 'wed'], start: '08:00', stop: '19:00' },
  exceptions: [{ date: '2026-12-25' }],
};
const next = { type: 'stop', at: '2026-11-30T18:00:00.000Z', text: 'stops Mon 30 Nov 19:00 Europe/Rome' };

/** Runs the command beside a service that has this deployment. */
const officeHours = async (stored: object, ...words: readonly string[]) => {
  const changes: unknown[] = [];
  const url = await served(async (request, response) => {
    if (request.method !== 'PUT') return void response.end(JSON.stringify({ uuid: deployment, ...stored }));
    changes.push([request.url, JSON.parse((await buffer(request)).toString())]);
    response.writeHead(204).end();
  });
  const { code, out, error } = await call(['hours', deployment, ...words, '--url', url, '--token', 'x']);
  return { code, out: out.trimEnd(), error, changes };
};

it('sets office hours with other days, and says what comes next', async () => {
  const words = ['mon-wed 08:00-19:00 Europe/Rome', '--except', '2026-12-25'];
  const { code, out, changes } = await officeHours({ officeHours: { ...hours, next } }, ...words);
  expect(code).toBe(exitCodes.done);
  expect(changes).toEqual([[`/deployments/${deployment}/office-hours`, { officeHours: hours }]]);
  expect(out.split('\n')).toEqual([
    expect.stringContaining('stops Mon 30 Nov 19:00 Europe/Rome'),
    '  mon-wed 08:00-19:00 Europe/Rome',
    '  2026-12-25',
  ]);
});

it('says that hours which are over hold at once', async () => {
  const later = { ...next, type: 'start', text: 'starts Mon 30 Nov 08:00 Europe/Rome' };
  const stored = { officeHours: { ...hours, next: later } };
  const { out } = await officeHours(stored, 'mon-wed 08:00-19:00 Europe/Rome');
  expect(out).toContain('stops within minutes, and starts Mon 30 Nov');
  expect((await officeHours(stored)).out).not.toContain('within minutes');
});

it('takes them away, and prints them', async () => {
  const off = await officeHours({}, '--off', '--json');
  expect(off.changes).toEqual([[`/deployments/${deployment}/office-hours`, { officeHours: null }]]);
  expect(JSON.parse(off.out)).toEqual({ uuid: deployment, officeHours: null });
  const printed = await officeHours({ officeHours: hours });
  expect([printed.changes, printed.out]).toEqual([[], expect.stringContaining('runs always')]);
  expect((await officeHours({})).out).toContain('has no office hours');
});

it('says which other day is there twice', async () => {
  const days = ['2026-12-24', '2026-12-25', '2026-12-25=09:00-10:00'].flatMap((day) => ['--except', day]);
  const { code, error, changes } = await officeHours({}, 'mon 08:00-19:00 UTC', ...days);
  expect([code, changes]).toEqual([exitCodes.calledWrongly, []]);
  expect(error).toContain('--except names 2026-12-25 twice');
});

it.each([
  [['mon-fri 8-19 Europe/Rome']],
  [['mon-fri 08:00-19:00 Europe/Rome', '--off']],
  [['--except', '2026-12-25']],
  [['mon 08:00-19:00 UTC', '--except', 'christmas']],
  [['mon 08:00-19:00 UTC', '--except', '2027-02-29']],
  [['mon 08:00-25:00 UTC']],
  [['mon 08:00-19:00 Europe/Roma']],
])('changes nothing where it is called wrongly: %j', async (words) => {
  const { code, changes } = await officeHours({ officeHours: hours }, ...words);
  expect([code, changes]).toEqual([exitCodes.calledWrongly, []]);
});
