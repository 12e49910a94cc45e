import { destroy } from '../../../../src/domain/deployments/deleting/destruction.ts';
import type { Attempt, AttemptChanges } from '../../../../src/domain/deployments/record/attempt.ts';
import { afterSeconds, attempting } from '../attempting/attempting.ts';

/** An infrastructure that stands for a minute, whose destruction is decided then. */
export const standing = async (more: AttemptChanges = {}) => {
  const one = await attempting();
  await one.submit();
  one.world.clock.advance(60);
  await one.record(more);
  return { ...one, step: stepOf(one), destroyed: one.world.clouds.destroyed };
};

type One = Awaited<ReturnType<typeof attempting>>;

/** One step of the destruction that was decided at second 60. */
const stepOf =
  (one: One, since = afterSeconds(60)) =>
  async (order: { readonly since?: string; readonly outageMins?: number } = {}) =>
    destroy(one.world, (await one.attempt()) as Attempt, { since, ...order });
