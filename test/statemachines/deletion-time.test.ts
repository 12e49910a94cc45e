import { describe, expect, it } from 'vitest';
import { deleteDeployment } from '../../src/domain/deployments/accepting/delete.ts';
import { destroyInfrastructures } from '../../src/domain/deployments/deleting/destroy-infrastructures.ts';
import { deletionMins } from '../../src/domain/deployments/record/deadlines.ts';
import { DestroyFailedError, NotReadyError } from '../../src/foundation/errors.ts';
import { memoryWorld } from '../domain/deployments/world.ts';
import { inputOf, scenario } from './scenario.ts';

/** The first look of a deletion at its infrastructure, a day after it was accepted; `cutOff`: by the platform, until now. */
const firstCheck = async (cutOff: boolean): Promise<unknown> => {
  const { world, run, now } = await scenario(memoryWorld());
  await run();
  const seen = await now();
  if (seen) await deleteDeployment(world, seen, { force: false });
  world.clock.advance((deletionMins + 1) * 60);
  const deletion = await now();
  if (deletion === undefined) throw new Error('nothing is being deleted');
  const at = world.clock.now().toISOString();
  if (cutOff) await world.deployments.interrupt(deletion, { times: 1, by: 'Lambda.Unknown', at });
  return destroyInfrastructures(world)(inputOf(deletion));
};

describe('the time that a deletion has', () => {
  it('is over a day after it was accepted', async () => {
    await expect(firstCheck(false)).rejects.toThrow(DestroyFailedError);
  });

  it('begins anew once the platform had cut the work off, which is no time of the provider', async () => {
    await expect(firstCheck(true)).rejects.toThrow(NotReadyError);
  });
});
