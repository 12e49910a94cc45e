import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { limits } from './changes.ts';
import type { Wish } from './ledger.ts';
import { jobs, kindsOfWork, pair, software, userSecret, workers } from './templates.ts';
import type { User } from './user.ts';
import type { Action, World } from './world.ts';

const created = v.looseObject({ uuid: v.string() });

/** More than these at once would measure this machine, and nothing else. */
const mostLiving = 60;

export const create: Action = async (world, user) => {
  const { dice, ledger } = world;
  if (ledger.living(user.name).length > mostLiving / world.users.length) return;
  const wish = ledger.wish(user.name, { keyed: dice.below(2) === 0, callback: dice.below(2) === 0 });
  const body = bodyOf(world, wish, user);
  if (!wish.keyed) return post(world, user, wish, body);
  // a client in doubt asks again, even while its first request is still under way
  const twice = dice.below(4) === 0;
  await Promise.all([until201(world, user, wish, body), ...(twice ? [post(world, user, wish, body)] : [])]);
  if (dice.below(2) === 0) await post(world, user, wish, body);
};

/** What would be made, and nothing is. */
export const requestDryRun: Action = async ({ ledger }, user) => {
  const template = pair('chaos-dry-run');
  const answer = await user.ask('POST', '/deployments?dryRun=true', [200], { body: { template, parameters: {} } });
  if (answer?.status === 200 && JSON.parse(answer.text).uuid !== undefined)
    ledger.anomalies.push(`a dry run was answered with a deployment: ${answer.text.slice(0, 200)}`);
};

const bodyOf = ({ dice, receiver, stack }: World, { marker, callback }: Wish, user: User): object => ({
  ...dice.pick([
    () => ({ template: pair(marker), parameters: {} }),
    () => ({ template: software(marker), parameters: { password: userSecret } }),
    () => ({ template: workers(marker), parameters: { count: 1 + dice.below(3) } }),
    () => ({ template: workers(marker), parameters: { count: 2 } }),
    () => ({ template: jobs(marker, dice.pick(kindsOfWork)), parameters: {} }),
  ])(),
  ...limits(stack),
  ...(dice.below(6) === 0 && { maxProvidersRetry: 1 }),
  ...(dice.below(8) === 0 && { keepLastAttempt: true }),
  ...(user.name !== 'alice' && dice.below(2) === 0 && { userGroup: 'physics' }),
  ...(callback && { callback: receiver.url }),
});

const post = async ({ ledger }: World, user: User, wish: Wish, body: object): Promise<void> => {
  wish.posts += 1;
  const headers = wish.keyed ? { 'idempotency-key': wish.marker } : {};
  const answer = await user.ask('POST', '/deployments', wish.keyed ? [201, 409] : [201], { body, headers });
  if (answer?.status !== 201) return;
  wish.ids.add(v.parse(created, JSON.parse(answer.text)).uuid);
  if (wish.keyed && wish.ids.size > 1)
    ledger.anomalies.push(`one Idempotency-Key was answered with ${[...wish.ids].join(' and ')}`);
};

/** With a key a client repeats until it knows. */
const until201 = async (world: World, user: User, wish: Wish, body: object): Promise<void> => {
  for (let tries = 0; tries < 20 && wish.ids.size === 0; tries += 1) {
    if (world.stack.service.isUp()) await post(world, user, wish, body);
    if (wish.ids.size === 0) await sleep(500 * (1 + Math.min(tries, 5)));
  }
};
