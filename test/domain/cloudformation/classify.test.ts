import { describe, expect, it } from 'vitest';
import { requestedNodes } from '../../../src/domain/changes/requested.ts';
import { classifyStackChanges } from '../../../src/domain/cloudformation/classify.ts';
import { attached, network, port, resourcesOf, told, volume } from '../infrastructure-manager/requested.ts';
import { database, judged, web } from './judged.ts';

describe('an update of a stack', () => {
  it.each([
    ['a size', { capabilities: { host: { num_cpus: 4 } } }, 'web capabilities.host.properties.num_cpus altered'],
    ['a port', { capabilities: { endpoint: { port: 80 } } }, 'web capabilities.endpoint.properties.port altered'],
    ['a tag', { properties: { tags: { a: 'b' } } }, 'web properties.tags altered'],
    ['a number of machines', { count: 3 }, 'web count scaled'],
  ])('changes %s by itself, and no machine is altered on its own', (_, given, line) => {
    const result = judged([web()], [web(given)]);
    expect(told(result)).toEqual([line]);
    expect([...result.altered, ...result.replaced]).toEqual([]);
  });

  it.each([
    ['another family of the same processor', { instance_type: 't3.small' }, { instance_type: 'm5.large' }, 'altered'],
    ['another processor', { instance_type: 't3.small' }, { instance_type: 't4g.small' }, 'refused'],
    ['another processor than the usual one', {}, { instance_type: 'c7g.large' }, 'refused'],
    ['the usual processor again', { instance_type: 'c7g.large' }, { num_cpus: 4 }, 'refused'],
    ['a family by a pattern', {}, { instance_type: 't3.*' }, 'altered'],
  ])('gives a machine %s: a size for another processor needs another image', (_, host, next, how) => {
    const lines = told(judged([web({ capabilities: { host } })], [web({ capabilities: { host: next } })]));
    expect(lines).toContain(`web capabilities.host.properties.instance_type ${how}`);
  });

  it('changes the size in place where the template says the processor, or whose image it is', () => {
    for (const os of [{ architecture: 'arm64' }, { image: 'ours' }]) {
      const capabilities = (host: object) => ({ capabilities: { os, host } });
      const [small, large] = [web(capabilities({})), web(capabilities({ instance_type: 't4g.large' }))];
      expect(told(judged([small], [large]))).toEqual(['web capabilities.host.properties.instance_type altered']);
    }
  });

  it('gives no key to a machine that stands, takes none, and keeps one', () => {
    const outputs = [
      { name: 'creds', value: { get_attribute: ['web', 'endpoint', 'credential', 0] }, deferred: true },
    ] as const;
    const [plain, keyed] = [[], outputs].map((asked) =>
      requestedNodes({ nodes: [web()], policies: [], outputs: asked }),
    );
    if (plain === undefined || keyed === undefined) throw new Error('two were made');
    const update = (before: typeof plain, after: typeof plain, replace = false) =>
      classifyStackChanges({
        ...{ after, kept: resourcesOf([web()]), removed: [], basesOf: () => [before], inForce: before, replace },
      });
    expect(told(update(plain, keyed))).toEqual(['web attributes.endpoint.credential refused']);
    expect(told(update(plain, keyed, true))).toEqual(['web attributes.endpoint.credential replaced']);
    expect(update(keyed, plain).changes).toEqual([]);
    expect(update(keyed, keyed).changes).toEqual([]);
  });

  it.each([
    ['an image', { capabilities: { os: { version: '24.04' } } }, 'web capabilities.os.properties.version'],
    [
      'a spot machine',
      { capabilities: { host: { preemtible_instance: true } } },
      'web capabilities.host.properties.preemtible_instance',
    ],
    ['a first disk', { capabilities: { host: { disk_size: '40 GB' } } }, 'web capabilities.host.properties.disk_size'],
    [
      'a network',
      { capabilities: { endpoint: { network_name: 'PUBLIC' } } },
      'web capabilities.endpoint.properties.network_name',
    ],
    ['a user', { properties: { os_users: [{ os_user_name: 'ada' }] } }, 'web properties.os_users'],
  ])('replaces a machine for %s only where the request says so', (_, given, place) => {
    const refused = judged([web({ count: 2 })], [web({ count: 2, ...given })]);
    expect(told(refused)).toEqual([`${place} refused`]);
    expect(refused.changes[0]?.why).toContain(
      'with "replace": ["web"] in the request the machine is removed with all its data',
    );
    const allowed = judged([web({ count: 2 })], [web({ count: 2, ...given })], ['web']);
    expect(told(allowed)).toEqual([`${place} replaced`]);
    expect([...allowed.replaced]).toEqual(['web-0', 'web-1']);
  });

  it('makes a volume larger and never smaller', () => {
    const [small, large] = ['10 GB', '20 GB'].map((size) => [
      web({ requirements: [attached('disk', '/data')] }),
      volume('disk', { size }),
    ]);
    expect(told(judged(small ?? [], large ?? []))).toEqual(['disk properties.size altered']);
    const shrunk = judged(large ?? [], small ?? [], true);
    expect(told(shrunk)).toEqual(['disk properties.size refused']);
    expect(shrunk.changes[0]?.why).toMatch(/^a volume cannot be made smaller/);
  });

  it('replaces the machines on a network whose addresses change', () => {
    const nodes = (cidr: string) => [web(), network('net', { cidr }), port('port', 'web', 'net')];
    expect(told(judged(nodes('10.0.0.0/24'), nodes('10.0.1.0/24')))).toEqual(['net properties.cidr refused']);
    expect([...judged(nodes('10.0.0.0/24'), nodes('10.0.1.0/24'), ['web']).replaced]).toEqual(['web-0']);
  });

  it.each([
    ['a name', { name: 'other' }, 'db properties.name'],
    ['a port', { port: 5433 }, 'db properties.port'],
    ['a user', { user: 'ada' }, 'db properties.user'],
  ])('replaces a database for %s only where the request says so', (_, properties, place) => {
    const refused = judged([database()], [database(properties)]);
    expect(told(refused)).toEqual([`${place} refused`]);
    expect(refused.changes[0]?.why).toBe(
      'it cannot be changed on an existing database; with "replace": ["db"] in the request the database is removed with all its data and created again',
    );
    const allowed = judged([database()], [database(properties)], ['db']);
    expect(told(allowed)).toEqual([`${place} replaced`]);
    expect([...allowed.replaced]).toEqual(['db-0']);
  });

  it('gives a database another class or more storage by itself, and never less storage', () => {
    const [small, large] = [database({ storage: '20 GB' }), database({ storage: '40 GB', class: 'db.t4g.small' })];
    expect(told(judged([small], [large]))).toEqual(['db properties.class altered', 'db properties.storage altered']);
    expect(told(judged([large], [small], true))).toEqual([
      'db properties.class altered',
      'db properties.storage refused',
    ]);
  });

  it('to the same template changes nothing', () => {
    const nodes = [web({ requirements: [attached('disk', '/data')] }), volume('disk', { size: '10 GB' })];
    expect(judged(nodes, nodes)).toEqual({ changes: [], replaced: new Set(), altered: new Set() });
  });
});
