import assert from 'node:assert/strict';
import { type Checks, until } from '../checks.ts';
import { client } from '../client.ts';
import type { Service } from '../service.ts';
import type { ImServer } from './im-server.ts';
import { infrastructuresOf, statesOf } from './im-view.ts';
import { manyMachines } from './templates.ts';

type User = ReturnType<typeof client>;

/** What becomes of deployments whose machines somebody changed at the cloud: each machine counts, whatever the manager's total says. */
export const checkBehind = async (im: ImServer, service: Service, checks: Checks): Promise<void> => {
  const user = client(service.url, await service.token());
  const check = (name: string, run: () => Promise<void>): Promise<void> => checks.check(name, () => withCloud(im, run));
  await check('service: a creation fails with a machine that fails behind one that is configured', async () => {
    await im.behind({ 1: 'failed' });
    const { uuid } = await user.create({
      template: manyMachines(2),
      parameters: {},
      providerTimeoutMins: 5,
      timeoutMins: 5,
    });
    const failed = await user.settled(uuid);
    assert.equal(failed.status, 'CREATE_FAILED');
    assert.match(failed.statusReason ?? '', /virtual machine 1.* is failed/);
    await ended(im, user, uuid);
  });
  await check('service: a creation is not complete without a machine that is off', async () => {
    await im.behind({ 1: 'off' });
    const { uuid } = await user.create({ template: manyMachines(2), parameters: {}, timeoutMins: 1 });
    assert.equal((await user.settled(uuid)).status, 'CREATE_FAILED');
    await ended(im, user, uuid);
  });
  await check('service: an action is about its own machine, an update about all of them', async () => {
    const { uuid } = await user.create({ template: manyMachines(2), parameters: {} });
    assert.equal((await user.settled(uuid)).status, 'CREATE_COMPLETE');
    await im.behind({ 1: 'failed' });
    const [first] = (await user.resources(uuid)).filter((one) => one.physicalId === '0');
    assert.equal((await user.act(uuid, first?.uuid ?? '', 'stop')).status, 202);
    await until('the first machine stops', async () =>
      (await user.resources(uuid)).some((one) => one.uuid === first?.uuid && one.state === 'STOPPED')
        ? true
        : undefined,
    );
    // The manager asks the cloud at most once a second: an update that ends before it asked again is complete.
    await until('the manager knows of the failed machine', async () =>
      (await statesOf(im.url, uuid)).includes('failed') ? true : undefined,
    );
    assert.equal((await user.update(uuid, { template: manyMachines(3), parameters: {} })).status, 202);
    const failed = await user.settled(uuid);
    assert.equal(failed.status, 'UPDATE_FAILED');
    assert.match(failed.statusReason ?? '', /virtual machine 1.* is failed/);
    await ended(im, user, uuid);
  });
};

/** A machine that was deleted at the cloud is made again, once, and no other one is touched. */
export const checkRepair = (im: ImServer, service: Service, checks: Checks): Promise<void> =>
  checks.check('service: a repair makes the machine again that is gone, and no other', () =>
    withCloud(im, async () => {
      const user = client(service.url, await service.token());
      const { uuid } = await user.create({ template: manyMachines(2), parameters: {} });
      assert.equal((await user.settled(uuid)).status, 'CREATE_COMPLETE');
      await im.behind({ 1: 'off' });
      const drifted = (await user.check(uuid)).filter(({ is }) => is === 'missing');
      assert.deepEqual(
        drifted.map(({ part }) => part),
        ['1'],
      );
      assert.equal((await user.repair(uuid)).status, 202);
      assert.equal((await user.settled(uuid)).status, 'UPDATE_COMPLETE');
      const machines = (await user.resources(uuid)).map(({ physicalId }) => physicalId);
      assert.deepEqual(machines.toSorted(), ['0', '2']);
      assert.deepEqual(await statesOf(im.url, uuid), ['configured', 'configured']);
      await ended(im, user, uuid);
    }),
  );

/** Deletes it, with machines that are gone or stopped at the cloud. */
const ended = async (im: ImServer, user: User, id: string): Promise<void> => {
  await user.delete(id);
  await user.gone(id);
  assert.deepEqual(
    (await infrastructuresOf(im.url)).filter(({ name }) => name.includes(id)),
    [],
  );
};

/** Whatever becomes of a check, those that follow have machines as they were made. */
const withCloud = async (im: ImServer, run: () => Promise<void>): Promise<void> => {
  try {
    await run();
  } finally {
    await im.behind({});
  }
};
