import { describe, expect, it } from 'vitest';
import { requestedNodes } from '../../../src/domain/changes/requested.ts';
import {
  attached,
  compute,
  container,
  network,
  port,
  runtime,
  software,
  told,
  type Values,
  volume,
  weighed,
} from './requested.ts';

const host = (values: Values) => ({ capabilities: { host: values } });
const small = compute('web', host({ num_cpus: 2, mem_size: '2 GB' }));

describe('a machine that stays', () => {
  it.each([
    ['num_cpus', 4],
    ['mem_size', '4 GB'],
    ['instance_type', 'm1.large'],
    ['num_gpus', 1],
  ])('is altered in place when its %s is %s', (property, value) => {
    const result = weighed([small], [compute('web', host({ num_cpus: 2, mem_size: '2 GB', [property]: value }))]);
    expect(told(result)).toEqual([`web capabilities.host.properties.${property} altered`]);
    expect([...result.altered]).toEqual(['web-0']);
    expect([...result.replaced]).toEqual([]);
  });

  it('has not changed when a size is only written in another way', () => {
    const same = compute('web', host({ num_cpus: 2, mem_size: '2000 MB' }));
    expect(told(weighed([small], [same]))).toEqual([]);
  });

  it.each([
    ['capabilities', { os: { version: '24.04' } }, 'capabilities.os.properties.version'],
    ['capabilities', { os: { image: 'ost://site/2' } }, 'capabilities.os.properties.image'],
    ['capabilities', { os: { credential: { user: 'me' } } }, 'capabilities.os.properties.credential'],
    ['capabilities', { host: { disk_size: '20 GB' } }, 'capabilities.host.properties.disk_size'],
    ['capabilities', { host: { gpu_model: 'x' } }, 'capabilities.host.properties.gpu_model'],
    ['capabilities', { endpoint: { network_name: 'PUBLIC' } }, 'capabilities.endpoint.properties.network_name'],
    ['capabilities', { endpoint: { ports: { a: { source: 80 } } } }, 'capabilities.endpoint.properties.ports'],
    ['properties', { instance_name: 'mine' }, 'properties.instance_name'],
    ['properties', { tags: { a: 'b' } }, 'properties.tags'],
  ])('is refused other %s: %j', (section, values, property) => {
    const after = [compute('web', { [section]: values })];
    const [change] = weighed([compute('web')], after).changes;
    expect(change).toMatchObject({ node: 'web', property, how: 'refused' });
    expect(change?.why).toContain('"replace": ["web"]');
    expect(told(weighed([compute('web')], after, { replace: ['web'] }))).toEqual([`web ${property} replaced`]);
    expect(told(weighed([compute('web')], after, { replace: ['db'] }))).toEqual([`web ${property} refused`]);
  });

  it('is refused another type, or is replaced', () => {
    const other = compute('web', { type: 'tosca.nodes.indigo.Compute' });
    expect(told(weighed([compute('web')], [other]))).toEqual(['web type refused']);
    expect(told(weighed([compute('web')], [other], { replace: true }))).toEqual(['web type replaced']);
  });

  it('cannot become something else under its name', () => {
    const result = weighed([compute('web'), compute('db')], [software('web', 'db'), compute('db')], { replace: true });
    expect(told(result)).toContain('web type refused');
  });

  it('is not altered when it is replaced anyway', () => {
    const after = compute('web', { capabilities: { host: { num_cpus: 4, mem_size: '2 GB' }, os: { version: '2' } } });
    const result = weighed([small], [after], { replace: true });
    expect(told(result)).toEqual([
      'web capabilities.host.properties.num_cpus replaced',
      'web capabilities.os.properties.version replaced',
    ]);
    expect([...result.altered]).toEqual([]);
  });

  it.each([
    ['a number', { num_cpus: 2, mem_size: '2 GB' }, { mem_size: '2 GB' }, 'num_cpus'],
    ['an image', { num_cpus: 2, image: 'x' }, { num_cpus: 2 }, 'image'],
  ])('cannot be without %s that it had, not even when it is replaced', (_, before, after, property) => {
    const result = weighed([compute('web', host(before))], [compute('web', host(after))], { replace: true });
    expect(told(result)).toEqual([`web capabilities.host.properties.${property} refused`]);
    expect(result.changes[0]?.why).toContain('keeps values that a new template leaves out');
  });

  it('keeps a port that is taken out of its list, which is refused, and gets one that changes when it is replaced', () => {
    const ports = (values: object) => compute('web', { capabilities: { endpoint: { ports: values as never } } });
    const before = ports({ http: { source: 80 }, ssh: { source: 22 } });
    expect(told(weighed([before], [ports({ ssh: { source: 22 } })], { replace: true }))).toEqual([
      'web capabilities.endpoint.properties.ports.http refused',
    ]);
    const other = ports({ http: { source: 443 }, ssh: { source: 22 } });
    expect(told(weighed([before], [other], { replace: true }))).toEqual([
      'web capabilities.endpoint.properties.ports.http.source replaced',
    ]);
  });

  it('gets what a change asks for when it is still to be made', () => {
    const after = compute('web', { capabilities: { os: { version: '2' } } });
    const result = weighed([compute('web')], [after], { kept: () => false });
    expect(told(result)).toEqual(['web capabilities.os.properties.version made']);
  });

  it('is scaled by its number', () => {
    expect(told(weighed([compute('web')], [compute('web', { count: 3 })]))).toEqual(['web count scaled']);
  });
});

