import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Checks, until } from '../checks.ts';
import { client } from '../client.ts';
import type { Service } from '../service.ts';
import type { ImServer } from './im-server.ts';
import { infrastructuresOf, nothingWithin } from './im-view.ts';
import type { LossyProxy } from './lossy-proxy.ts';
import { twoNodes } from './templates.ts';

interface Parties {
  readonly im: ImServer;
  readonly proxy: LossyProxy;
  readonly service: Service;
}

type User = ReturnType<typeof client>;

/** These checks are about the Infrastructure Manager, and not about how fast this machine answers thirty requests. */
const patient = { tries: 20 };

/** The Infrastructure Manager is away (docs/decisions/0023). */
export const checkOutage = async ({ im, service }: Omit<Parties, 'proxy'>, checks: Checks): Promise<void> => {
  const user = client(service.url, await service.token());
  await checks.check(
    'service: an Infrastructure Manager that is away for a minute at submission fails nothing',
    async () => {
      await im.kill();
      const { uuid } = await user.create({ template: twoNodes(), parameters: {} });
      await sleep(60_000);
      assert.equal((await user.find(uuid))?.status, 'CREATE_IN_PROGRESS');
      await im.restart();
      const settled = await settledWithin(user, uuid, 600);
      assert.equal(settled?.status, 'CREATE_COMPLETE', settled?.statusReason);
      assert.match(await user.text(uuid, 'log'), /does not answer; nothing is cancelled meanwhile/);
      await user.delete(uuid);
      await goneWithin(user, uuid, 600);
    },
  );
};

/** It is away for longer, slow to act, or writes back what was destroyed (docs/decisions/0023 and 0024): half an hour. */
export const checkLongOutages = async ({ im, proxy, service }: Parties, checks: Checks): Promise<void> => {
  const user = client(service.url, await service.token(), patient);
  await checks.check('service: killed while it destroys, and back after two minutes, it leaves nothing', async () => {
    const { uuid } = await user.create({ template: twoNodes(), parameters: {} });
    assert.equal((await user.settled(uuid)).status, 'CREATE_COMPLETE');
    await user.delete(uuid);
    await im.kill();
    await sleep(120_000);
    assert.equal((await user.find(uuid))?.status, 'DELETE_IN_PROGRESS');
    await im.restart();
    await goneWithin(user, uuid, 300);
    assert.deepEqual(await named(im, uuid), []);
  });
  await checks.check('service: thirty deployments that are deleted at once leave nothing', async () => {
    const ids = await all(
      Array.from({ length: 30 }, async () => {
        const { uuid } = await user.create({ template: twoNodes(), parameters: {} });
        assert.equal((await settledWithin(user, uuid, 300))?.status, 'CREATE_COMPLETE');
        return uuid;
      }),
    );
    await all(ids.map((id) => user.delete(id)));
    await all(ids.map((id) => goneWithin(user, id, 300)));
    const back = (await infrastructuresOf(im.url)).length;
    if (back > 0) console.log(`        ${back} of 30 were written back after they were gone`);
    await nothingWithin(im.url, 720);
  });
  await checks.check('service: a creation that lands after its deployment was deleted is destroyed', async () => {
    const held = proxy.holdNextCreation();
    const { uuid } = await user.create({ template: twoNodes(), parameters: {} });
    await sleep(35_000);
    await user.delete(uuid);
    await goneWithin(user, uuid, 400);
    held.letGo();
    await until('the creation lands', async () => ((await named(im, uuid)).length > 0 ? true : undefined), 240);
    await until('it is destroyed', async () => ((await named(im, uuid)).length === 0 ? true : undefined), 720, pause);
  });
};

/** Waits for all of them even when one fails, so that none is at work during the next check. */
const all = async <T>(promises: readonly Promise<T>[]): Promise<T[]> => {
  await Promise.allSettled(promises);
  return Promise.all(promises);
};

const named = async (im: ImServer, uuid: string) =>
  (await infrastructuresOf(im.url)).filter(({ name }) => name.includes(uuid));

/** Thirty of them at once must not keep the service busy with questions. */
const pause = 1_000;

const settledWithin = (user: User, id: string, seconds: number) =>
  until(
    `deployment ${id} settles`,
    async () => {
      const seen = await user.find(id);
      return seen?.status.endsWith('_IN_PROGRESS') ? undefined : seen;
    },
    seconds,
    pause,
  );

const goneWithin = (user: User, id: string, seconds: number): Promise<true> =>
  until(
    `deployment ${id} is gone`,
    async () => {
      const seen = await user.find(id);
      if (seen?.status === 'DELETE_FAILED') throw new Error(`DELETE_FAILED: ${seen.statusReason}`);
      return seen === undefined ? true : undefined;
    },
    seconds,
    pause,
  );
