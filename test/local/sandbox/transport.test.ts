import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestSandbox, testSandbox, type Wish } from './client.ts';
import { cluster, plain } from './templates.ts';

let im: TestSandbox;
let id: string;
beforeAll(async () => {
  im = await testSandbox();
  id = await im.create(plain);
  im.pass(3);
});
afterAll(() => im.sandbox.stop());

const accept = (type: string): Wish => ({ headers: { accept: type } });

describe('what the caller accepts', () => {
  it('decides between JSON and the plain form', async () => {
    const address = `${im.sandbox.imUrl}/infrastructures/${id}`;
    expect(await im.call('GET', '/infrastructures')).toMatchObject({
      type: 'application/json',
      json: { 'uri-list': [{ uri: address }] },
    });
    expect(await im.call('GET', '/infrastructures', accept('text/uri-list'))).toMatchObject({
      type: 'text/uri-list',
      text: address,
    });
    expect(await im.call('GET', '/infrastructures', accept('*/*'))).toMatchObject({
      type: 'text/uri-list',
      text: address,
    });
    expect(await im.call('GET', `/infrastructures/${id}`)).toMatchObject({
      json: { 'uri-list': [{ uri: `${address}/vms/0` }] },
    });
    expect(await im.call('GET', '/version', { lines: null })).toMatchObject({ json: { version: '1.19.2' } });
    expect(await im.call('GET', '/version', { lines: null, ...accept('*/*') })).toMatchObject({
      type: 'text/plain',
      text: '1.19.2',
    });
  });

  it('is 415 in plain text when there is no such form', async () => {
    expect(await im.call('GET', '/infrastructures', accept('application/xml'))).toMatchObject({
      status: 415,
      type: 'text/plain',
      text: 'Unsupported Accept Media Types: application/xml',
    });
    expect(await im.call('GET', `/infrastructures/${id}/state`, accept('text/plain'))).toMatchObject({
      status: 415,
      text: "Unsupported Accept Media Types: ['text/plain']",
    });
  });

  it('decides on the form of errors too', async () => {
    const text = 'Error Getting VM. info: Invalid VM ID';
    expect(await im.call('GET', `/infrastructures/${id}/vms/99`)).toMatchObject({
      status: 404,
      json: { message: text, code: 404 },
    });
    expect(await im.call('GET', `/infrastructures/${id}/vms/99`, accept('*/*'))).toMatchObject({
      status: 404,
      type: 'text/plain',
      text,
    });
  });
});

describe('a path or a parameter that is wrong', () => {
  const notAllowed = { status: 405, json: { message: 'The method is not allowed for the requested URL.', code: 405 } };

  it('is 405, a trailing slash too', async () => {
    for (const path of [
      '/nosuchpath',
      '/version/',
      '/infrastructures/',
      `/infrastructures/${id}/`,
      `/infrastructures/${id}/state/`,
    ]) {
      expect(await im.call('GET', path)).toMatchObject(notAllowed);
    }
  });

  const wrong: readonly (readonly [string, string, number, string])[] = [
    ['GET', '/state?', 200, 'configured'],
    ['GET', '/nosuchprop', 404, 'Incorrect infrastructure property'],
    ['GET', '/contmsg?headeronly=banana', 400, 'Incorrect value in headeronly parameter'],
    ['DELETE', '?async=banana', 400, 'Incorrect value in async parameter'],
    ['PUT', '/reconfigure?vm_list=banana', 400, 'Incorrect vm_list format.'],
    ['PUT', '/banana', 400, 'Error in banana operation: 404 Not Found'],
    ['PUT', '/vms/0/banana', 400, 'Error in banana op in VM: 404 Not Found'],
    ['GET', '/vms/abc', 404, 'Error Getting VM. info: Invalid VM ID'],
    ['GET', '/vms/99/contmsg', 404, 'Error Getting VM. property: Invalid VM ID'],
    ['GET', '/vms/0/nosuch.prop', 404, 'Incorrect property nosuch.prop for VM ID 0'],
    ['PUT', '/vms/99/stop', 404, 'Error in stop op in VM: Invalid VM ID'],
  ];
  for (const [method, path, status, words] of wrong) {
    it(`${method} I${path} is ${status}`, async () => {
      const answer = await im.call(method, `/infrastructures/${id}${path}`);
      expect(answer.status).toBe(status);
      expect(answer.text).toContain(words);
    });
  }

  it('an infrastructure that nobody made is 404 with the operation in front', async () => {
    const gone = 'Invalid infrastructure ID or access not granted.';
    expect((await im.call('GET', '/infrastructures/nosuchid')).json).toEqual({
      message: `Error Getting Inf. info: ${gone}`,
      code: 404,
    });
    expect((await im.call('POST', '/infrastructures/nosuchid', { body: plain })).json).toEqual({
      message: `Error Adding resources: ${gone}`,
      code: 404,
    });
  });
});

