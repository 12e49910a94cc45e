import { expect, it } from 'vitest';
import { ProviderUnavailableError } from '../../../src/foundation/errors.ts';
import { standing } from './drift-world.ts';

it('tells an owner whose login has ended once, until the next login, and touches nothing', async () => {
  const ended = new ProviderUnavailableError('the owner has to sign in', { outageCause: 'login-ended' });
  const one = await standing({ callback: 'https://receiver.example' });
  const told = () => [one.world.events.map(({ kind }) => kind), one.world.notified.length];
  const before = await one.deployment();
  for (let day = 0; day < 3; day += 1) {
    await one.checks(ended);
    one.world.clock.advance(500);
  }
  expect(one.check()).toMatchObject({ last: { verdict: 'not-checked' }, loginEnded: true });
  expect(told()).toEqual([['WARNING'], 1]);
  expect(await one.deployment()).toEqual(before);
  await one.checks();
  expect(one.check()).toMatchObject({ last: { verdict: 'in-order' } });
  await one.checks(ended);
  expect(told()).toEqual([['WARNING', 'WARNING'], 2]);
});
