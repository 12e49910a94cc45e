import { z } from 'zod';
import { anyOf } from './changes.ts';
import type { Action, World } from './traffic.ts';
import type { User } from './user.ts';

/** 409: somebody was faster. 404: it is gone already, or the answer to an earlier request was lost. */
const deletion = async ({ ledger }: World, user: User, id: string, force: boolean): Promise<void> => {
  ledger.deletions.add(id);
  if (force) ledger.forced.add(id);
  await user.ask('DELETE', `/deployments/${id}${force ? '?force=true' : ''}`, [204, 404, 409]);
};

/** Now and then what was asked to go before is asked again, as it is after a failure. */
export const remove: Action = async (world, user) => {
  const { dice, ledger } = world;
  const asked = [...ledger.deletions];
  const id = dice.below(4) === 0 && user.name === 'admin' ? asked.at(-1 - dice.below(20)) : anyOf(world, user);
  if (id !== undefined) await deletion(world, user, id, false);
};

export const forceDelete: Action = async (world, user) => {
  const id = anyOf(world, user);
  if (id !== undefined) await deletion(world, user, id, true);
};

const events = z.looseObject({
  content: z.array(z.looseObject({ deployment: z.looseObject({ uuid: z.string() }).nullish() })),
});

/** The newest deployments that a schedule made go, as somebody must clean up after it. */
export const removeOfSchedule: Action = async (world, user) => {
  const { ledger, dice } = world;
  const schedule = ledger.schedules.find(({ owner }) => owner === user.name);
  if (schedule === undefined) return;
  const answer = await user.ask('GET', `/schedules/${schedule.id}/events?size=${1 + dice.below(8)}`, [200]);
  if (answer?.status !== 200) return;
  for (const { deployment } of events.parse(JSON.parse(answer.text)).content)
    if (deployment) await deletion(world, user, deployment.uuid, false);
};

/** Gives up the deletion that was begun last. */
export const reset: Action = async ({ ledger, dice }, user) => {
  const id = [...ledger.deletions].at(-1 - dice.below(3));
  if (id === undefined) return;
  await user.ask('PATCH', `/deployments/${id}`, [204, 403, 404, 409], { body: { status: 'DELETE_FAILED' } });
};
