import { expect, it } from 'vitest';
import type { MovePlan } from '../../client/types.ts';
import { call } from './called.ts';
import { served } from './served.ts';

const deployment = '01980000-0000-7000-8000-000000000001';
const at = '2026-11-28T10:15:03.120Z';
const told = '2026-11-28 10:15 UTC';

const creation: MovePlan['creation'] = {
  candidates: [
    { id: 'ireland', name: 'AWS Ireland', edits: [] },
    { id: 'paris', name: 'AWS Paris', edits: [] },
  ],
  dropped: [
    { id: 'frankfurt', name: 'AWS Frankfurt', reason: 'it is gone' },
    { id: 'tokyo', name: 'AWS Tokyo', reason: 'it drains' },
  ],
} as never;

const planned = async (plan: MovePlan, live = false) => {
  const asked: string[] = [];
  const url = await served(({ method, url }, response) => {
    asked.push(`${method} ${url}`);
    response.end(JSON.stringify(plan));
  });
  const { code, out, error } = await call(['move', deployment, '--dry-run', '--url', url, '--token', 'x'], { live });
  return { code, error, asked, lines: out.trimEnd().split('\n') };
};

it('shows where it goes, in the order of the ranking, and changes nothing', async () => {
  const outage = { since: at, seenAt: at };
  const { code, error, asked, lines } = await planned({ accepted: true, provider: 'frankfurt', outage, creation });
  expect({ code, error, asked }).toEqual({
    ...{ code: 0, error: '' },
    asked: [`POST /deployments/${deployment}/move?dryRun=true`],
  });
  expect(lines).toEqual([
    `it leaves AWS Frankfurt: it has given no answer since ${told}`,
    'it is made anew: AWS Ireland → AWS Paris',
    '  not AWS Tokyo: it drains',
    '  what machines hold on their own disks is lost: all is made anew from the template and its inputs',
    '  what stands stays in force until then, and is destroyed as soon as AWS Frankfurt answers; until then both cost money',
  ]);
});

it('says why the service would refuse it, and where no provider is left', async () => {
  const nowhere = { ...creation, candidates: [] };
  const why = 'the last check does not say that provider frankfurt gives no answer';
  const { lines } = await planned({ accepted: false, why, provider: 'frankfurt', creation: nowhere });
  expect(lines).toContain('no other provider can take it');
  expect(lines.join()).not.toContain('lost');
  expect(lines.at(-1)).toBe(`the service would refuse this move: ${why.replace('frankfurt', 'AWS Frankfurt')}`);
});

it('breaks its lines at words on a terminal', async () => {
  const { lines } = await planned({ accepted: true, provider: 'frankfurt', creation }, true);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(120);
  expect(lines.join('\n')).toMatch(/until\s+then both cost money/);
});