describe('what has a part in a machine', () => {
  const disk = volume('disk', { size: '10 GB' });
  const withDisks = (...names: readonly string[]) =>
    compute('web', { requirements: names.map((name) => attached(name, `/${name}`)) });

  it('is a disk: one more is added in place, another or none is not', () => {
    const more = volume('more', { size: '1 GB' });
    expect(told(weighed([withDisks('disk'), disk], [withDisks('disk', 'more'), disk, more]))).toEqual([
      'web attachments altered',
    ]);
    expect(told(weighed([withDisks('disk'), disk], [withDisks('more', 'disk'), disk, more]))).toEqual([
      'web attachments refused',
    ]);
    expect(told(weighed([withDisks('disk'), disk], [withDisks()], { replace: true }))).toEqual([
      'web attachments refused',
    ]);
    expect(told(weighed([withDisks('disk'), disk], [withDisks('disk'), volume('disk', { size: '20 GB' })]))).toEqual([
      'disk properties.size refused',
    ]);
  });

  it('is a disk that exists somewhere: no machine that stands gets it', () => {
    const known = volume('known', { volume_id: 'ost://site/7' });
    expect(told(weighed([withDisks()], [withDisks('known'), known]))).toEqual(['web attachments refused']);
  });

  it('is a network and a port of it', () => {
    const before = [compute('web'), network('net', { cidr: '10.0.0.0/24' }), port('p', 'web', 'net', { order: 0 })];
    const after = [compute('web'), network('net', { cidr: '10.1.0.0/24' }), port('p', 'web', 'net', { order: 1 })];
    expect(told(weighed(before, after))).toEqual(['net properties.cidr refused', 'p properties.order refused']);
    const result = weighed(before, after, { replace: ['web'] });
    expect(told(result)).toEqual(['net properties.cidr replaced', 'p properties.order replaced']);
    expect([...result.replaced]).toEqual(['web-0']);
  });

  it('is a port that comes or goes', () => {
    const net = network('net');
    const bound = [compute('web'), net, port('p', 'web', 'net')];
    expect(told(weighed([compute('web'), net], bound))).toEqual(['p requirements.binding refused']);
    expect(told(weighed([compute('web'), net], bound, { replace: true }))).toEqual(['p requirements.binding replaced']);
    expect(told(weighed(bound, [compute('web'), net], { replace: true }))).toEqual(['p requirements.binding refused']);
  });

  it('is a network that several machines have: each of them must be named', () => {
    const both = (cidr: string) => [
      ...[compute('web'), compute('db'), network('net', { cidr })],
      ...[port('p', 'web', 'net'), port('q', 'db', 'net')],
    ];
    expect(told(weighed(both('a'), both('b'), { replace: ['web'] }))).toEqual(['net properties.cidr refused']);
    expect([...weighed(both('a'), both('b'), { replace: ['web', 'db'] }).replaced].sort()).toEqual(['db-0', 'web-0']);
  });

  it('is nothing that a machine has, and is for those to come', () => {
    expect(told(weighed([network('net', { cidr: 'a' })], [network('net', { cidr: 'b' })]))).toEqual([
      'net properties.cidr made',
    ]);
  });

  it('is a placement', () => {
    const policy = (cloud: string) => ({
      ...{ name: 'place', type: 'tosca.policies.indigo.Placement', types: ['tosca.policies.Placement'] },
      ...{ targets: ['web'], properties: { cloud_id: cloud } },
    });
    const policies = [[policy('a')], [policy('b')]] as const;
    const nodes = [compute('web'), compute('db')];
    expect(told(weighed(nodes, nodes, { policies }))).toEqual(['web policies.place.cloud_id refused']);
  });

  it('is the port of software on it, also of software that comes', () => {
    const app = (values: object) => software('app', 'web', { capabilities: { endpoint: values as never } });
    const nodes = (...all: readonly ReturnType<typeof app>[]) => [compute('web'), ...all];
    expect(told(weighed(nodes(app({ port: 80 })), nodes(app({ port: 81 }))))).toEqual([
      'app capabilities.endpoint.properties.port refused',
    ]);
    expect(told(weighed(nodes(), nodes(app({ port: 80 }))))).toEqual([
      'app capabilities.endpoint.properties.port refused',
    ]);
    expect(told(weighed(nodes(), nodes(app({ protocol: 'tcp' }))))).toEqual([]);
    expect(told(weighed(nodes(app({ protocol: 'tcp' })), nodes(app({ protocol: 'udp' }))))).toEqual([
      'app capabilities.endpoint.properties.protocol configured',
    ]);
  });

  it('is the runtime of a container, which is a machine for the Infrastructure Manager', () => {
    const nodes = (cpus: number, environment: object) => [
      runtime('docker', { num_cpus: cpus }),
      container('shop', 'docker', { properties: { environment: environment as never } }),
    ];
    expect(told(weighed(nodes(1, { a: '1' }), nodes(2, { a: '2' })))).toEqual([
      'docker capabilities.host.properties.num_cpus refused',
      'shop properties.environment.a refused',
    ]);
    expect([...weighed(nodes(1, {}), nodes(2, {}), { replace: ['shop'] }).replaced]).toEqual(['shop-0']);
  });
});

