/** Operations that between them enter every task of every workflow of deployments, and what is to come of each. */

import { acceptAction } from '../../../src/domain/actions/accept-action.ts';
import { deleteDeployment } from '../../../src/domain/deployments/accepting/delete.ts';
import { updateDeployment } from '../../../src/domain/deployments/accepting/update.ts';
import type { Deployment } from '../../../src/domain/deployments/record/deployment.ts';
import { CallbackFailedError } from '../../../src/foundation/errors.ts';
import { accepted, limits } from '../../domain/deployments/world.ts';
import { templateOf } from '../templates.ts';
import { type House, platformHouse } from './house.ts';

const callback = 'https://receiver.example/hook';

/** Accepts the operation; the house then works. `before`: done, without a fault, before it. */
interface Scenario {
  readonly before?: (house: House) => Promise<unknown>;
  readonly ask: (house: House) => Promise<unknown>;
}

const create = async ({ world }: House): Promise<Deployment> => {
  const deployment = await accepted(world, { callback });
  await world.files.putTemplate(deployment.id, deployment.templateOf, templateOf({ web: {}, db: {} }));
  await world.workflows.startOperation(deployment);
  return deployment;
};

const created = async (house: House): Promise<void> => {
  await create(house);
  await house.work();
};

const only = async ({ world }: House): Promise<Deployment> => {
  const [found] = world.stores.kept.deployments.values();
  if (!found) throw new Error('there is no deployment');
  return found;
};

const remove = async (house: House) => deleteDeployment(house.world, await only(house), { force: false });

const update = async (house: House) => {
  const template = templateOf({ web: { scalable: 'count: 2' }, db: {} });
  await updateDeployment(house.world, await only(house), { template, parameters: {}, limits });
};

const stop = async (house: House) => {
  const deployment = await only(house);
  const [resource] = await house.world.resources.all(deployment.id);
  if (resource) await acceptAction(house.world, deployment, resource, 'stop');
};

const after =
  (...steps: readonly ((house: House) => unknown)[]) =>
  async (house: House) => {
    for (const step of steps) await step(house);
  };

export const scenarios: { readonly [name: string]: Scenario } = {
  'a creation': { ask: create },
  'a creation whose first provider fails': {
    before: async ({ world }) => world.clouds.set('alpha', { create: 'fail' }),
    ask: create,
  },
  'a creation that every provider refuses': {
    before: async ({ world }) => ['alpha', 'beta'].map((id) => world.clouds.set(id, { create: 'refuse' })),
    ask: create,
  },
  'an update': { before: created, ask: update },
  'an update that the provider refuses': {
    before: after(created, ({ world }) => world.clouds.set('alpha', { update: 'refuse' })),
    ask: update,
  },
  'a deletion': { before: created, ask: remove },
  'a deletion that the provider refuses': {
    before: after(created, ({ world }) => world.clouds.set('alpha', { destroy: 'refuse' })),
    ask: remove,
  },
  'a deletion whose callback cannot be queued': {
    before: after(created, ({ world }) => {
      world.files.putNotification = () => Promise.reject(new Error('S3 did not answer'));
    }),
    ask: remove,
  },
  'a stop': { before: created, ask: stop },
  'a stop that the provider refuses': {
    before: after(created, ({ world }) => world.clouds.set('alpha', { power: 'refuse' })),
    ask: stop,
  },
  'a callback that nobody takes': {
    before: async ({ world }) => {
      world.callbacks.send = () => Promise.reject(new CallbackFailedError('receiver.example answered 503'));
    },
    ask: create,
  },
};

/** What the user sees in the end, and what stands at the providers. */
export type Outcome = Awaited<ReturnType<typeof outcomeOf>>;

export const outcomeOf = async ({ world }: House) => {
  const [deployment] = world.stores.kept.deployments.values();
  const resources = deployment ? await world.resources.all(deployment.id) : [];
  return {
    status: deployment?.status ?? 'gone',
    reason: deployment?.statusReason?.split('\n')[0],
    resources: resources
      .map(({ toscaNodeName, state, action }) => `${toscaNodeName} ${state} ${action?.type ?? ''}`)
      .sort(),
    standing: world.clouds.standing.map(({ providerId }) => providerId),
    made: world.clouds.made.length,
    operated: world.clouds.operated,
    callbacks: world.notified.map((id) => id.slice(36)).sort(),
    sent: [...new Set(world.sent.map((one) => (one as { readonly id: string }).id.slice(36)))].sort(),
  };
};

/** The house after the scenario, and what it came to. */
export const play = async (name: string, fault?: Parameters<House['meet']>[0]): Promise<House> => {
  const scenario = scenarios[name];
  if (!scenario) throw new Error(`there is no scenario ${name}`);
  const house = platformHouse();
  await scenario.before?.(house);
  house.paths.length = 0;
  house.polled.clear();
  if (fault) house.meet(fault);
  await scenario.ask(house);
  await house.work();
  return house;
};
