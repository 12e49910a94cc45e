import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Checks, until } from '../checks.ts';
import { client } from '../client.ts';
import type { Service } from '../service.ts';
import type { ImServer } from './im-server.ts';
import { infrastructuresOf } from './im-view.ts';
import { manyMachines, workers } from './templates.ts';

type User = ReturnType<typeof client>;

/** Updates, actions and interruptions, with the real Infrastructure Manager at the far end. */
export const checkChanges = async (im: ImServer, service: Service, checks: Checks): Promise<void> => {
  const user = client(service.url, await service.token());
  await checkUpdates(im, user, checks);
  await checkInterruptions(im, user, checks);
};

/** state and VM of each resource, by node */
const shown = async (user: User, id: string) =>
  (await user.resources(id)).map((one) => [one.toscaNodeName, one.state, one.physicalId] as const);

const updated = async (user: User, id: string, template: string) => {
  assert.equal((await user.update(id, { template, parameters: {} })).status, 202);
  const settled = await user.settled(id);
  assert.equal(settled.status, 'UPDATE_COMPLETE', settled.statusReason);
  return settled;
};

const checkUpdates = async (im: ImServer, user: User, checks: Checks): Promise<void> => {
  let id = '';
  await checks.check('service: a deployment grows by a number and by a node', async () => {
    const { uuid } = await user.create({ template: workers({ count: 1 }), parameters: {} });
    id = uuid;
    assert.equal((await user.settled(id)).status, 'CREATE_COMPLETE');
    await updated(user, id, workers({ count: 3, extra: true }));
    assert.deepEqual((await shown(user, id)).map(([node, state]) => `${node} ${state}`).sort(), [
      'extra STARTED',
      'front STARTED',
      'worker STARTED',
      'worker STARTED',
      'worker STARTED',
    ]);
    assert.equal(new Set((await shown(user, id)).map(([, , vm]) => vm)).size, 5);
  });
  await checks.check('service: it shrinks by a number, and by a node that is dropped', async () => {
    await updated(user, id, workers({ count: 2 }));
    assert.deepEqual((await shown(user, id)).map(([node]) => node).sort(), ['front', 'worker', 'worker']);
    assert.equal(await machinesOf(im, user, id), 3);
  });
  await checks.check('service: the resource that a removal list names goes, and its template has no list', async () => {
    const [first] = (await user.resources(id)).filter((one) => one.toscaNodeName === 'worker');
    const settled = await updated(user, id, workers({ count: 1, removed: first?.uuid ?? '' }));
    assert.ok(!(await user.resources(id)).some((one) => one.uuid === first?.uuid));
    assert.equal(await user.text(id, 'template'), workers({ count: 1 }));
    assert.deepEqual(settled.outputs, { front_ip: '10.0.0.1' });
    await updated(user, id, await user.text(id, 'template'));
    assert.equal(await machinesOf(im, user, id), 2);
  });
  await checks.check('service: a machine stops and starts, and an update leaves it stopped', async () => {
    const [front] = (await user.resources(id)).filter((one) => one.toscaNodeName === 'front');
    await act(user, id, front?.uuid ?? '', 'stop', 'STOPPED');
    assert.equal((await user.act(id, front?.uuid ?? '', 'stop')).status, 409);
    await updated(user, id, workers({ count: 2 }));
    assert.deepEqual((await shown(user, id)).map(([node, state]) => `${node} ${state}`).sort(), [
      'front STOPPED',
      'worker STARTED',
      'worker STARTED',
    ]);
    await act(user, id, front?.uuid ?? '', 'start', 'STARTED');
  });
  await checks.check('service: an update that is refused says why', async () => {
    const template = workers({ count: 1, extra: true, script: 'http://127.0.0.1:1/install.yml' });
    assert.equal((await user.update(id, { template, parameters: {} })).status, 202);
    const failed = await user.settled(id);
    assert.equal(failed.status, 'UPDATE_FAILED');
    assert.match(failed.statusReason ?? '', /the Infrastructure Manager refused: .*install\.yml/s);
    assert.deepEqual((await shown(user, id)).map(([node, state]) => `${node} ${state}`).sort(), [
      'extra ERROR',
      'front STARTED',
      'worker ERROR',
      'worker STARTED',
    ]);
    await user.delete(id);
    await user.gone(id);
  });
};

const act = async (user: User, id: string, resource: string, type: 'start' | 'stop', state: string): Promise<void> => {
  assert.equal((await user.act(id, resource, type)).status, 202);
  await until(`${type} ends`, async () => {
    const found = (await user.resources(id)).find((one) => one.uuid === resource);
    return found?.state === state ? found : undefined;
  });
};

/** As the Infrastructure Manager counts them. */
const machinesOf = async (im: ImServer, user: User, id: string): Promise<number> => {
  const physicalIds = new Set((await user.resources(id)).map((one) => one.physicalId));
  const [infrastructure] = (await infrastructuresOf(im.url)).filter(({ name }) => name.includes(id));
  assert.deepEqual(new Set(infrastructure?.machines), physicalIds);
  return physicalIds.size;
};

const checkInterruptions = async (im: ImServer, user: User, checks: Checks): Promise<void> => {
  await checks.check('service: deleted while machines are being added, it leaves nothing', async () => {
    const { uuid } = await user.create({ template: manyMachines(40), parameters: {} });
    await until('it was submitted', async () =>
      (await infrastructuresOf(im.url)).some(({ name }) => name.includes(uuid)) ? true : undefined,
    );
    await user.delete(uuid);
    await user.gone(uuid);
  });
  await checks.check(
    'service: what an Infrastructure Manager was making when it was killed is gone after a deletion',
    async () => {
      const { uuid } = await user.create({ template: manyMachines(30), parameters: {} });
      await until('it was submitted', async () =>
        (await infrastructuresOf(im.url)).some(({ name }) => name.includes(uuid)) ? true : undefined,
      );
      await im.kill();
      await sleep(1000);
      await im.restart();
      assert.match((await user.find(uuid))?.status ?? 'gone', /^CREATE_(IN_PROGRESS|COMPLETE)$/);
      await user.delete(uuid);
      await user.gone(uuid);
    },
  );
  await checks.check(
    'service: an Infrastructure Manager that is away for a moment does not end an update',
    async () => {
      const { uuid } = await user.create({ template: workers({ count: 1 }), parameters: {} });
      assert.equal((await user.settled(uuid)).status, 'CREATE_COMPLETE');
      await im.kill();
      assert.equal((await user.update(uuid, { template: workers({ count: 2 }), parameters: {} })).status, 202);
      await sleep(1500);
      await im.restart();
      const settled = await user.settled(uuid);
      assert.equal(settled.status, 'UPDATE_COMPLETE', settled.statusReason);
      assert.equal(await machinesOf(im, user, uuid), 3);
      await user.delete(uuid);
      await user.gone(uuid);
    },
  );
};
