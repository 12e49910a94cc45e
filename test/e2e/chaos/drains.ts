import type { Ledger } from './ledger.ts';
import type { User } from './user.ts';
import type { Action, World } from './world.ts';

const mayDrain = [
  'sandbox-aws-tenant',
  'sandbox-a',
  'sandbox-aws-eu-central-1',
  'sandbox-b',
  'sandbox-batch-eu-central-1',
] as const;

/** An administrator drains one provider at a time, so that others are left, and lets it take deployments again. */
export const drain: Action = async ({ ledger, dice }, user) => {
  if (user.name !== 'admin' || ledger.drains.isBusy) return;
  ledger.drains.isBusy = true;
  if (ledger.drains.now === undefined) await begin(ledger, user, dice.pick(mayDrain));
  else await end(ledger, user);
  ledger.drains.isBusy = false;
};

const ask = (user: User, provider: string, draining: boolean) =>
  user.ask('PUT', `/providers/${provider}/draining`, [204], { body: { draining } });

/** Without an answer it may drain, and nobody can tell from when on. */
const begin = async ({ drains }: Ledger, user: User, provider: string): Promise<void> => {
  drains.now = { provider };
  const answer = await ask(user, provider, true);
  if (answer?.status === 204) drains.now.from = Date.now();
};

const end = async ({ drains }: Ledger, user: User): Promise<void> => {
  const { now } = drains;
  if (now === undefined) return;
  const until = Date.now();
  if (now.from !== undefined) drains.past.push({ provider: now.provider, from: now.from, until });
  now.from = undefined;
  if ((await ask(user, now.provider, false))?.status === 204) drains.now = undefined;
};

/** When the traffic is over: no provider drains any more. */
export const endDrains = async ({ ledger, users, stack }: World): Promise<void> => {
  const admin = users.at(-1);
  for (let tries = 0; tries < 200 && admin && ledger.drains.now; tries += 1) {
    await end(ledger, admin);
    if (ledger.drains.now) await stack.time.pause(500);
  }
  if (ledger.drains.now) throw new Error(`${ledger.drains.now.provider} drains for ever: no answer to the request`);
};
