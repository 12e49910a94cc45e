import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { shortLine } from '../../../local/start/terminal-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'toscanini-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

const timestamp = new Date(2026, 10, 23, 9, 40, 7).toISOString();
const deploymentId = '01a207c6-eeac-7136-a93e-e7eddb38c31b';

describe('the log at a terminal', () => {
  it.each([
    [
      'a change',
      {
        level: 'INFO',
        message: 'request',
        method: 'POST',
        route: '/deployments',
        status: 201,
        durationMs: 243.4,
        deploymentId,
      },
      '09:40:07  201  POST /deployments  243 ms  …db38c31b',
    ],
    [
      'a refused read',
      { level: 'INFO', message: 'request', method: 'GET', route: '/schedules', status: 401, durationMs: 2 },
      '09:40:07  401  GET /schedules  2 ms',
    ],
    [
      'an error with its cause',
      { level: 'ERROR', message: 'the step failed', deploymentId, error: { name: 'TypeError', message: 'x is null' } },
      '09:40:07  the step failed  …db38c31b\n          x is null',
    ],
    ['a warning', { level: 'WARN', message: 'the provider does not answer' }, '09:40:07  the provider does not answer'],
  ])('shows %s', (_what, line, shown) => {
    expect(stripVTControlCharacters(shortLine({ ...line, timestamp }) ?? '')).toBe(shown);
  });

  it.each([
    ['an answer to a poll', { level: 'INFO', message: 'request', method: 'GET', route: '/deployments', status: 304 }],
    ['a step', { level: 'INFO', message: 'step', deploymentId }],
  ])('does not show %s', (_what, line) => {
    expect(shortLine({ ...line, timestamp })).toBeUndefined();
  });

  it('keeps every entry in the file, and shows all that is not an entry', () => {
    const file = join(folder, 'below', 'service.log');
    const entries = [
      { level: 'INFO', message: 'step', timestamp },
      { level: 'WARN', message: 'slow', timestamp },
    ];
    const program = `
      import { shortenLog } from './local/start/terminal-log.ts';
      shortenLog(${JSON.stringify(file)});
      for (const entry of ${JSON.stringify(entries)}) console.log(JSON.stringify(entry));
      console.error(JSON.stringify(${JSON.stringify(entries[0])}));
      console.log('Toscanini listens');
      console.log('{"level": a text of somebody else');
    `;
    const shown = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: join(import.meta.dirname, '../../..'),
      encoding: 'utf8',
    });
    expect(stripVTControlCharacters(shown)).toBe(
      '09:40:07  slow\nToscanini listens\n{"level": a text of somebody else\n',
    );
    expect(readFileSync(file, 'utf8')).toBe(
      [...entries, entries[0]].map((entry) => `${JSON.stringify(entry)}\n`).join(''),
    );
  });
});
