import { expect, it } from 'vitest';
import { administered } from './administered.ts';

const at = '2026-11-28T10:15:03.120Z';
const told = '2026-11-28 10:15 UTC';
const deployment = '01980000-0000-7000-8000-000000000001';
const by = { issuer: 'https://issuer.example', subject: 'ada' };

const asked = async (answer: object, ...flags: readonly string[]) => {
  const { out, ...rest } = await administered([answer], 'moves', ...flags);
  return { ...rest, lines: out.trimEnd().split('\n') };
};

it('lists what is allowed and the latest moves', async () => {
  const moves = [{ deployment, operation: 'o', acceptedAt: at }];
  const view = {
    ...{ uuid: deployment, name: 'Lab', status: 'UPDATE_IN_PROGRESS', provider: { id: 'b', name: 'Cloud B' } },
    operation: { id: 'o', moves: { from: { id: 'a', name: 'Cloud A' } } },
  };
  const answers = [{ allowed: { afterMins: 120, atOnce: 2 }, moves }, view];
  const { code, error, requests, out } = await administered(answers, 'moves');
  expect({ code, error, requests }).toEqual({
    ...{ code: 0, error: '' },
    requests: ['GET /moves', `GET /deployments/${deployment}/view?topology=false`],
  });
  const [bounds, none, head, ...rows] = out.trimEnd().split('\n');
  expect([bounds, none]).toEqual(['after 120 minutes without an answer, at most 2 at a time', '']);
  expect(head?.split(/ {2,}/)).toEqual(['ID', 'NAME', 'STATUS', 'FROM', 'TO', 'ACCEPTED (UTC)']);
  expect(rows.map((row) => row.split(/ {2,}/))).toEqual([
    ['…00000001', 'Lab', 'UPDATE_IN_PROGRESS', 'Cloud A', 'Cloud B', '2026-11-28 10:15'],
  ]);
  expect((await administered(answers, 'moves', '-o', 'name')).out).toBe(`${deployment}\n`);
});

it('stops all with a reason, and allows them again', async () => {
  const stopped = { since: at, by, reason: 'it is mended' };
  expect(await asked({ stopped, moves: [] }, '--stop', '-m', 'it is mended')).toMatchObject({
    requests: ['PUT /moves/stopped {"stopped":true,"reason":"it is mended"}', 'GET /moves'],
    lines: ['the operators allow no moves', `all are stopped since ${told} (ada: it is mended)`],
  });
  expect((await asked({ moves: [] }, '--allow')).requests).toEqual([
    'PUT /moves/stopped {"stopped":false}',
    'GET /moves',
  ]);
});

it('refuses to stop and to allow at once, and a reason without a stop', async () => {
  for (const flags of [
    ['--stop', '--allow'],
    ['-m', 'why'],
  ]) {
    const { code, requests } = await asked({ moves: [] }, ...flags);
    expect(code).not.toBe(0);
    expect(requests).toEqual([]);
  }
});
