import { describe, expect, it } from 'vitest';
import { requestedNodes } from '../../../src/domain/changes/requested.ts';
import { classifyStackChanges } from '../../../src/domain/cloudformation/classify.ts';
import type { Node } from '../../../src/tosca/topology.ts';
import {
  attached,
  compute,
  network,
  port,
  resourcesOf,
  software,
  told,
  volume,
} from '../infrastructure-manager/requested.ts';

const judged = (before: readonly Node[], after: readonly Node[], replace: boolean | readonly string[] = false) => {
  const base = requestedNodes({ nodes: before, policies: [] });
  const names = new Set(after.map(({ name }) => name));
  const resources = resourcesOf(before);
  return classifyStackChanges({
    after: requestedNodes({ nodes: after, policies: [] }),
    kept: resources.filter(({ toscaNodeName }) => names.has(toscaNodeName)),
    removed: resources.filter(({ toscaNodeName }) => !names.has(toscaNodeName)),
    basesOf: () => [base],
    inForce: base,
    replace,
  });
};

const bucket = (name: string) =>
  software(name, 'nowhere', {
    type: 'tosca.nodes.ObjectStorage',
    types: ['tosca.nodes.ObjectStorage', 'tosca.nodes.Root'],
  });

const web = (given: object = {}) => compute('web', given);

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

  const database = (properties: object = {}) =>
    software('db', 'nowhere', {
      type: 'tosca.nodes.Database',
      types: ['tosca.nodes.Database', 'tosca.nodes.Root'],
      properties: { name: 'shop', port: 5432, ...properties },
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

  it.each([
    ['database', [database()], 'db'],
    ['bucket', [bucket('files')], 'files'],
    ['volume', [web({ requirements: [attached('disk', '/data')] }), volume('disk', { size: '10 GB' })], 'disk'],
  ] as const)('that leaves a %s out removes it only where the request says so', (what, before, node) => {
    const after = [web()];
    const removal = ({ changes }: ReturnType<typeof judged>) =>
      changes.filter((change) => change.node === node).map(({ how, why }) => ({ how, why }));
    expect(removal(judged(before, after))).toEqual([
      {
        how: 'refused',
        why: `the new template leaves the ${what} out; with "replace": ["${node}"] in the request it is removed ${
          what === 'bucket'
            ? 'if it is empty, and otherwise stays in the account and belongs to no deployment any more'
            : 'with all its data'
        }`,
      },
    ]);
    expect(removal(judged(before, after, [node, 'web']))).toEqual([]);
    expect(removal(judged(before, after, true))).toEqual([]);
  });

  const withDisk = (given: object = {}, properties: object = {}) => [
    web({ requirements: [attached('disk', '/data')], ...given }),
    volume('disk', { size: '10 GB', ...properties }),
  ];

  it.each([
    ['the machine gets another image', withDisk({ capabilities: { os: { version: '24.04' } } }), 'web'],
    ['the volume starts from another snapshot', withDisk({}, { snapshot_id: 'snap-1' }), 'disk'],
    [
      'another volume is attached too',
      withDisk({ requirements: [attached('more', '/more'), attached('disk', '/data')] }),
      'web',
    ],
  ])('replaces a machine with its volume only where the request names both: %s', (_, after, node) => {
    const refused = judged(withDisk(), after, ['web']).changes.filter((change) => change.node === node);
    expect(refused).toMatchObject([
      {
        how: 'refused',
        why: expect.stringContaining('"replace": ["web","disk"] in the request the machine and what is'),
      },
    ]);
    expect(told(judged(withDisk(), after, ['web', 'disk'])).join()).not.toContain('refused');
  });

  it('never loses a volume with a machine that the new template leaves out', () => {
    const after = [compute('other', { requirements: [attached('disk', '/data')] }), volume('disk', { size: '10 GB' })];
    const refused = judged(withDisk(), after);
    expect(told(refused)).toEqual(['disk machine refused']);
    expect(refused.changes[0]?.why).toContain('leaves out a machine that it is attached to (web)');
    expect(told(judged(withDisk(), after, ['disk']))).toEqual([]);
  });

  it.each(['disk', 'constructor', 'toString'])('refuses to delete data, whatever its node is called: %s', (name) => {
    const refused = judged([bucket(name)], [web()]).changes.filter(({ node }) => node === name);
    expect(refused).toMatchObject([{ how: 'refused' }]);
  });

  it('takes a volume that the template only names to another machine', () => {
    const own = { volume_id: 'vol-01' };
    expect(
      told(judged(withDisk({}, own), withDisk({ capabilities: { os: { version: '24.04' } } }, own), ['web'])),
    ).toEqual(['web capabilities.os.properties.version replaced']);
  });

  it('lets go of a volume that the template only names', () => {
    expect(told(judged([web(), volume('disk', { volume_id: 'vol-01' })], [web()]))).toEqual([]);
  });

  it.each([
    ['its port', { properties: { port: 5432 } }, { properties: { port: 3306 } }],
    ['its type', { type: 'tosca.nodes.DBMS' }, { type: 'tosca.nodes.DBMS.MySQL' }],
  ])(
    'replaces a database where %s is that of its database system, only where the request says so',
    (_, old, wanted) => {
      const nodes = (system: object) => [
        software('db', 'dbms', {
          type: 'tosca.nodes.Database',
          types: ['tosca.nodes.Database', 'tosca.nodes.Root'],
          properties: { name: 'shop' },
        }),
        software('dbms', 'nowhere', { types: ['tosca.nodes.DBMS', 'tosca.nodes.Root'], ...system }),
      ];
      const refused = judged(nodes(old), nodes(wanted)).changes.filter(({ node }) => node === 'db');
      expect(refused).toMatchObject([{ how: 'refused', why: expect.stringContaining('"replace": ["db"]') }]);
      const allowed = judged(nodes(old), nodes(wanted), ['db']);
      expect(told(allowed).join()).not.toContain('refused');
      expect([...allowed.replaced]).toEqual(['db-0']);
    },
  );

  it.each([
    [
      'a database on a machine',
      [database()],
      [
        web(),
        software('db', 'web', {
          type: 'tosca.nodes.Database',
          types: ['tosca.nodes.Database'],
          properties: { name: 'shop', port: 5432 },
        }),
      ],
      'db',
    ],
    ['a bucket that becomes a machine', [bucket('files')], [compute('files')], 'files'],
    ['a machine that becomes a bucket', [web()], [bucket('web')], 'web'],
    [
      'a bucket of a type that is nothing here',
      [bucket('files')],
      [software('files', 'nowhere', { type: 'tosca.nodes.Root', types: ['tosca.nodes.Root'] })],
      'files',
    ],
  ] as const)('removes what a node was before only where the request says so: %s', (_, before, after, node) => {
    const refused = judged(before, after).changes.filter((change) => change.node === node && change.how === 'refused');
    expect(refused).toMatchObject([{ why: expect.stringContaining(`with "replace": ["${node}"] in the request`) }]);
    expect(told(judged(before, after, [node])).join()).not.toContain('refused');
  });

  it('gives a database the size that a new database system asks for, by itself', () => {
    const hosted = software('db', 'dbms', {
      type: 'tosca.nodes.Database',
      types: ['tosca.nodes.Database', 'tosca.nodes.Root'],
      properties: { name: 'shop', port: 5432 },
    });
    const system = software('dbms', 'nowhere', {
      ...{ type: 'tosca.nodes.DBMS', types: ['tosca.nodes.DBMS', 'tosca.nodes.Root'] },
      ...{ properties: { port: 5433 }, capabilities: { host: { num_cpus: 4 } } },
    });
    expect(told(judged([database()], [hosted, system])).join()).not.toMatch(/refused|replaced/);
  });

  it('keeps a bucket whose type is a further one of buckets', () => {
    const after = software('files', 'nowhere', {
      type: 'toscanini.nodes.aws.Bucket',
      types: ['toscanini.nodes.aws.Bucket', 'tosca.nodes.ObjectStorage', 'tosca.nodes.Root'],
    });
    expect(told(judged([bucket('files')], [after]))).toEqual(['files type altered']);
  });

  it('to the same template changes nothing', () => {
    const nodes = [web({ requirements: [attached('disk', '/data')] }), volume('disk', { size: '10 GB' })];
    expect(judged(nodes, nodes)).toEqual({ changes: [], replaced: new Set(), altered: new Set() });
  });
});
