import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { states, type TestSandbox, testSandbox } from './client.ts';
import { cluster, plain } from './templates.ts';

let im: TestSandbox;
beforeEach(async () => {
  im = await testSandbox();
});
afterEach(() => im.sandbox.stop());

const outputs = async (id: string): Promise<unknown> => (await im.call('GET', `/infrastructures/${id}/outputs`)).json;

describe('an infrastructure over time', () => {
  it('is pending without VMs, pending with them, running, configured', async () => {
    const id = await im.create(cluster());
    const seen: unknown[] = [];
    for (const step of [0, 0.4, 0.2, 0.9, 1.4, 0.1]) {
      im.pass(step);
      seen.push(await im.state(id));
    }
    expect(seen).toEqual([
      states('pending', {}),
      states('pending', { 0: 'pending' }),
      states('pending', { 0: 'pending', 1: 'pending' }),
      states('running', { 0: 'running', 1: 'running' }),
      states('running', { 0: 'running', 1: 'running' }),
      states('configured', { 0: 'configured', 1: 'configured' }),
    ]);
  });

  it('takes the boot time that its cloud is set to', async () => {
    await im.fault('sandbox-a', { bootSeconds: 60 });
    const id = await im.create(cluster('count: 1'));
    im.pass(59);
    expect(await im.state(id)).toEqual(states('running', { 0: 'running' }));
    im.pass(1);
    expect(await im.state(id)).toEqual(states('configured', { 0: 'configured' }));
  });

  it('is configured before its public address is there when it has no software', async () => {
    const bare = cluster('count: 1').replace(/ {4}app:.*?(?= {4}server:)/s, '');
    const id = await im.create(bare);
    im.pass(2.4);
    expect(await im.state(id)).toEqual(states('configured', { 0: 'configured' }));
    expect(await outputs(id)).toMatchObject({ outputs: { url: 'http://None:80/' } });
    im.pass(0.6);
    expect(await outputs(id)).toMatchObject({
      outputs: { url: expect.stringMatching(/^http:\/\/198\.\d+\.\d+\.\d+:80\/$/) },
    });
  });

  it('shows outputs in any state, null while they are not known', async () => {
    const id = await im.create(plain);
    expect(await outputs(id)).toEqual({ outputs: { ip: null, cpus: 2 } });
    im.pass(3);
    expect(await outputs(id)).toEqual({ outputs: { ip: expect.stringMatching(/^10\.\d+\.\d+\.\d+$/), cpus: 2 } });
  });

  it('gives lists of addresses for indigo machines, each its own', async () => {
    const id = await im.create(cluster());
    im.pass(3);
    const { addresses } = ((await outputs(id)) as { outputs: { addresses: string[] } }).outputs;
    expect(new Set(addresses).size).toBe(2);
  });

  it('fails at once without nodes, and says so', async () => {
    const id = await im.create('tosca_definitions_version: tosca_simple_yaml_1_0\ntopology_template: {}\n');
    expect(await im.state(id)).toEqual(states('failed', {}));
    const { text } = await im.call('GET', `/infrastructures/${id}/contmsg`);
    expect(text).toContain('Infrastructure without any deploy. Exiting.');
  });

  it('is launched when a sync create answers', async () => {
    const made = await im.call('POST', '/infrastructures', { body: cluster() });
    expect(await im.state(made.infrastructureId)).toEqual(states('pending', { 0: 'pending', 1: 'pending' }));
    expect((await im.call('DELETE', `/infrastructures/${made.infrastructureId}`)).status).toBe(200);
  });
});

describe('the contextualization message', () => {
  const message = async (id: string, query = ''): Promise<string> =>
    ((await im.call('GET', `/infrastructures/${id}/contmsg${query}`)).json as { contmsg: string }).contmsg;

  it('grows while time passes and never takes a line back', async () => {
    const id = await im.create(cluster('count: 1'));
    const seen: string[] = [];
    for (let step = 0; step <= 10; step++) {
      seen.push(await message(id));
      im.pass(0.3);
    }
    for (const [step, text] of seen.entries()) expect(seen[step + 1] ?? text).toContain(text);
    expect(new Set(seen).size).toBeGreaterThan(5);
    expect(seen.at(-1)).toMatch(/Select master VM\n.*VM 0:\nPLAY \[server\].*failed=0\n$/s);
  });

  it('leaves out the VMs when only the header is asked for', async () => {
    const id = await im.create(cluster('count: 1'));
    im.pass(3);
    expect(await message(id, '?headeronly=yes')).not.toContain('PLAY');
  });

  it('says that there is nothing to do without software', async () => {
    const id = await im.create(plain);
    im.pass(3);
    expect(await message(id)).toBe('Contextualization disabled by the RADL/TOSCA template.\n\n');
  });
});

describe('destroying', () => {
  it('is refused with 409 while VMs are being added, forced or not', async () => {
    const id = await im.create(cluster());
    for (const query of ['', '?force=true', '?async=true']) {
      const refused = await im.call('DELETE', `/infrastructures/${id}${query}`);
      expect(refused).toMatchObject({
        status: 409,
        json: { message: 'Error Destroying Inf: Invalid State to perform this operation.', code: 409 },
      });
    }
  });

  it('shows deleting, for a moment unknown, and then 404', async () => {
    const id = await im.create(cluster('count: 1'));
    im.pass(3);
    expect(await im.call('DELETE', `/infrastructures/${id}?async=true`)).toMatchObject({
      status: 200,
      text: '',
      type: 'text/plain',
    });
    expect(await im.state(id)).toEqual(states('deleting', { 0: 'configured' }));
    im.pass(0.85);
    expect(await im.state(id)).toEqual(states('unknown', {}));
    im.pass(0.1);
    expect(await im.call('GET', `/infrastructures/${id}/state`)).toMatchObject({
      status: 404,
      json: { message: 'Error Getting Inf. prop: Invalid infrastructure ID or access not granted.', code: 404 },
    });
  });

  it('may be asked for again while it goes on, and is 404 afterwards', async () => {
    const id = await im.create(cluster());
    im.pass(3);
    const again = async (): Promise<number> => (await im.call('DELETE', `/infrastructures/${id}?async=true`)).status;
    expect([await again(), await again()]).toEqual([200, 200]);
    im.pass(1);
    expect(await again()).toBe(404);
  });

  it('leaves nothing at the cloud and nothing in the list', async () => {
    const id = await im.create(cluster());
    im.pass(3);
    await im.call('DELETE', `/infrastructures/${id}`);
    expect((await im.call('GET', '/infrastructures')).json).toEqual({ 'uri-list': [] });
    expect((await im.call('GET', '/_sandbox/clouds')).json).toMatchObject({
      clouds: [{ infrastructures: [] }, { infrastructures: [] }],
    });
  });
});
