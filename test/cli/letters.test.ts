import { expect, it } from 'vitest';
import { administered } from './administered.ts';

const letters = [{ id: 'l1', queue: 'files', at: '2026-11-29T10:00:00.000Z', what: 'incoming:a.csv' }];
const list = { waiting: { files: 1, events: 0 }, letters };

it('lists dead letters, and says when there are none', async () => {
  const { out, requests } = await administered([list], 'letters');
  expect(requests).toEqual(['GET /dead-letters']);
  expect(out).toMatch(/^ID +QUEUE +SINCE \(UTC\) +WHAT +WHY\nl1 +files +2026-11-29 10:00 +incoming:a.csv\n$/);
  const none = await administered([{ waiting: { files: 0, events: 0 }, letters: [] }], 'letters');
  expect(none.out).toBe('there are no dead letters\n');
});

it('redrives one, or all in as many requests as it takes', async () => {
  expect(await administered([{ handled: 1, left: 4 }], 'redrive', 'l1')).toMatchObject({
    requests: ['POST /dead-letters {"action":"redrive","id":"l1"}'],
    out: '1 redriven, about 4 are left\n',
  });
  const all = await administered(
    [
      { handled: 3, left: 2 },
      { handled: 2, left: 0 },
    ],
    'redrive',
    '--all',
  );
  expect(all.requests).toEqual(Array(2).fill('POST /dead-letters {"action":"redrive"}'));
  expect(all.out).toBe('5 redriven, about 0 are left\n');
  const stuck = await administered(
    [
      { handled: 3, left: 2 },
      { handled: 0, left: 2 },
    ],
    'redrive',
    '--all',
  );
  expect(stuck.out).toBe('3 redriven, about 2 are left\n');
  const failing = await administered(Array(9).fill({ handled: 3, left: 3 }), 'redrive', '--all');
  expect(failing.requests).toHaveLength(2);
  expect(failing.out).toBe('6 redriven, about 3 are left\n');
});

it('wants one letter or all, and drops none without an answer to its question', async () => {
  for (const words of [['redrive'], ['redrive', 'l1', '--all']]) {
    const { code, requests } = await administered([], ...words);
    expect(code).not.toBe(0);
    expect(requests).toEqual([]);
  }
  const { code, requests } = await administered([list], 'drop', 'l1');
  expect(code).not.toBe(0);
  expect(requests).toEqual(['GET /dead-letters']);
});

it('drops one', async () => {
  const { code, requests } = await administered([list, { handled: 1, left: 0 }], 'drop', 'l1', '--yes');
  expect([code, requests]).toEqual([0, ['GET /dead-letters', 'POST /dead-letters {"action":"drop","id":"l1"}']]);
});
