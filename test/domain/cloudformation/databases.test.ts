import { describe, expect, it } from 'vitest';
import { withMachinesInForce } from '../../../src/domain/cloudformation/machines/in-force.ts';
import { inVpc, twoZones } from './golden-stacks.ts';
import { reasonsOf, stackOf } from './translated.ts';

const database = (properties = '{name: shop, port: 5432}', more = '') =>
  `db: {type: tosca.nodes.Database, properties: ${properties}, requirements: [{host: dbms}]}
dbms: {type: tosca.nodes.DBMS${more}}`;

const own = (properties: string) =>
  `db: {type: toscanini.nodes.aws.Database, properties: {name: shop, engine: mysql, ${properties}}}`;

describe('a database without a machine', () => {
  it('is one of RDS, encrypted, not public, with a password that nobody sees', async () => {
    const { resources, template } = await stackOf(database());
    expect(resources['db']).toMatchObject({
      Type: 'AWS::RDS::DBInstance',
      DeletionPolicy: 'Snapshot',
      UpdateReplacePolicy: 'Snapshot',
      Properties: {
        Engine: 'postgres',
        DBName: 'shop',
        Port: '5432',
        MasterUsername: 'toscanini',
        ManageMasterUserPassword: true,
        StorageEncrypted: true,
        PubliclyAccessible: false,
      },
    });
    expect(JSON.stringify(template)).not.toMatch(/"MasterUserPassword"|NoEcho/);
    expect(Object.keys(resources)).toEqual(['Machines', 'dbGroup', 'db']);
  });

  it.each([
    [database(), 1, true],
    [own('backup_days: 14, encrypted: false'), 14, false],
    [own('backup_days: 0'), 0, true],
  ])(
    'has backups and encryption that a new account can have, or those that are asked for: %#',
    async (nodes, days, is) => {
      const { resources } = await stackOf(nodes);
      expect(resources['db']?.Properties).toMatchObject({ BackupRetentionPeriod: days, StorageEncrypted: is });
    },
  );

  it.each([
    [own('port: 4000'), 7],
    [own('backup_days: 2'), 2],
  ])('keeps the backups of before, where nobody asks for others: %#', async (nodes, days) => {
    const { template } = await stackOf(nodes);
    const before = JSON.parse(
      JSON.stringify(template).replace(/"BackupRetentionPeriod":\d+/, '"BackupRetentionPeriod":7'),
    );
    const { template: sent } = withMachinesInForce(template, before);
    expect(sent).toMatchObject({ Resources: { db: { Properties: { BackupRetentionPeriod: days } } } });
  });

  it.each([
    [database('{name: shop, port: 3306}'), 'mysql', '3306'],
    [database('{name: shop}', ', properties: {port: 5432}'), 'postgres', '5432'],
    [
      'db: {type: tosca.nodes.Database.MySQL, properties: {name: shop}, requirements: [{host: dbms}]}\ndbms: {type: tosca.nodes.DBMS.MySQL, properties: {root_password: never-in-a-stack}}',
      'mysql',
      '3306',
    ],
    [own('port: 4000'), 'mysql', '4000'],
  ])('has an engine by its port, its type or its property: %#', async (nodes, engine, port) => {
    const { resources, template } = await stackOf(nodes);
    expect(resources['db']?.Properties).toMatchObject({ Engine: engine, Port: port });
    expect(JSON.stringify(template)).not.toContain('never-in-a-stack');
  });

  it.each([
    ['', 'db.t4g.micro', '20'],
    ['num_cpus: 2, mem_size: 4 GiB', 'db.t4g.medium', '20'],
    ['num_cpus: 4, disk_size: 100 GB', 'db.m7g.xlarge', '94'],
    ['mem_size: 60 GiB', 'db.r7g.2xlarge', '20'],
  ])('whose system asks for %s has the class %s', async (host, size, storage) => {
    const { resources } = await stackOf(database(undefined, `, capabilities: {host: {properties: {${host}}}}`));
    expect(resources['db']?.Properties).toMatchObject({ DBInstanceClass: size, AllocatedStorage: storage });
  });

  it('is open to all machines of the deployment, or only to those that say that they connect', async () => {
    const rule = (await stackOf(database())).resources['dbGroup']?.Properties['SecurityGroupIngress'];
    expect(rule).toEqual([
      {
        IpProtocol: 'tcp',
        FromPort: 5432,
        ToPort: 5432,
        SourceSecurityGroupId: { 'Fn::GetAtt': ['Machines', 'GroupId'] },
      },
    ]);
    const app =
      '\napp: {type: tosca.nodes.Compute, requirements: [{dependency: {node: db, relationship: tosca.relationships.ConnectsTo}}]}';
    const { resources } = await stackOf(database() + app);
    expect(resources['dbGroup']?.Properties['SecurityGroupIngress']).toBeUndefined();
    expect(resources['appTodb']?.Properties).toMatchObject({
      FromPort: 5432,
      GroupId: { 'Fn::GetAtt': ['dbGroup', 'GroupId'] },
      SourceSecurityGroupId: { 'Fn::GetAtt': ['appGroup', 'GroupId'] },
    });
    expect(resources['appapp0']?.DependsOn).toEqual(['db']);
  });

  it.each([
    ['mysql', 64],
    ['postgres', 63],
  ])('of %s has a name of at most %i characters', async (engine, most) => {
    const named = (length: number) =>
      `db: {type: toscanini.nodes.aws.Database, properties: {engine: ${engine}, name: ${'d'.repeat(length)}}}`;
    expect(await reasonsOf(named(most))).toEqual([]);
    expect(await reasonsOf(named(most + 1))).toEqual([expect.stringContaining(`has at most ${most} letters`)]);
  });

  it('stands in two of the configured subnets', async () => {
    const { resources } = await stackOf(database(), { offer: twoZones });
    expect(resources['db']?.Properties['DBSubnetGroupName']).toEqual({ Ref: 'dbSubnets' });
    expect(resources['dbSubnets']?.Properties['SubnetIds']).toHaveLength(2);
    expect(await reasonsOf(database(), { offer: inVpc })).toEqual([
      'node db (tosca.nodes.Database) needs subnets in two zones, and the configuration of this provider names one (stack.subnets)',
    ]);
  });

  it.each([
    [
      database('{name: shop}'),
      'db (tosca.nodes.Database) does not say which database it is: give it a port (3306 is MySQL, 5432 is PostgreSQL), or use the type toscanini.nodes.aws.Database with its engine (mysql, mariadb, postgres)',
    ],
    [
      database('{name: shop, port: 5432, password: very-long-indeed}'),
      'db (tosca.nodes.Database) has a password in the template, and AWS makes and keeps that of a database: leave it out, and read it from Secrets Manager (attribute secret_arn of toscanini.nodes.aws.Database)',
    ],
    [
      database('{name: my-shop, port: 5432}'),
      'db (tosca.nodes.Database) has the name my-shop, and one starts with a letter and has at most 63 letters, digits and "_"',
    ],
    [
      own('user: root'),
      'db (toscanini.nodes.aws.Database) has the user root, whom RDS does not make: a name starts with a letter, has at most 16 letters, digits and "_", and is none of rdsadmin, root',
    ],
    [
      own('class: huge'),
      'db (toscanini.nodes.aws.Database) asks for the class huge, and classes of RDS have names such as db.t4g.micro',
    ],
    [
      own('storage: 100 TB'),
      'db (toscanini.nodes.aws.Database) asks for 93133 GiB of storage, and RDS has at most 65536',
    ],
    [
      database(undefined, ', capabilities: {host: {properties: {num_cpus: 900}}}'),
      'db (tosca.nodes.Database) asks for 900 CPUs and 1 GiB of memory, and no class of RDS for postgres in eu-west-1 has that',
    ],
  ])('that cannot be made drops the provider: %#', async (nodes, why) => {
    expect(await reasonsOf(nodes)).toEqual([`node ${why}`]);
  });

  it('may get the next major version, since only its template decides about versions', async () => {
    const { resources } = await stackOf(own("version: '8.4'"));
    expect(resources['db']?.Properties).toMatchObject({ EngineVersion: '8.4', AllowMajorVersionUpgrade: true });
    const { resources: others } = await stackOf(own('class: db.t4g.small'));
    expect(others['db']?.Properties).not.toHaveProperty('AllowMajorVersionUpgrade');
  });

  it('says what the template would not expect', async () => {
    const { warnings } = await stackOf(
      `${database('{name: shop, port: 3306}', ', properties: {root_password: abcdefgh}')}\nalone: {type: tosca.nodes.DBMS}`,
    );
    expect(warnings).toEqual([
      'node db (tosca.nodes.Database) gets a password from AWS and not the root_password of dbms',
      'node db (tosca.nodes.Database) leaves a last snapshot when it is deleted, which you pay for until you delete it',
      'node alone (tosca.nodes.DBMS) has no database, and nothing is made of it',
    ]);
  });
});

it.each([80, 1_149, 65_536])('a database does not listen at port %d', async (port) => {
  const nodes = `db: {type: toscanini.nodes.aws.Database, properties: {name: shop, engine: mysql, port: ${port}}}`;
  expect((await reasonsOf(nodes)).join()).toMatch(/port/);
});

it('a database on a machine is software, and something has to install it', async () => {
  const nodes = `${database(undefined, ', requirements: [{host: server}]')}\nserver: {type: tosca.nodes.Compute}`;
  const why = 'is software without operations: nothing would install it';
  expect(await reasonsOf(nodes)).toEqual([
    `node dbms (tosca.nodes.DBMS) ${why}`,
    `node db (tosca.nodes.Database) ${why}`,
  ]);
});
