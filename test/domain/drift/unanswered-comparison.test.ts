import { expect, it } from 'vitest';
import { ComparisonUnansweredError } from '../../../src/domain/deployers/inspection.ts';
import { machine, standing } from './drift-world.ts';

const stopped = { is: 'read' as const, machines: [machine('0', { state: 'stopped' }), machine('1')] };
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
