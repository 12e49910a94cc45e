import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, states, type TestSandbox, testSandbox } from './client.ts';
import { cluster, plain } from './templates.ts';

let im: TestSandbox;
beforeEach(async () => {
  im = await testSandbox();
});
afterEach(() => im.sandbox.stop());

const made = async (template: string): Promise<string> => {
  const id = await im.create(template);
  im.pass(3);
  return id;
};
const machines = async (id: string): Promise<string[]> => {
  const { 'uri-list': list } = (await im.call('GET', `/infrastructures/${id}`)).json as {
    'uri-list': { uri: string }[];
  };
  return list.map(({ uri }) => uri.split('/').at(-1) ?? '');
};

describe('updating', () => {
  const update = (id: string, body: string, query = ''): Promise<Answer> =>
    im.call('POST', `/infrastructures/${id}${query}`, { body });

  it('adds VMs for a larger count, and answers only those', async () => {
    const id = await made(cluster('count: 2'));
    const answer = await update(id, cluster('count: 3'));
    expect(answer.json).toEqual({ 'uri-list': [{ uri: `${im.sandbox.imUrl}/infrastructures/${id}/vms/2` }] });
    expect(await im.state(id)).toEqual(states('pending', { 0: 'running', 1: 'running', 2: 'pending' }));
    im.pass(3);
    expect(await im.state(id)).toEqual(states('configured', { 0: 'configured', 1: 'configured', 2: 'configured' }));
  });

  it('removes the oldest for a smaller count, or those of the removal list', async () => {
    const oldest = await made(cluster('count: 3'));
    await update(oldest, cluster('count: 1'));
    expect(await machines(oldest)).toEqual(['2']);
    const listed = await made(cluster('count: 3'));
    await update(listed, cluster("count: 2, removal_list: ['1']"));
    expect(await machines(listed)).toEqual(['0', '2']);
  });

  it('keeps a removal list, so that a later scale-down without one fails', async () => {
    const id = await made(cluster('count: 3'));
    await update(id, cluster("count: 2, removal_list: ['1']"));
    expect(await update(id, cluster('count: 1'))).toMatchObject({
      status: 400,
      json: { message: 'Error Adding resources: Deleted VM.', code: 400 },
    });
  });

  it('never removes what the new document leaves out, and never uses an id again', async () => {
    const id = await made(cluster('count: 1'));
    const extra = '    extra: {type: tosca.nodes.indigo.Compute}\n  outputs:';
    await update(id, cluster('count: 1').replace('  outputs:', extra));
    expect(await machines(id)).toEqual(['0', '1']);
    await update(id, cluster('count: 0'));
    expect(await machines(id)).toEqual(['1']);
    await update(id, cluster('count: 1'));
    expect(await machines(id)).toEqual(['1', '2']);
  });

  it('does not touch the size of VMs that are there', async () => {
    const id = await made(plain);
    await update(id, plain.replace('mem_size: 2 GB', 'mem_size: 8 GB'));
    expect((await im.call('GET', `/infrastructures/${id}/vms/0/memory.size`)).json).toEqual({
      'memory.size': 2_000_000_000,
    });
  });

  it('runs the contextualization again unless told not to', async () => {
    const id = await made(cluster('count: 1'));
    await update(id, cluster('count: 1'), '?context=false');
    expect(await im.state(id)).toEqual(states('configured', { 0: 'configured' }));
    await update(id, cluster('count: 1'));
    expect(await im.state(id)).toEqual(states('running', { 0: 'running' }));
  });

  it('changes nothing when the document is bad, or the cloud takes no more', async () => {
    const id = await made(cluster('count: 1'));
    const before = (await im.call('GET', `/infrastructures/${id}/tosca`)).json;
    expect((await update(id, 'a: [1')).text).toContain('Error Adding resources: Error parsing TOSCA template');
    await im.fault('sandbox-a', { fault: 'refuse-create' });
    expect((await update(id, cluster('count: 2'))).status).toBe(400);
    expect((await im.call('GET', `/infrastructures/${id}/tosca`)).json).toEqual(before);
    expect(await machines(id)).toEqual(['0']);
  });

  it('is refused while the infrastructure is being deleted', async () => {
    const id = await made(cluster());
    await im.call('DELETE', `/infrastructures/${id}?async=true`);
    expect(await update(id, cluster('count: 3'))).toMatchObject({
      status: 400,
      json: { message: 'Error Adding resources: Deleted VM.' },
    });
  });
});

