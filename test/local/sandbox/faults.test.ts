import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { alice, cloudLine, states, type TestSandbox, testSandbox } from './client.ts';
import { cluster, plain } from './templates.ts';

let im: TestSandbox;
beforeEach(async () => {
  im = await testSandbox();
});
afterEach(() => im.sandbox.stop());

const log = async (id: string): Promise<string> => (await im.call('GET', `/infrastructures/${id}/contmsg`)).text;

/** Names of the infrastructures, and number of VMs, at each cloud. */
async function held(): Promise<Record<string, { names: string[]; machines: number }>> {
  const { clouds } = (await im.call('GET', '/_sandbox/clouds')).json as {
    clouds: { id: string; infrastructures: { name: string; virtualMachines: unknown[] }[] }[];
  };
  return Object.fromEntries(
    clouds.map(({ id, infrastructures }) => [
      id,
      {
        names: infrastructures.map(({ name }) => name),
        machines: infrastructures.flatMap(({ virtualMachines }) => virtualMachines).length,
      },
    ]),
  );
}

describe('refuse-create', () => {
  beforeEach(async () => void (await im.fault('sandbox-a', { fault: 'refuse-create' })));

  it('is a 400 of a sync create, which leaves nothing behind', async () => {
    const refused = await im.call('POST', '/infrastructures', { body: cluster() });
    expect(refused).toMatchObject({ status: 400, json: { code: 400 } });
    expect(refused.text).toContain('Error Creating Inf.: Error adding VMs: ');
    expect(await held()).toMatchObject({ 'sandbox-a': { names: [], machines: 0 } });
  });

  it('shows as failed VMs after an async create, and holds no VM', async () => {
    const id = await im.create(cluster());
    expect(await im.state(id)).toEqual(states('pending', {}));
    im.pass(1);
    expect(await im.state(id)).toEqual(states('failed', { 0: 'failed', 1: 'failed' }));
    expect(await log(id)).toContain('Quota exceeded');
    expect(await held()).toMatchObject({ 'sandbox-a': { names: ['cluster-1'], machines: 0 } });
    expect((await im.call('DELETE', `/infrastructures/${id}`)).status).toBe(200);
  });

  it('concerns that cloud alone', async () => {
    const id = await im.create(cluster(), { lines: [alice, cloudLine(im.sandbox, 'sandbox-b')] });
    im.pass(3);
    expect(await im.state(id)).toEqual(states('configured', { 0: 'configured', 1: 'configured' }));
    expect(await held()).toMatchObject({ 'sandbox-b': { names: ['cluster-1'], machines: 2 } });
  });
});

describe('fail-vm', () => {
  it('breaks the last VM while the others go on, and all must be destroyed', async () => {
    await im.fault('sandbox-a', { fault: 'fail-vm' });
    const id = await im.create(cluster());
    im.pass(3);
    expect(await im.state(id)).toEqual(states('failed', { 0: 'configured', 1: 'failed' }));
    expect(await log(id)).toContain('No valid host was found');
    expect(await held()).toMatchObject({ 'sandbox-a': { machines: 2 } });
  });
});

describe('fail-contextualization', () => {
  it('ends unconfigured with the failed task in the log, until reconfigured without the fault', async () => {
    await im.fault('sandbox-a', { fault: 'fail-contextualization' });
    const id = await im.create(cluster('count: 1'));
    im.pass(3);
    expect(await im.state(id)).toEqual(states('unconfigured', { 0: 'unconfigured' }));
    expect(await log(id)).toContain('fatal: [vnode-0]: FAILED!');
    await im.fault('sandbox-a', { fault: null });
    await im.call('PUT', `/infrastructures/${id}/reconfigure`);
    expect(await im.state(id)).toEqual(states('running', { 0: 'running' }));
    im.pass(3);
    expect(await im.state(id)).toEqual(states('configured', { 0: 'configured' }));
  });

  it('says which task failed of a machine without software too', async () => {
    await im.fault('sandbox-a', { fault: 'fail-contextualization' });
    const id = await im.create(plain);
    im.pass(3);
    expect(await log(id)).toContain(String.raw`TASK [Install server] ***\nfatal: [vnode-0]: FAILED!`);
    expect(await log(id)).not.toContain('disabled');
  });
});

