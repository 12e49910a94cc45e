import { beforeEach, describe, expect, it } from 'vitest';
import { call, type Sent } from './requests.ts';
import { id, sampleDeployment, sampleResource } from './samples.ts';
import { serviceForTests } from './service.ts';
import { act, resource } from './under-test.ts';

const test = serviceForTests();

beforeEach(async () => {
  const { deployments, resources, asked } = test.service;
  const left = await deployments.find(id(1));
  if (left) await deployments.remove(id(1), left.operation.id);
  await deployments.accept(sampleDeployment({ userGroup: 'physics' }));
  await resources.put([
    sampleResource(),
    sampleResource({ id: id(101), toscaNodeType: 'tosca.nodes.network.Port', toscaTypes: ['tosca.nodes.Root'] }),
  ]);
  asked.length = 0;
});

const send = (type: unknown, more: Sent = {}) =>
  call(act(test.service), {
    as: 'olga',
    method: 'POST',
    body: { type },
    ...more,
    path: { deployment_id: id(1), resource_id: id(100), ...more.path },
  });
const state = async () => {
  const { json } = await call(resource(test.service), {
    as: 'olga',
    path: { deployment_id: id(1), resource_id: id(100) },
  });
  return json['state'];
};

describe('an action on a resource', () => {
  it('is accepted with an empty body, shows at once, and starts its workflow', async () => {
    expect(await send('stop')).toMatchObject({ status: 202, body: '' });
    expect(test.service.asked).toEqual(['start action stop']);
    expect(await state()).toBe('STOPPING');
  });

  it('starts what is stopped, and nothing else', async () => {
    expect((await send('start')).status).toBe(409);
    await test.service.resources.put([sampleResource({ state: 'STOPPED' })]);
    expect((await send('stop')).status).toBe(409);
    expect((await send('start')).status).toBe(202);
    expect(await state()).toBe('STARTING');
  });

  it.each([
    ['no token', 'stop', { as: undefined }, 401],
    ['a stranger', 'stop', { as: 'otto' }, 404],
    ['a member of its group', 'stop', { as: 'mia' }, 403],
    ['a resource that is not there, whatever else is wrong', 'burn', { path: { resource_id: id(999) } }, 404],
    ['another action', 'burn', {}, 400],
    ['no action', undefined, {}, 400],
    ['a node that is no Compute', 'stop', { path: { resource_id: id(101) } }, 400],
  ] as const)('is refused for %s', async (_, type, sent, status) => {
    expect((await send(type, sent as Sent)).json).toMatchObject({ code: status });
    expect([await state(), test.service.asked]).toEqual(['STARTED', []]);
  });

  it('is refused while the deployment is changed', async () => {
    const { deployments } = test.service;
    await deployments.record(id(1), sampleDeployment().operation.id, { status: 'UPDATE_IN_PROGRESS' });
    expect((await send('stop')).json).toMatchObject({ code: 409 });
  });
});
