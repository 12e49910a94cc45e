import { expect, it } from 'vitest';
import { call } from './called.ts';
import { served } from './served.ts';

const approval = {
  deployment: {
    ...{ uuid: '01980000-0000-7000-8000-000000000001', name: 'web', status: 'CREATE_IN_PROGRESS' },
    createdBy: { issuer: 'i', subject: 'olga' },
  },
  ...{ operation: 'o', state: 'waiting', since: '2026-11-29T10:00:00.000Z', expiresAt: '2026-12-06T10:00:00.000Z' },
  ...{
    digest: 'd'.repeat(43),
    rules: [{ rule: 'large', message: 'it is large', approvers: ['leads'] }],
    approvals: [],
  },
};
const plan = {
  ...{ operation: 'create', provider: { name: 'Cloud' }, removed: [{ name: 'db', count: 1 }], cost: { hourly: 0.5 } },
  nodes: [{ name: 'web', change: 'added', count: 2, size: 'large', cpus: 8 }],
};

const service = async () => {
  const sent: string[] = [];
  const url = await served((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      if (request.method === 'POST') sent.push(`${request.url} ${body}`);
      const { decision } = body === '' ? { decision: '' } : (JSON.parse(body) as { decision: string });
      const decided = { ...approval, state: decision === 'approve' ? 'approved' : 'refused' };
      if (request.method === 'POST') return response.end(JSON.stringify(decided));
      const isOne = request.url !== '/approvals';
      return response.end(JSON.stringify(isOne ? { ...approval, plans: [plan] } : { approvals: [approval] }));
    });
  });
  const connection = ['--url', url, '--token', 'x'];
  return { sent, run: (...args: string[]) => call([...args, ...connection]) };
};

it('lists what waits, and shows one with its plan', async () => {
  const { run } = await service();
  expect((await run('approvals')).out).toMatch(/web +olga +2026-12-06 10:00 +large \(leads\)/);
  const { out } = await run('approvals', 'web');
  expect(out).toContain('large (leads): it is large');
  expect(out).toContain('create at Cloud, 0.5 USD an hour');
  expect(out).toMatch(/added 2 × web, large, 8 processors/);
  expect(out).toContain('removed 1 × db');
});

it('approves, or refuses with a reason, the plan that it has read', async () => {
  const { run, sent } = await service();
  expect((await run('approve', 'web')).out).toContain('approved');
  expect((await run('refuse', '00000001', '-m', 'too large')).out).toContain('refused');
  expect(sent.map((one) => JSON.parse(one.slice(one.indexOf(' '))))).toEqual([
    { decision: 'approve', digest: approval.digest },
    { decision: 'refuse', digest: approval.digest, comment: 'too large' },
  ]);
});

it('says what to do when nothing of that name waits', async () => {
  const { run } = await service();
  const { code, error } = await run('approve', 'other');
  expect(code).not.toBe(0);
  expect(error).toContain('toscanini approvals');
});

it('takes an empty id for none, though only one waits', async () => {
  const { run, sent } = await service();
  for (const command of ['approve', 'refuse', 'approvals'])
    expect(await run(command, '')).toMatchObject({ code: 2, error: expect.stringContaining('empty') });
  expect(sent).toEqual([]);
});
