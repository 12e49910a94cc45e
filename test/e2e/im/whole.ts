import assert from 'node:assert/strict';
import * as v from 'valibot';
import { conform } from '../../../src/foundation/shape/examine.ts';
import type { Checks } from '../checks.ts';
import { client } from '../client.ts';
import type { Service } from '../service.ts';
import { nothingWithin } from './im-view.ts';
import { twoNodes } from './templates.ts';

/** The whole service: HTTP, workflows and tables, with the real Infrastructure Manager at the far end. */
export const checkService = async (service: Service, checks: Checks): Promise<void> => {
  await checkDeployment(service, checks);
  await checkFallback(service, checks);
  await checkMany(service, checks);
};

export const checkNothingIsLeft = (imUrl: string, checks: Checks): Promise<void> =>
  checks.check('service: nothing is left at the Infrastructure Manager', async () => {
    await nothingWithin(imUrl, 720);
  });

const checkDeployment = async (service: Service, checks: Checks): Promise<void> => {
  const user = client(service.url, await service.token());
  let id = '';
  await checks.check('service: a deployment becomes CREATE_COMPLETE, with its outputs', async () => {
    const created = await user.create({ template: twoNodes(), parameters: { cpus: 3 } });
    assert.equal(created.status, 'CREATE_IN_PROGRESS');
    id = created.uuid;
    const settled = await user.settled(id);
    assert.equal(settled.status, 'CREATE_COMPLETE', settled.statusReason);
    assert.deepEqual(settled.outputs, { front_ip: '10.0.0.1', cpus: 3 });
  });
  await checks.check('service: its resources are started, and are the machines of their nodes', async () => {
    const found = await user.resources(id);
    assert.deepEqual(found.map((one) => one.toscaNodeName).sort(), ['back', 'back', 'front']);
    assert.deepEqual(new Set(found.map((one) => one.state)), new Set(['STARTED']));
    assert.deepEqual(found.map((one) => one.physicalId).sort(), ['0', '1', '2']);
    for (const { metadata } of found)
      assert.match(metadata['VirtualMachineInfo'] ?? '', /"net_interface\.0\.ip":"10\.0\.0\.1"/);
  });
  await checks.check(
    'service: its extended information has networks and systems with the sizes asked for',
    async () => {
      const element = v.looseObject({ class: v.string(), id: v.string() });
      const information = v.object({ vmProperties: v.array(element) });
      const { vmProperties } = conform(information, JSON.parse(await user.text(id, 'extrainfo')));
      const systems = vmProperties.filter((one) => one.class === 'system');
      assert.deepEqual(systems.map((one) => one.id).sort(), ['back', 'back', 'front']);
      assert.deepEqual(new Set(systems.map((one) => one['cpu.count'])), new Set([3]));
      assert.ok(vmProperties.some((one) => one.class === 'network'));
    },
  );
  await checks.check('service: its log is the Infrastructure Manager’s, its template what was sent', async () => {
    assert.match(await user.text(id, 'log'), /Contextualization disabled/);
    assert.equal(await user.text(id, 'template'), twoNodes());
  });
  await checks.check('service: deleted, it is gone', async () => {
    assert.equal((await user.delete(id)).status, 204);
    await user.gone(id);
  });
};

const checkFallback = async (service: Service, checks: Checks): Promise<void> => {
  const user = client(service.url, await service.token('--groups', 'unlucky'));
  await checks.check('service: when the first provider refuses, the next one takes it', async () => {
    const { uuid } = await user.create({ template: twoNodes(), parameters: {}, userGroup: 'unlucky' });
    const settled = await user.settled(uuid);
    assert.equal(settled.status, 'CREATE_COMPLETE', settled.statusReason);
    await user.delete(uuid);
    await user.gone(uuid);
  });
};

/** Also what only shows now and then: release 2.0.0 can write an infrastructure back that is polled while it is destroyed. */
const checkMany = async (service: Service, checks: Checks): Promise<void> => {
  const user = client(service.url, await service.token());
  await checks.check('service: ten deployments at once are made, and all of them are gone again', async () => {
    const made = await Promise.all(
      Array.from({ length: 10 }, async () =>
        user.settled((await user.create({ template: twoNodes(), parameters: {} })).uuid),
      ),
    );
    assert.deepEqual(new Set(made.map((one) => one.status)), new Set(['CREATE_COMPLETE']));
    await Promise.all(made.map(({ uuid }) => user.delete(uuid)));
    await Promise.all(made.map(({ uuid }) => user.gone(uuid)));
  });
};