describe('software', () => {
  it('is configured again with other properties, inputs, artifacts and another type', () => {
    const app = (value: string, type: string) =>
      software('app', 'web', {
        type,
        types: [type, 'tosca.nodes.SoftwareComponent'],
        properties: { port: value },
        interfaces: { Standard: { configure: { inputs: { a: value } } } },
        artifacts: { role: { file: value } },
      });
    expect(told(weighed([compute('web'), app('1', 'a')], [compute('web'), app('2', 'b')]))).toEqual([
      'app artifacts.role.file configured',
      'app interfaces.Standard.configure.inputs.a configured',
      'app properties.port configured',
      'app type configured',
    ]);
  });

  it('cannot be without what the Infrastructure Manager would keep', () => {
    const app = (users: readonly string[], more: object = {}) =>
      software('app', 'web', { properties: { users, ...more } });
    expect(told(weighed([compute('web'), app(['a', 'b'])], [compute('web'), app(['a'])]))).toEqual([
      'app properties.users refused',
    ]);
    expect(told(weighed([compute('web'), app(['a'])], [compute('web'), app(['b', 'c'])]))).toEqual([
      'app properties.users configured',
    ]);
    expect(told(weighed([compute('web'), app(['a'], { x: 1 })], [compute('web'), app(['a'])]))).toEqual([
      'app properties.x refused',
    ]);
  });

  it('stays where it was when a template no longer names it', () => {
    const [change] = weighed([compute('web'), software('app', 'web')], [compute('web')]).changes;
    expect(change).toMatchObject({ node: 'app', property: 'type', how: 'kept' });
    expect(change?.why).toBe('what it installed stays on web, and is configured again');
    expect(told(weighed([compute('web'), software('app', 'web')], []))).toEqual([]);
  });
});

describe('machines of several makes', () => {
  it('may keep what an update that failed may have given them, which is no reason to refuse the way back', () => {
    const disk = volume('disk', { size: '1 GB' });
    const bare = [compute('web'), disk];
    const full = [compute('web', { requirements: [attached('disk', '/disk')] }), disk];
    const [before, failed] = [bare, full].map((nodes) => requestedNodes({ nodes, policies: [] }));
    if (!before || !failed) throw new Error('there are two');
    const result = weighed(bare, bare, { basesOf: () => [before, failed] });
    expect(told(result)).toEqual(['web attachments kept']);
    expect([...result.altered, ...result.replaced]).toEqual([]);
    expect(told(weighed(bare, bare, { basesOf: () => [failed, before] }))).toEqual(['web attachments refused']);
  });

  it('are compared each with its own, and with both where nobody knows', () => {
    const of = (cpus: number) =>
      requestedNodes({ nodes: [compute('web', { count: 3, ...host({ num_cpus: cpus }) })], policies: [] });
    const [two, four] = [of(2), of(4)];
    const before = [compute('web', { count: 3, ...host({ num_cpus: 2 }) })];
    const basesOf = ({ id }: { readonly id: string }) =>
      id === 'web-0' ? [two] : id === 'web-1' ? [four] : [two, four];
    const result = weighed(before, [compute('web', { count: 3, ...host({ num_cpus: 4 }) })], { basesOf });
    expect(told(result)).toEqual(['web capabilities.host.properties.num_cpus altered']);
    expect([...result.altered].sort()).toEqual(['web-0', 'web-2']);
  });
});
