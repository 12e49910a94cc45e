import { expect, it } from 'vitest';
import { call } from './called.ts';
import { served } from './served.ts';

const quotas = [
  { of: 'user', name: 'olga@https://iam.example', limit: 'cpus', most: 40, used: 32, left: 8 },
  { of: 'group', name: 'physics', limit: 'monthlyUsd', most: 500, used: 20.5, left: 479.5 },
];

const service = async (listed: object) => {
  const asked: string[] = [];
  const url = await served(({ url = '' }, response) => {
    asked.push(url);
    response.end(JSON.stringify(listed));
  });
  const connection = ['--url', url, '--token', 'x'];
  return { asked, run: (...args: string[]) => call(['quota', ...args, ...connection]) };
};

it('shows what is used of each quota, and what is left', async () => {
  const { run, asked } = await service({ quotas });
  const { code, out } = await run('--group', 'physics');
  expect(code).toBe(0);
  expect(
    out
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/)),
  ).toEqual([
    ['WHOSE', 'WHAT', 'USED', 'LIMIT', 'LEFT'],
    ['olga', 'processors', '32', '40', '8'],
    ['group physics', 'USD a month', '20.5', '500', '479.5'],
  ]);
  expect(asked.at(-1)).toBe('/quotas?userGroup=physics');
  expect(JSON.parse((await run('--json')).out)).toEqual({ quotas });
});

it('says that no quota is set', async () => {
  const { run } = await service({ quotas: [] });
  expect((await run()).out).toContain('no quota is set');
});
