import { expect, it } from 'vitest';
import { call } from './called.ts';
import { served } from './served.ts';

const id = '0199a0e0-0000-7000-8000-000000000001';

const service = async (answers: Readonly<Record<string, object>>) => {
  const url = await served(({ url = '' }, response) => {
    const answer = answers[url];
    response.statusCode = answer ? 200 : 404;
    response.end(JSON.stringify(answer ?? { code: 404, title: 'Not Found', message: url }));
  });
  const connection = ['--url', url, '--token', 'x'];
  return (...args: string[]) => call(['cost', ...args, ...connection]);
};

const rowsOf = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));

it('shows what each group has, and what is not known', async () => {
  const issuer = 'https://iam.example';
  const groups = [
    { group: 'physics', issuer, deployments: 3, unpriced: 1, hourly: 0.3, monthly: 219, partial: true },
    { issuer, deployments: 1, unpriced: 0, hourly: 0.01, monthly: 7.3 },
    { group: 'maths', issuer, deployments: 2, unpriced: 2, hourly: 0, monthly: 0 },
  ];
  const run = await service({
    '/costs': { currency: 'USD', groups },
    '/costs?userGroup=empty': { currency: 'USD', groups: [] },
  });
  expect(rowsOf((await run()).out)).toEqual([
    ['GROUP', 'DEPLOYMENTS', 'USD AN HOUR', 'USD A MONTH'],
    ['physics', '3', '0.3', '219', '1 has no known price'],
    ['(no group)', '1', '0.01', '7.3'],
    ['maths', '2', '–', '–', '2 have no known price'],
  ]);
  expect((await run('--group', 'empty')).out).toBe('nothing stands\n');
  expect(JSON.parse((await run('--json')).out)).toEqual({ currency: 'USD', groups });
  expect((await run('-o', 'name')).out).toBe('physics\nmaths\n');
});

it('shows a deployment part by part, and what it costs with machines that are stopped', async () => {
  const estimate = {
    ...{ currency: 'USD', hourly: 0.0274, monthly: 20, pricesOf: '2026-11-22', region: 'us-east-1' },
    items: [
      { name: 'WebA', node: 'web', what: 't3.small', hourly: 0.0208, whileRunning: true },
      { name: 'WebA', node: 'web', what: '20 GiB gp3', hourly: 0.00219178 },
      { name: 'WebB', node: 'web', what: 't3.small', hourly: 0.0208, whileRunning: true },
      { name: 'Table', what: 'a table', hourly: 0.01 },
    ],
    leftOut: ['taxes'],
  };
  const run = await service({
    [`/deployments/${id}/cost`]: { currency: 'USD', provider: 'aws', estimate, now: 0.0066, unpriced: ['db'] },
  });
  const { code, out } = await run(id);
  expect(code).toBe(0);
  expect(rowsOf(out).slice(1, 4)).toEqual([
    ['web', '2 × t3.small', '0.0416', 'while it runs'],
    ['web', '20 GiB gp3', '0.0022'],
    ['Table', 'a table', '0.01'],
  ]);
  expect(out).toContain('a month (list prices of us-east-1, 2026-11-22)');
  expect(out).toMatch(/now, with machines that are stopped: \S*0\.0066\S* an hour/);
  expect(out).toContain('no price is known of a part of db');
  expect((await run(id, '-o', 'name')).out).toBe('web\n');
});

it('says why there is no estimate', async () => {
  const run = await service({ [`/deployments/${id}/cost`]: { currency: 'USD', reason: 'no prices are known' } });
  expect((await run(id)).out).toBe('no prices are known\n');
});

it('takes one deployment, or the sums of a user or a group', async () => {
  const run = await service({});
  for (const flags of [
    ['--group', 'physics'],
    ['--by', 'me'],
  ]) {
    const { code, error } = await run(id, ...flags);
    expect(code).toBe(2);
    expect(error).toContain('name one of them');
  }
});
