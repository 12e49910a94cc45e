import { describe, expect, it } from 'vitest';
import { NotReadyError, ProviderUnavailableError } from '../../../src/foundation/errors.ts';
import { fixture, json, refusal, scripted } from '../../fixtures/im/replies.ts';
import { submission } from '../../support/submission.ts';

const id = 'f8638e34-e4f9-11f1-9f80-02fc00000001';
const address = (of: string) => `http://im-behind-a-proxy:8800/infrastructures/${of}`;

describe('create', () => {
  it('sends the template as YAML, asynchronously, with both credentials', async () => {
    const { im, seen } = scripted({
      'POST /infrastructures?async=true': json({ uri: address(id) }, { headers: { infid: id } }),
    });
    expect(await im.create(submission('the: template'))).toBe(id);
    expect(seen).toHaveLength(1);
    expect(seen[0]?.body).toBe('the: template');
    expect(seen[0]?.headers.get('content-type')).toBe('text/yaml');
    expect(seen[0]?.headers.get('accept')).toBe('application/json');
    const lines: unknown = JSON.parse(seen[0]?.headers.get('authorization') ?? '');
    expect(lines).toMatchObject([{ type: 'InfrastructureManager' }, { id: 'ost', password: 'battery staple' }]);
  });

  it.each(['', ' '])('takes the id from the address when the header is empty: %j', async (infid) => {
    const { im } = scripted({ 'POST /infrastructures?async=true': json({ uri: address(id) }, { headers: { infid } }) });
    expect(await im.create(submission(''))).toBe(id);
  });

  it('takes the id from the address when there is no header', async () => {
    const { im } = scripted({ 'POST /infrastructures?async=true': json({ uri: address(id) }) });
    expect(await im.create(submission(''))).toBe(id);
  });

  it('says so when an infrastructure was made and its id is not told', async () => {
    const { im } = scripted({ 'POST /infrastructures?async=true': json({}) });
    await expect(im.create(submission(''))).rejects.toThrow(ProviderUnavailableError);
  });
});

