import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { anyOf } from './changes.ts';
import { type CloudUrls, heldAt } from './held.ts';
import type { User } from './user.ts';
import type { Action, World } from './world.ts';

/** 409: somebody was faster. 404: it is gone already, or the answer to an earlier request was lost. */
const deletion = async ({ ledger }: World, user: User, id: string, query = ''): Promise<void> => {
  ledger.deletions.add(id);
  await user.ask('DELETE', `/deployments/${id}${query}`, [204, 404, 409]);
};

/** Now and then what was asked to go before is asked again, as it is after a failure. */
export const remove: Action = async (world, user) => {
  const { dice, ledger } = world;
  const asked = [...ledger.deletions];
  const id = dice.below(4) === 0 && user.name === 'admin' ? asked.at(-1 - dice.below(20)) : anyOf(world, user);
  if (id !== undefined) await deletion(world, user, id);
};

/** What stands before and just after it was asked may be left, and nothing that is made later. */
export const forceDelete: Action = async (world, user) => {
  const { ledger, stack } = world;
  const id = anyOf(world, user);
  if (id === undefined) return;
  ledger.force(id, await standing(stack, id));
  await deletion(world, user, id, '?force=true');
  ledger.force(id, await standing(stack, id));
};

/** Ids of the deployment's infrastructures. The clouds may be dying just then: asked again until they answer. */
const standing = async (clouds: CloudUrls, id: string): Promise<readonly string[]> => {
  for (let tries = 0; tries < 100; tries += 1) {
    const held = await heldAt(clouds).catch(() => undefined);
    if (held) return held.filter(({ name }) => name.includes(id)).map((one) => one.id);
    await sleep(200);
  }
  throw new Error('the clouds do not say what they hold');
};

const events = v.looseObject({
  content: v.array(v.looseObject({ deployment: v.nullish(v.looseObject({ uuid: v.string() })) })),
});

/** The newest deployments that a schedule made go, as somebody must clean up after it. */
export const removeOfSchedule: Action = async (world, user) => {
  const { ledger, dice } = world;
  const schedule = ledger.schedules.find(({ owner }) => owner === user.name);
  if (schedule === undefined) return;
  const answer = await user.ask('GET', `/schedules/${schedule.id}/events?size=${1 + dice.below(8)}`, [200]);
  if (answer?.status !== 200) return;
  for (const { deployment } of v.parse(events, JSON.parse(answer.text)).content)
    if (deployment) await deletion(world, user, deployment.uuid);
};

/** Gives up the deletion that was begun last. */
export const reset: Action = async ({ ledger, dice }, user) => {
  const id = [...ledger.deletions].at(-1 - dice.below(3));
  if (id === undefined) return;
  await user.ask('PATCH', `/deployments/${id}`, [204, 403, 404, 409], { body: { status: 'DELETE_FAILED' } });
};