describe('hang-in-pending', () => {
  it('stays pending without VMs and without a word, and can be destroyed', async () => {
    await im.fault('sandbox-a', { fault: 'hang-in-pending' });
    const id = await im.create(cluster());
    im.pass(100_000);
    expect(await im.state(id)).toEqual(states('pending', {}));
    expect((await im.call('GET', `/infrastructures/${id}/contmsg`)).json).toEqual({ contmsg: '' });
    expect((await im.call('DELETE', `/infrastructures/${id}?async=true`)).status).toBe(200);
    im.pass(1);
    expect((await im.call('GET', `/infrastructures/${id}/state`)).status).toBe(404);
  });
});

describe('refuse-destroy', () => {
  let id: string;
  beforeEach(async () => {
    id = await im.create(cluster());
    im.pass(3);
    await im.fault('sandbox-a', { fault: 'refuse-destroy' });
  });

  it('is a 400 with the reason of a sync destroy', async () => {
    const refused = await im.call('DELETE', `/infrastructures/${id}`);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Error Destroying Inf: Error destroying the infrastructure: ');
  });

  it('goes silently back to the former state after an async destroy', async () => {
    expect((await im.call('DELETE', `/infrastructures/${id}?async=true`)).status).toBe(200);
    expect(await im.state(id)).toEqual(states('deleting', { 0: 'configured', 1: 'configured' }));
    im.pass(1);
    expect(await im.state(id)).toEqual(states('configured', { 0: 'configured', 1: 'configured' }));
  });

  it('is done after all once the fault is gone', async () => {
    await im.call('DELETE', `/infrastructures/${id}?async=true`);
    im.pass(1);
    await im.fault('sandbox-a', { fault: null });
    await im.call('DELETE', `/infrastructures/${id}?async=true`);
    im.pass(1);
    expect(await held()).toMatchObject({ 'sandbox-a': { names: [], machines: 0 } });
  });

  it('makes force forget the infrastructure while the cloud still holds the VMs', async () => {
    expect((await im.call('DELETE', `/infrastructures/${id}?force=yes`)).status).toBe(200);
    expect((await im.call('GET', `/infrastructures/${id}/state`)).status).toBe(404);
    expect((await im.call('GET', '/infrastructures')).json).toEqual({ 'uri-list': [] });
    expect(await held()).toMatchObject({ 'sandbox-a': { names: ['cluster-1'], machines: 2 } });
  });
});

describe('slow', () => {
  it('takes ten times as long', async () => {
    await im.fault('sandbox-a', { fault: 'slow' });
    const id = await im.create(cluster('count: 1'));
    im.pass(29);
    expect(await im.state(id)).toEqual(states('running', { 0: 'running' }));
    im.pass(1);
    expect(await im.state(id)).toEqual(states('configured', { 0: 'configured' }));
  });
});