describe('status', () => {
  const statusOf = (body: unknown) => scripted({ [`GET /infrastructures/${id}/state`]: json(body) }).im.status(id);

  it('is the state of the whole and of each machine', async () => {
    const body = { state: { state: 'pending', vm_states: { 0: 'running', 1: 'pending' } } };
    expect(await statusOf(body)).toEqual({ state: 'pending', vms: { 0: 'running', 1: 'pending' } });
  });

  it('reads a word it does not know as unknown', async () => {
    const body = { state: { state: 'hibernating', vm_states: { 0: 'hibernating' } } };
    expect(await statusOf(body)).toEqual({ state: 'unknown', vms: { 0: 'unknown' } });
  });

  it('is unavailable when the answer has another shape, and names what is wrong', async () => {
    await expect(statusOf({ state: 'running' })).rejects.toMatchObject({
      name: 'ProviderUnavailableError',
      message: expect.stringMatching(/Infrastructure Manager.*unexpected shape \(state/),
    });
  });
});

describe('virtual machines', () => {
  it('have their node, state and properties, a lower bound standing in for what is not reported', async () => {
    const { im } = scripted({ [`GET /infrastructures/${id}/vms/0`]: json(fixture('vm-dummy')) });
    const [vm] = await im.virtualMachines(id, ['0']);
    expect(vm).toMatchObject({ id: '0', node: 'front', state: 'configured' });
    expect(vm?.properties[0]).toEqual({ class: 'network', id: 'private_net', outbound: 'no' });
    expect(vm?.properties[1]).toMatchObject({
      'cpu.count': 2,
      'memory.size': 2_000_000_000,
      'net_interface.0.ip': '10.0.0.1',
    });
    expect(vm?.properties[1]).not.toHaveProperty(['cpu.count_min']);
  });

  it('show scalars only, networks first, and what the provider reports before any bound', async () => {
    const { im } = scripted({ [`GET /infrastructures/${id}/vms/3`]: json(fixture('vm-openstack')) });
    const [vm] = await im.virtualMachines(id, ['3']);
    expect(vm?.properties.map((element) => element['class'])).toEqual(['network', 'network', 'system']);
    expect(vm?.properties[2]).toEqual({
      class: 'system',
      id: 'worker',
      instance_id: '7d4a0c1e-6f4e-4f53-9c5e-0d6f4f0f3a11',
      state: 'running',
      'cpu.count': 4,
      'memory.size': 8_589_934_592,
      'gpu.count': 1,
      'disk.0.image.url': 'ost://keystone.example.org/one,ost://keystone.example.org/two',
      'disk.0.os.credentials.private_key': '',
      'net_interface.0.connection': 'pub_net',
      'net_interface.0.ip': '192.0.2.17',
      'provider.type': 'OpenStack',
      'provider.host': 'keystone.example.org',
      'provider.port': 5000,
    });
  });

  it('show lists of scalars joined, and no others', async () => {
    const system = {
      class: 'system',
      id: 'web',
      a: ['x', 1, true],
      b: [],
      c: ['x', {}],
      d: null,
      e: {},
      f_min: 1,
      g_min: [],
    };
    const { im } = scripted({ [`GET /infrastructures/${id}/vms/0`]: json({ radl: [system] }) });
    const [vm] = await im.virtualMachines(id, ['0']);
    expect(vm?.properties).toEqual([{ class: 'system', id: 'web', a: 'x,1,true', f: 1 }]);
  });

  it.each([[[]], [[{ class: 'network', id: 'n' }]], [[{ class: 'system' }]], [[{ class: 'system', id: 7 }]]])(
    'are unavailable where the answer has no system with a name: %j',
    async (radl) => {
      const { im } = scripted({ [`GET /infrastructures/${id}/vms/0`]: json({ radl }) });
      await expect(im.virtualMachines(id, ['0'])).rejects.toMatchObject({
        name: 'ProviderUnavailableError',
        message: expect.stringContaining('no element of class system with an id'),
      });
    },
  );

  it('leave out a machine that was removed or renumbered in between', async () => {
    const { im } = scripted({
      [`GET /infrastructures/${id}/vms/0`]: refusal(404, 'Error Getting VM. info: Deleted VM.'),
      [`GET /infrastructures/${id}/vms/1`]: json(fixture('vm-dummy')),
      [`GET /infrastructures/${id}/vms/2`]: refusal(404, 'Error Getting VM. info: Invalid VM ID'),
    });
    expect((await im.virtualMachines(id, ['0', '1', '2'])).map((vm) => vm.id)).toEqual(['1']);
  });

  it('are not found when the infrastructure is gone', async () => {
    const { im } = scripted({});
    await expect(im.virtualMachines(id, ['0'])).rejects.toMatchObject({ name: 'NotFoundError' });
  });

  it('are read in order, eight at a time, where the manager stores them in an unknown form', async () => {
    let now = 0;
    let most = 0;
    const answer = async () => {
      most = Math.max(most, ++now);
      await new Promise(setImmediate);
      now -= 1;
      return json(fixture('vm-dummy'));
    };
    const ids = Array.from({ length: 30 }, (_, index) => `${index}`);
    const { im } = scripted({
      ...Object.fromEntries(ids.map((vm) => [`GET /infrastructures/${id}/vms/${vm}`, answer])),
      [`GET /infrastructures/${id}/data`]: json({ data: 'of another form' }),
    });
    expect((await im.virtualMachines(id, ids)).map((vm) => vm.id)).toEqual(ids);
    expect(most).toBe(8);
  });
});

describe('outputs and log', () => {
  it('answers outputs as they are, also nulls and structures', async () => {
    const outputs = { ip: null, ips: ['10.0.0.1'], cred: { user: 'cloudadm' }, cpus: 2 };
    const { im } = scripted({ [`GET /infrastructures/${id}/outputs`]: json({ outputs }) });
    expect(await im.outputs(id)).toEqual(outputs);
  });

  it('masks the credentials of the provider in its log', async () => {
    const { im } = scripted({
      [`GET /infrastructures/${id}/contmsg`]: json({ contmsg: 'login battery staple at keystone' }),
    });
    const text = 'login ******** at keystone';
    expect(await im.log(id)).toEqual({ parts: [{ name: 'header', title: '', text }], quotable: text });
  });
});

describe('destroy', () => {
  const path = `DELETE /infrastructures/${id}?async=true`;

  it('asks without waiting', async () => {
    const { im, seen } = scripted({ [path]: new Response('', { headers: { 'content-type': 'text/plain' } }) });
    await im.destroy(id);
    expect(seen).toHaveLength(1);
  });

  it('waits for the end where that is asked for', async () => {
    const { im, seen } = scripted({ [`DELETE /infrastructures/${id}`]: new Response('') });
    await im.destroy(id, { wait: true });
    expect(seen).toHaveLength(1);
  });

  it('is done when the infrastructure is gone already', async () => {
    await expect(scripted({}).im.destroy(id)).resolves.toBeUndefined();
  });

  it('is not ready while machines are being added', async () => {
    const busy = refusal(409, 'Error Destroying Inf: Invalid State to perform this operation.');
    await expect(scripted({ [path]: busy }).im.destroy(id)).rejects.toMatchObject({ name: 'NotReadyError' });
  });

  it.each([
    ['of a proxy', () => new Response('<html>no such site</html>', { status: 404 })],
    ['of the framework', () => json({ detail: 'Not Found' }, { status: 404 })],
    ['without words', () => new Response(null, { status: 404 })],
  ])('does not believe a 404 %s', async (_, answer) => {
    const { im } = scripted({ [path]: answer });
    await expect(im.destroy(id)).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
  });
});

describe('update', () => {
  it('sends the template to be merged, as YAML', async () => {
    const { im, seen } = scripted({ [`POST /infrastructures/${id}`]: json({ 'uri-list': [] }) });
    await im.update(id, submission('the: template'));
    expect(seen[0]?.body).toBe('the: template');
    expect(seen[0]?.headers.get('content-type')).toBe('text/yaml');
  });

  const answers: readonly [string, Response, string][] = [
    ['what a cloud refuses', refusal(400, 'Error Adding resources: Deleted VM.'), 'ProviderFailedError'],
    ['an infrastructure that is gone', refusal(404, 'Invalid infrastructure ID.'), 'NotFoundError'],
    ['credentials that have expired', refusal(400, 'OIDC auth Token expired.'), 'ProviderUnavailableError'],
    ['a limit of the server', refusal(504, 'Gateway Timeout'), 'ProviderUnavailableError'],
    ['another change that is under way', refusal(409, 'Invalid State'), 'NotReadyError'],
  ];
  it.each(answers)('tells apart %s', async (_, answer, name) => {
    const { im } = scripted({ [`POST /infrastructures/${id}`]: answer });
    await expect(im.update(id, submission(''))).rejects.toMatchObject({ name });
  });
});

describe('altering a machine', () => {
  const call = `PUT /infrastructures/${id}/vms/3`;

  it('sends the template, and answers the machine as it is then', async () => {
    const radl = [
      { class: 'network', id: 'private_net' },
      { class: 'system', id: 'web', state: 'configured', 'cpu.count': 4 },
      { class: 'deploy', system: 'web', vm_number: 1 },
      { class: 'contextualize' },
      { class: 'description', id: 139_848_828_177_040, name: 'toscanini-1' },
    ];
    const { im, seen } = scripted({ [call]: json({ radl }) });
    expect(await im.alter(id, '3', submission('the: template'))).toEqual({
      id: '3',
      node: 'web',
      state: 'configured',
      properties: radl.slice(0, 2),
    });
    expect([seen[0]?.body, seen[0]?.headers.get('content-type')]).toEqual(['the: template', 'text/yaml']);
  });

  it('is refused where the cloud cannot, and to be looked at again when the machine is gone', async () => {
    const why = 'Error modifying resources: Error modifying the information about the VM 3: Not supported';
    await expect(scripted({ [call]: refusal(400, why) }).im.alter(id, '3', submission(''))).rejects.toMatchObject({
      name: 'ProviderFailedError',
      message: expect.stringContaining('Not supported'),
    });
    const gone = refusal(404, 'Error modifying resources: Deleted VM.');
    await expect(scripted({ [call]: gone }).im.alter(id, '3', submission(''))).rejects.toThrow(NotReadyError);
  });
});

describe('removing machines', () => {
  const path = `DELETE /infrastructures/${id}/vms/4,5?context=false`;

  it('is one call for all of them', async () => {
    const { im, seen } = scripted({ [path]: new Response('') });
    await im.release(id, ['4', '5']);
    expect(seen).toHaveLength(1);
  });

  it('is to be looked at again when one of them is not there', async () => {
    const { im } = scripted({ [path]: refusal(404, 'Error Removing resources: Invalid VM ID') });
    await expect(im.release(id, ['4', '5'])).rejects.toMatchObject({ name: 'NotReadyError' });
  });

  it('knows an infrastructure that is gone', async () => {
    const { im } = scripted({ [path]: refusal(404, 'Invalid infrastructure ID or access not granted.') });
    await expect(im.release(id, ['4', '5'])).rejects.toMatchObject({ name: 'NotFoundError' });
  });
});

describe('starting and stopping a machine', () => {
  it.each(['start', 'stop'] as const)('is one call: %s', async (action) => {
    const { im, seen } = scripted({ [`PUT /infrastructures/${id}/vms/3/${action}`]: new Response('') });
    await im.operate(id, '3', action);
    expect(seen).toHaveLength(1);
  });

  it('knows a machine that is not there', async () => {
    const { im } = scripted({ [`PUT /infrastructures/${id}/vms/3/stop`]: refusal(404, 'Invalid VM ID') });
    await expect(im.operate(id, '3', 'stop')).rejects.toMatchObject({ name: 'NotFoundError' });
  });
});
