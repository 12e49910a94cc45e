import { describe, expect, it } from 'vitest';
import { attached, compute, software, told, volume } from '../infrastructure-manager/requested.ts';
import { bucket, database, foreign, judged, queue, web } from './judged.ts';

describe('what holds data', () => {
  it.each([
    ['database', [database()], 'db'],
    ['bucket', [bucket('files')], 'files'],
    ['queue', [queue()], 'jobs'],
    ['resource', [foreign('AWS::DynamoDB::Table')], 'table'],
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

  it.each([
    ['database', [database()], 'db'],
    ['resource', [foreign('AWS::DynamoDB::Table')], 'table'],
    [
      'volume',
      [compute('more', { requirements: [attached('disk', '/data')] }), volume('disk', { size: '1 GB' })],
      'disk',
    ],
  ] as const)('is a %s too that only an update has made which failed', (_, made, node) => {
    expect(told(judged([web()], [web()], [], made))).toEqual([`${node} type refused`]);
    expect(told(judged([web()], [web()], [node], made))).toEqual([]);
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
    const becomes = judged([...withDisk(), bucket('files')], [...after, compute('files')]).changes;
    expect(becomes.find(({ node }) => node === 'disk')?.why).toContain('that it is attached to (web);');
  });

  it.each(['disk', 'constructor', 'toString'])('refuses to delete data, whatever its node is called: %s', (name) => {
    const refused = judged([bucket(name)], [web()]).changes.filter(({ node }) => node === name);
    expect(refused).toMatchObject([{ how: 'refused' }]);
  });

  it.each([
    ['a queue whose messages come in order', queue(), queue({ ordered: true }), 'jobs'],
    ['a table that becomes a topic', foreign('AWS::DynamoDB::Table'), foreign('AWS::SNS::Topic'), 'table'],
    ['a table that becomes a stream', foreign('AWS::DynamoDB::Table'), foreign('AWS::Kinesis::Stream'), 'table'],
  ] as const)('makes anew only where the request says so: %s', (_, before, after, node) => {
    const refused = judged([before], [after]).changes;
    expect(refused).toMatchObject([{ node, how: 'refused', why: expect.stringContaining(`"replace": ["${node}"]`) }]);
    const allowed = judged([before], [after], [node]);
    expect(allowed.changes).toMatchObject([{ node, how: 'replaced' }]);
  });

  it.each([
    ['changes', queue(), queue({ keep_days: 3 })],
    ['holds no data and changes its type', foreign('AWS::SNS::Topic'), foreign('AWS::DynamoDB::Table')],
    [
      'is to stay in the account later',
      foreign('AWS::S3::Bucket'),
      foreign('AWS::S3::Bucket', { on_deletion: 'retain' }),
    ],
  ] as const)('lets a service go on that %s', (_, before, after) => {
    expect(judged([before], [after]).changes).toMatchObject([{ how: 'altered' }]);
  });

  it.each([
    ['holds no data', foreign('AWS::SNS::Topic')],
    ['stays in the account', foreign('AWS::DynamoDB::Table', { on_deletion: 'retain' })],
    ['leaves a snapshot', foreign('AWS::RDS::DBCluster', { on_deletion: 'snapshot' })],
    ['is a database that stays', database({ on_deletion: 'retain' })],
  ] as const)('lets a resource go that %s', (_, before) => {
    expect(told(judged([before, web()], [web()]))).toEqual([]);
  });

  it('judges the values of what holds data also where its type changes', () => {
    const typed = (type: string, properties: object) => {
      const { types, ...node } = database(properties);
      return { ...node, type, types: [type, ...types.filter((one) => one !== type)] };
    };
    const [old, renamed] = [typed('my.Database', {}), typed('my.OtherDatabase', { name: 'other' })];
    expect(told(judged([old], [renamed]))).toEqual(['db properties.name refused', 'db type refused']);
    expect([...judged([old], [renamed], ['db']).replaced]).toEqual(['db-0']);
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
    ['a database that becomes a bucket', [database()], [bucket('db')], 'db'],
    ['a queue that becomes a bucket', [queue()], [bucket('jobs')], 'jobs'],
    ['a volume that becomes a bucket', [web(), volume('disk', { size: '10 GB' })], [web(), bucket('disk')], 'disk'],
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
});
