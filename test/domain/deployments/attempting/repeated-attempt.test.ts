import { expect, it } from 'vitest';
import { limits } from '../world.ts';
import { attempting } from './attempting.ts';

const failed = { Error: 'ProviderFailedError', Cause: 'a role is not there yet' };
const keeping = { limits: { ...limits, keepLastAttempt: true } };

const submitted = async () => {
  const one = await attempting(keeping, true);
  await one.submit();
  one.world.clock.advance(30);
  return { ...one, destroyed: one.world.clouds.destroyed };
};

it('keeps nothing that is made once more at the same provider, and the second one that fails', async () => {
  const one = await submitted();
  await one.record({ passing: true });
  await expect(one.cleanUp(failed)).rejects.toMatchObject({ name: 'NotReadyError' });
  expect(one.destroyed).toEqual(['inf-1']);
  const again = await submitted();
  await again.record({ passing: true });
  await again.begun({ number: 2, providerId: 'alpha', state: 'DESTROYED', passing: true });
  await again.cleanUp(failed);
  expect(await again.attempt()).toMatchObject({ left: 'kept' });
});