describe('removing VMs', () => {
  it('takes a list, and removes all of it or nothing', async () => {
    const id = await made(cluster('count: 4'));
    expect(await im.call('DELETE', `/infrastructures/${id}/vms/0,77`)).toMatchObject({
      status: 404,
      json: { message: 'Error Removing resources: Invalid VM ID' },
    });
    expect(await machines(id)).toEqual(['0', '1', '2', '3']);
    expect((await im.call('DELETE', `/infrastructures/${id}/vms/1,3`)).status).toBe(200);
    expect(await machines(id)).toEqual(['0', '2']);
    expect((await im.call('GET', `/infrastructures/${id}/vms/1`)).json).toEqual({
      message: 'Error Getting VM. info: Deleted VM.',
      code: 404,
    });
  });

  it('leaves an infrastructure without VMs unknown, its outputs null', async () => {
    const id = await made(cluster('count: 1'));
    await im.call('DELETE', `/infrastructures/${id}/vms/0`);
    expect(await im.state(id)).toEqual(states('unknown', {}));
    expect((await im.call('GET', `/infrastructures/${id}/outputs`)).json).toEqual({
      outputs: { addresses: null, credential: null, url: 'http://None:80/' },
    });
  });

  it('is refused by a cloud that refuses to destroy', async () => {
    const id = await made(cluster());
    await im.fault('sandbox-a', { fault: 'refuse-destroy' });
    expect((await im.call('DELETE', `/infrastructures/${id}/vms/0`)).status).toBe(400);
    expect(await machines(id)).toEqual(['0', '1']);
  });
});

describe('power', () => {
  const put = async (path: string): Promise<number> => (await im.call('PUT', path)).status;

  it('stops and starts one VM, as often as it is asked to', async () => {
    const id = await made(cluster());
    const vm = `/infrastructures/${id}/vms/0`;
    expect([await put(`${vm}/stop`), await put(`${vm}/stop`)]).toEqual([200, 200]);
    expect(await im.state(id)).toEqual(states('stopped', { 0: 'stopped', 1: 'configured' }));
    expect([await put(`${vm}/start`), await put(`${vm}/reboot`)]).toEqual([200, 200]);
    expect(await im.state(id)).toEqual(states('configured', { 0: 'configured', 1: 'configured' }));
  });

  it('shows a stopped VM only when no other came before it', async () => {
    const id = await made(cluster());
    await put(`/infrastructures/${id}/vms/1/stop`);
    expect(await im.state(id)).toEqual(states('configured', { 0: 'configured', 1: 'stopped' }));
  });

  it('stops and starts all of them', async () => {
    const id = await made(cluster());
    await put(`/infrastructures/${id}/stop`);
    expect(await im.state(id)).toEqual(states('stopped', { 0: 'stopped', 1: 'stopped' }));
    await put(`/infrastructures/${id}/start`);
    expect(await im.state(id)).toEqual(states('configured', { 0: 'configured', 1: 'configured' }));
  });
});

describe('reconfiguring', () => {
  it('concerns the listed VMs, and answers the id', async () => {
    const id = await made(cluster());
    const answer = await im.call('PUT', `/infrastructures/${id}/reconfigure?vm_list=1`);
    expect(answer).toMatchObject({ status: 200, text: '', infrastructureId: id });
    expect(await im.state(id)).toEqual(states('running', { 0: 'configured', 1: 'running' }));
  });

  it('has nothing to do without software', async () => {
    const id = await made(plain);
    await im.call('PUT', `/infrastructures/${id}/reconfigure`);
    expect(await im.state(id)).toEqual(states('configured', { 0: 'configured' }));
  });
});
