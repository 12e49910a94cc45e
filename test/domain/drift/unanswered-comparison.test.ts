import { expect, it } from 'vitest';
import { ComparisonRunningError, ComparisonUnansweredError } from '../../../src/domain/deployers/inspection.ts';
import { machine, standing } from './drift-world.ts';

const stopped = { is: 'read' as const, machines: [machine('0', { state: 'stopped' }), machine('1')] };
const busy = new ComparisonRunningError('Drift detection is already in progress');
const lost = new ComparisonUnansweredError('no answer');

it('is begun again, and the check ends as if nothing had been lost', async () => {
  const one = await standing();
  await one.checks(lost, stopped);
  expect(one.check()).toMatchObject({ running: { looks: 1 } });
  await one.runs(100);
  expect(one.check()).toMatchObject({ last: { verdict: 'drifted' } });
});

it('is an outage after three of them', async () => {
  const one = await standing();
  await one.checks(lost, lost, lost);
  await one.runs(100);
  expect(one.check()).toMatchObject({ running: { looks: 2 } });
  await one.runs(100);
  expect(one.check()).toMatchObject({ last: { verdict: 'not-checked', why: 'no answer' } });
});

it('is begun once the one that runs has ended, which takes several minutes', async () => {
  const one = await standing();
  await one.checks(lost, busy, busy, busy, busy, stopped);
  for (let looks = 1; looks <= 4; looks += 1) {
    await one.runs(300);
    expect(one.check()).toMatchObject({ running: { looks: looks + 1 } });
  }
  await one.runs(600);
  expect(one.check()).toMatchObject({ last: { verdict: 'drifted' } });
});

it('is not checked where another one never ends', async () => {
  const one = await standing();
  await one.checks(...Array.from({ length: 100 }, () => busy));
  for (let looks = 0; looks < 100 && one.check()?.running !== undefined; looks += 1) await one.runs(600);
  expect(one.check()).toMatchObject({ last: { verdict: 'not-checked', why: busy.message } });
});