describe('answers that fail', () => {
  it('answer-5xx answers 503 to what concerns the cloud, and makes nothing', async () => {
    const id = await im.create(cluster());
    await im.fault('sandbox-a', { fault: 'answer-5xx' });
    expect((await im.call('POST', '/infrastructures?async=true', { body: cluster() })).status).toBe(503);
    expect((await im.call('GET', `/infrastructures/${id}/state`)).status).toBe(503);
    expect((await im.call('DELETE', `/infrastructures/${id}`)).status).toBe(503);
    expect((await im.call('GET', '/infrastructures')).status).toBe(200);
    expect((await held())['sandbox-a']?.names).toHaveLength(1);
  });

  it('lose-answer makes the infrastructure and answers 504, so that it must be found by its name', async () => {
    await im.fault('sandbox-a', { fault: 'lose-answer' });
    expect((await im.call('POST', '/infrastructures?async=true', { body: cluster() })).status).toBe(504);
    const { json } = await im.call('GET', '/infrastructures?filter=cluster-1');
    expect((json as { 'uri-list': unknown[] })['uri-list']).toHaveLength(1);
  });

  it('late-create answers 504, and the infrastructure is there ten times bootSeconds later', async () => {
    await im.fault('sandbox-a', { fault: 'late-create' });
    expect((await im.call('POST', '/infrastructures?async=true', { body: cluster() })).status).toBe(504);
    await im.fault('sandbox-a', { fault: null });
    im.pass(29);
    expect(await held()).toMatchObject({ 'sandbox-a': { names: [] } });
    expect((await im.call('GET', '/infrastructures')).json).toEqual({ 'uri-list': [] });
    im.pass(2);
    expect(await held()).toMatchObject({ 'sandbox-a': { names: ['cluster-1'] } });
  });

  it('refuse-outputs is a 400 to the outputs alone', async () => {
    const id = await im.create(cluster());
    await im.fault('sandbox-a', { fault: 'refuse-outputs' });
    expect((await im.call('GET', `/infrastructures/${id}/outputs`)).status).toBe(400);
    expect((await im.call('GET', `/infrastructures/${id}/state`)).status).toBe(200);
  });

  it('refuse-credentials is a 401 to a create, and a 400 in its words to what concerns an infrastructure', async () => {
    const id = await im.create(cluster());
    await im.fault('sandbox-a', { fault: 'refuse-credentials' });
    expect((await im.call('POST', '/infrastructures?async=true', { body: cluster() })).status).toBe(401);
    const refused = await im.call('GET', `/infrastructures/${id}/state`);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Invalid InfrastructureManager credentials');
  });
});

describe('write-back', () => {
  it('brings back once what was destroyed, until it is destroyed again', async () => {
    const id = await im.create(cluster());
    im.pass(10);
    const state = async () => (await im.call('GET', `/infrastructures/${id}/state`)).status;
    const destroy = async () => (await im.call('DELETE', `/infrastructures/${id}?async=true`)).status;
    await im.fault('sandbox-a', { fault: 'write-back' });
    expect(await destroy()).toBe(200);
    im.pass(2);
    expect(await state()).toBe(404);
    expect(await destroy()).toBe(404);
    im.pass(8);
    expect(await im.state(id)).toEqual(states('configured', { 0: 'configured', 1: 'configured' }));
    expect(await destroy()).toBe(200);
    im.pass(2);
    expect(await state()).toBe(404);
    im.pass(60);
    expect(await state()).toBe(404);
  });
});

describe('the sandbox’s own interface', () => {
  it('says what is allowed when it is asked for something else', async () => {
    const refused = await im.fault('sandbox-a', { fault: 'explode' });
    expect(refused).toMatchObject({ status: 400, json: { code: 400 } });
    expect(refused.text).toContain('refuse-create');
    for (const body of [{ bootSeconds: -1 }, { bootSeconds: '3' }, { boot: 3 }, []]) {
      expect((await im.fault('sandbox-a', body)).status).toBe(400);
    }
    expect((await im.call('PUT', '/_sandbox/clouds/sandbox-a', { body: '{' })).status).toBe(400);
  });

  it('names the clouds that there are', async () => {
    expect(await im.fault('sandbox-z', {})).toMatchObject({
      status: 404,
      json: { message: expect.stringContaining('sandbox-a, sandbox-b') },
    });
  });

  it('changes only what is given', async () => {
    await im.fault('sandbox-a', { fault: 'slow' });
    expect(await im.fault('sandbox-a', { bootSeconds: 7 })).toMatchObject({
      status: 200,
      json: { fault: 'slow', bootSeconds: 7 },
    });
  });

  it('forgets faults and infrastructures on a reset', async () => {
    await im.create(cluster());
    await im.fault('sandbox-a', { fault: 'slow', bootSeconds: 9 });
    expect((await im.call('DELETE', '/_sandbox')).status).toBe(204);
    expect((await im.call('GET', '/_sandbox/clouds')).json).toMatchObject({
      clouds: [{ id: 'sandbox-a', fault: null, bootSeconds: 3, infrastructures: [] }, { id: 'sandbox-b' }],
    });
  });
});
