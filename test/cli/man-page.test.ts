import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { manPage } from '../../cli/package/man-page.ts';

let page: string;
beforeAll(async () => {
  page = await manPage(readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8'), '1.2.3');
});

it('has every command with its flags, subcommands too, and what they share once', () => {
  expect(page).toContain('.SS "toscanini deploy FILE"');
  expect(page).toContain('.SS "toscanini schedules backfills ID"');
  expect(page).toMatch(/\\fB\\-i\\fR, \\fB\\-\\-input\\fR \\fINAME=VALUE\\fR\nvalue of an input/);
  expect(page).toMatch(/\\fB\\-\\-max\\-providers\\fR/);
  expect(page.match(/\\fB\\-\\-token\\fR/g)).toHaveLength(1);
  expect(page.match(/\\fB\\-o\\fR, \\fB\\-\\-output\\fR/g)).toHaveLength(1);
});

it('has every exit code, in the order of the page', () => {
  const codes = [...page.matchAll(/^\.TP\n\\fB(\d+)\\fR$/gm)].map(([, code]) => Number(code));
  expect(codes).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 130, 141]);
});

it('has no line that a formatter would read as something else', () => {
  for (const line of page.split('\n')) {
    expect(line).toMatch(/^[\x20-\x7e]*$/);
    expect(line).toMatch(/^(?:\.(?:TH|SH|SS|TP|PP)\b|[^.'])|^$/);
    // hyphens and backslashes are escapes only
    expect(line.replaceAll(/\\(?:f[BIR]|-|e|&|\[u[0-9A-F]{4,6}\])/g, '')).not.toMatch(/[\\-]/);
  }
});