describe('the body of a create', () => {
  const create = (body: string, headers: Record<string, string> = {}) =>
    im.call('POST', '/infrastructures', { body, headers });

  it('is TOSCA under any of its types, with a charset or without', async () => {
    for (const type of ['text/yaml', 'text/x-yaml', 'application/yaml', 'text/yaml; charset=utf-8']) {
      const made = await create(plain, { 'content-type': type });
      expect(made).toMatchObject({
        status: 200,
        json: { uri: `${im.sandbox.imUrl}/infrastructures/${made.infrastructureId}` },
      });
    }
  });

  it('is taken for RADL without a type, and refused with another one', async () => {
    expect(await create(plain, { 'content-type': 'text/plain' })).toMatchObject({
      status: 400,
      json: { message: "Error Creating Inf.: Line 1: Parse error in: LexToken(VAR,'tosca_definitions_version',1,0)" },
    });
    expect(await create(plain, { 'content-type': 'application/xml' })).toMatchObject({
      status: 415,
      json: { message: "Unsupported Media Type ['application/xml']", code: 415 },
    });
  });

  it('is only rehearsed with dry_run', async () => {
    const before = (await im.call('GET', '/infrastructures')).json;
    expect(await im.call('POST', '/infrastructures?dry_run=true', { body: plain })).toMatchObject({
      status: 200,
      json: { 'sandbox-a': { compute: [{ cpuCores: 2, memoryInMegabytes: 2000, diskSizeInGigabytes: 10 }] } },
    });
    expect((await im.call('GET', '/infrastructures')).json).toEqual(before);
  });

  const bad: readonly (readonly [string, string, string])[] = [
    ['broken YAML', 'a: [1', 'Error parsing TOSCA template: '],
    ['a scalar', 'hello', "'str' object has no attribute 'get'"],
    ['nothing', ' ', "argument of type 'NoneType' is not iterable"],
    [
      'an unknown version',
      plain.replace('yaml_1_0', 'yaml_9_9'),
      'InvalidTemplateVersion: The template version "tosca_simple_yaml_9_9"',
    ],
    [
      'an unknown type',
      plain.replace('tosca.nodes.Compute', 'tosca.nodes.NoSuch'),
      'InvalidTypeError: Type "tosca.nodes.NoSuch" is not a valid type.',
    ],
    [
      'an unknown input',
      plain.replaceAll('get_input: cpus', 'get_input: nosuch'),
      'UnknownInputError: Unknown input "nosuch".',
    ],
    ['an input of another type', plain.replace('default: 2', 'default: abc'), 'ValueError: "abc" is not an integer.'],
    [
      'an unknown attribute',
      plain.replace('private_address', 'nosuch'),
      'Attribute "nosuch" was not found in node template "server".',
    ],
  ];
  for (const [name, body, words] of bad) {
    it(`is 400 for ${name}`, async () => {
      const refused = await create(body);
      expect(refused).toMatchObject({
        status: 400,
        json: { message: expect.stringMatching(/^Error Creating Inf\.: Error parsing TOSCA/) },
      });
      expect((refused.json as { message: string }).message).toContain(words);
    });
  }
});

describe('looking', () => {
  it('finds infrastructures by an expression over their documents', async () => {
    await im.create(cluster());
    const found = async (filter: string): Promise<number> =>
      (
        (await im.call('GET', `/infrastructures?filter=${encodeURIComponent(filter)}`)).json as {
          'uri-list': unknown[];
        }
      )['uri-list'].length;
    expect([await found('cluster-[0-9]'), await found('nomatch')]).toEqual([1, 0]);
    expect((await im.call('GET', '/infrastructures?filter=(')).status).toBe(400);
  });

  it('lists the newest first', async () => {
    im.pass(1);
    const newest = await im.create(plain);
    const { json } = await im.call('GET', '/infrastructures');
    expect((json as { 'uri-list': { uri: string }[] })['uri-list'][0]?.uri).toContain(newest);
  });

  it('shows images and quotas of the clouds that one has a line for', async () => {
    expect((await im.call('GET', '/clouds/sandbox-a/images')).json).toMatchObject({
      images: [{ name: expect.any(String) }, {}],
    });
    expect((await im.call('GET', '/clouds/sandbox-a/quotas')).json).toMatchObject({
      quotas: { cores: { limit: 10_000 } },
    });
    expect(await im.call('GET', '/clouds/nosuch/quotas')).toMatchObject({
      status: 400,
      json: { message: 'Error getting cloud info: Cloud ID nosuch not found.' },
    });
    expect((await im.call('GET', '/clouds/sandbox-a/nosuch')).status).toBe(404);
  });

  it('takes headers as large as the IM does', async () => {
    const lines = [
      { type: 'InfrastructureManager', username: 'alice', password: 'secret' },
      { id: 'x', type: 'Dummy', extra: 'x'.repeat(130_000) },
    ];
    expect((await im.call('GET', `/infrastructures/${id}/state`, { lines })).status).toBe(200);
  });
});
