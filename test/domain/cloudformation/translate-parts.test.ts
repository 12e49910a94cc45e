import { describe, expect, it } from 'vitest';
import { inVpc } from './golden-stacks.ts';
import { reasonsOf, stackOf } from './translated.ts';

const server = (capabilities: string, more = ''): string =>
  `server:
  type: tosca.nodes.indigo.Compute
  capabilities:
${capabilities.replaceAll(/^/gm, '    ')}${more}`;

const instance = async (capabilities: string, more = '', offer = {}) => {
  const { resources, parameters, ...rest } = await stackOf(server(capabilities, more), {
    offer: { region: 'eu-west-1', ...offer },
  });
  return {
    ...rest,
    parameters,
    resources,
    properties: resources['serverserver0']?.Properties ?? {},
  };
};

describe('ports', () => {
  it("of a private machine are open to the deployment's own machines, of a public one to everybody", async () => {
    const rules = async (more: string) => {
      const { resources } = await instance(
        `endpoint: {properties: {${more} ports: {ssh: {protocol: tcp, source: 22}, dns: {protocol: udp, target_range: [53, 54], source_range: [53, 54], remote_cidr: 10.0.0.0/8}}}}`,
      );
      return resources['serverGroup']?.Properties['SecurityGroupIngress'];
    };
    const dns = { IpProtocol: 'udp', FromPort: 53, ToPort: 54, CidrIp: '10.0.0.0/8' };
    const ssh = { IpProtocol: 'tcp', FromPort: 22, ToPort: 22 };
    const inside = { ...ssh, SourceSecurityGroupId: { 'Fn::GetAtt': ['Machines', 'GroupId'] } };
    expect(await rules('')).toEqual([inside, dns]);
    expect(await rules('network_name: PUBLIC,')).toEqual([{ ...ssh, CidrIp: '0.0.0.0/0' }, dns]);
  });

  it('of the target are open to the source of ConnectsTo', async () => {
    const { resources } = await stackOf(`app:
  type: tosca.nodes.Compute
  requirements:
    - dependency: {node: db, relationship: tosca.relationships.ConnectsTo}
db:
  type: tosca.nodes.Compute
  capabilities: {endpoint: {properties: {port: 5432}}}`);
    expect(resources['appTodb']).toEqual({
      Type: 'AWS::EC2::SecurityGroupIngress',
      Properties: {
        GroupId: { 'Fn::GetAtt': ['dbGroup', 'GroupId'] },
        IpProtocol: 'tcp',
        FromPort: 5432,
        ToPort: 5432,
        SourceSecurityGroupId: { 'Fn::GetAtt': ['appGroup', 'GroupId'] },
      },
    });
    expect(resources['appapp0']?.DependsOn).toEqual(['dbdb0']);
  });
});

const withDisk = (attachment: string, volume = '{size: 10 GB}', more = '') => `server:
  type: tosca.nodes.Compute
  requirements:
    - local_storage: {node: disk, relationship: {type: tosca.relationships.AttachesTo, properties: {${attachment}}}}${more}
disk: {type: tosca.nodes.BlockStorage, properties: ${volume}}`;

describe('a volume', () => {
  it('is swap where the template says so', async () => {
    const nodes = `server:
  type: tosca.nodes.Compute
  requirements: [{local_storage: {node: disk, relationship: {type: tosca.relationships.AttachesTo, properties: {location: swap}}}}]
disk: {type: tosca.nodes.BlockStorage, properties: {size: 2 GB}}`;
    const { resources } = await stackOf(nodes);
    const userData = JSON.stringify(resources['serverserver0']?.Properties['UserData']);
    expect(userData).toMatch(/mkswap \$disk.*none swap sw,nofail 0 0.*swapon \$disk/);
    expect(userData).not.toMatch(/mkfs|mkdir/);
  });

  it('is made in the zone of its machine, attached, and mounted at its first start', async () => {
    const { resources } = await stackOf(withDisk('location: /data, device: hdb'));
    const zone = { 'Fn::Select': [0, { 'Fn::GetAZs': '' }] };
    expect(resources['diskOfserverserver0']).toMatchObject({
      Type: 'AWS::EC2::Volume',
      Properties: { Size: 10, AvailabilityZone: zone, Encrypted: true },
    });
    expect(resources['diskOfserverserver0Attachment']?.Properties).toEqual({
      Device: '/dev/sdf',
      InstanceId: { Ref: 'serverserver0' },
      VolumeId: { Ref: 'diskOfserverserver0' },
    });
    expect(resources['serverserver0']?.Properties).toMatchObject({
      AvailabilityZone: zone,
      UserData: {
        'Fn::Base64': {
          'Fn::Sub': [expect.stringContaining('${Volume0}'), { Volume0: { Ref: 'diskOfserverserver0' } }],
        },
      },
    });
  });

  it.each([
    [
      "location: 'a b'",
      '{size: 10 GB}',
      'mounts disk at a b as ext4: expected swap, or an absolute path, and ext4, ext3 or xfs',
    ],
    [
      "location: '/data; reboot'",
      '{size: 10 GB}',
      'mounts disk at /data; reboot as ext4: expected swap, or an absolute path, and ext4, ext3 or xfs',
    ],
    [
      'location: /data}}}\n    - local_storage: {node: disk, relationship: {type: tosca.relationships.AttachesTo, properties: {location: /other',
      '{size: 10 GB}',
      'attaches disk twice',
    ],
  ])('that is attached with %s and is %s drops the provider', async (attachment, volume, why) => {
    expect(await reasonsOf(withDisk(attachment, volume))).toEqual([`node server (tosca.nodes.Compute) ${why}`]);
  });

  it('that exists already is attached, and without a machine a new one drops the provider', async () => {
    const { resources } = await stackOf(withDisk('location: /data', '{volume_id: vol-01, size: 1 GB}'));
    expect(resources['diskOfserverserver0']).toBeUndefined();
    expect(resources['diskOfserverserver0Attachment']?.Properties['VolumeId']).toBe('vol-01');
    expect(await reasonsOf('disk: {type: tosca.nodes.BlockStorage, properties: {size: 1 GB}}')).toEqual([
      'node disk (tosca.nodes.BlockStorage) is attached to no machine',
    ]);
  });
});

const onNetwork = (network: string, port = '{order: 0}') => `server: {type: tosca.nodes.Compute}
net: {type: tosca.nodes.network.Network, properties: ${network}}
port: {type: tosca.nodes.network.Port, properties: ${port}, requirements: [{binding: server}, {link: net}]}`;

describe('a network', () => {
  const subnets = { public: { id: 'subnet-0a', zone: 'eu-west-1a' }, private: { id: 'subnet-0b', zone: 'eu-west-1b' } };
  const offer = { region: 'eu-west-1', vpc: 'vpc-01', subnets };

  it.each([
    ['{network_name: PUBLIC}', 'subnet-0a', true],
    ['{network_type: public}', 'subnet-0a', true],
    ['{network_name: PRIVATE}', 'subnet-0b', false],
  ])('%s is the subnet %s of the configuration', async (network, id, isPublic) => {
    const { resources } = await stackOf(onNetwork(network), { offer });
    expect(Object.keys(resources)).not.toContain('net');
    expect(resources['serverserver0']?.Properties['NetworkInterfaces']).toMatchObject([
      { SubnetId: id, AssociatePublicIpAddress: isPublic },
    ]);
    expect(resources['serverGroup']?.Properties['VpcId']).toBe('vpc-01');
  });

  it('with a range of addresses is a subnet of its own, where the operator names the VPC', async () => {
    const { resources } = await stackOf(onNetwork('{cidr: 10.0.1.0/24}', '{order: 0, ip_address: 10.0.1.5}'), {
      offer,
    });
    expect(resources['net']).toMatchObject({
      Type: 'AWS::EC2::Subnet',
      Properties: { VpcId: 'vpc-01', CidrBlock: '10.0.1.0/24' },
    });
    expect(resources['serverserver0']?.Properties['NetworkInterfaces']).toMatchObject([
      { SubnetId: { Ref: 'net' }, PrivateIpAddress: '10.0.1.5' },
    ]);
    expect(await reasonsOf(onNetwork('{cidr: 10.0.1.0/24}'))).toEqual([
      'node net (tosca.nodes.network.Network) asks for its own range of addresses 10.0.1.0/24, and the configuration of this provider names no VPC',
    ]);
  });

  it('leads outside when an output asks for the public address', async () => {
    const outputs = 'ip: {value: {get_attribute: [server, public_address]}}';
    const { resources } = await stackOf('server: {type: tosca.nodes.Compute}', { offer, outputs });
    expect(resources['serverserver0']?.Properties['NetworkInterfaces']).toMatchObject([{ SubnetId: 'subnet-0a' }]);
  });
});

describe('a machine in several subnets', () => {
  const subnets = { public: { id: 'subnet-0a', zone: 'eu-west-1a' }, private: { id: 'subnet-0b', zone: 'eu-west-1b' } };
  const offer = { region: 'eu-west-1', vpc: 'vpc-01', subnets };
  const linked = (server: string, ...networks: readonly string[]) =>
    [
      `server: {type: tosca.nodes.indigo.Compute, capabilities: {host: {properties: {instance_type: ${server}}}}}`,
      ...networks.flatMap((network, index) => [
        `net${index}: {type: tosca.nodes.network.Network, properties: ${network}}`,
        `port${index}: {type: tosca.nodes.network.Port, properties: {order: ${index}}, requirements: [{binding: server}, {link: net${index}}]}`,
      ]),
    ].join('\n');
  const own = (number: number): string => `{cidr: 10.0.${number}.0/24}`;

  it('has an interface for each, in their order, all in one zone, and a public address at the one that leads outside', async () => {
    const asked =
      'back: {value: {get_attribute: [port0, ip_address]}}\nip: {value: {get_attribute: [server, public_address]}}\n' +
      'inside: {value: {get_attribute: [server, networks, private, addresses, 0]}}';
    const { resources, outputs, warnings } = await stackOf(linked('t3.small', own(1), '{network_type: public}'), {
      ...{ offer, outputs: asked },
    });
    expect(resources['serverserver0']?.Properties['NetworkInterfaces']).toEqual([
      { DeviceIndex: '0', NetworkInterfaceId: { Ref: 'serverserver0Interface0' } },
      { DeviceIndex: '1', NetworkInterfaceId: { Ref: 'serverserver0Interface1' } },
    ]);
    expect(resources['serverserver0Interface0']?.Properties['SubnetId']).toEqual({ Ref: 'net0' });
    expect(resources['serverserver0Interface1']?.Properties['SubnetId']).toBe('subnet-0a');
    expect(resources['net0']?.Properties['AvailabilityZone']).toBe('eu-west-1a');
    expect(resources['serverserver0AddressAt']?.Properties['NetworkInterfaceId']).toEqual({
      Ref: 'serverserver0Interface1',
    });
    expect(Object.values(outputs).map(({ Value }) => Value)).toEqual([
      { 'Fn::GetAtt': ['serverserver0Interface0', 'PrimaryPrivateIpAddress'] },
      { Ref: 'serverserver0Address' },
      { 'Fn::GetAtt': ['serverserver0', 'PrivateIp'] },
    ]);
    expect(warnings).toEqual([]);
  });

  it.each([
    [
      't3.micro',
      [own(1), own(2), own(3)],
      'stands in 3 networks, and t3.micro has at most 2 network interfaces: ask for a larger size',
    ],
    [
      't3.small',
      [own(1), '{network_name: PRIVATE}'],
      'stands in net1 and in networks of its own, and the configuration of this provider names no private subnet in their zone (stack.subnets)',
    ],
  ])('drops the provider where %s in %j cannot have them', async (size, networks, why) => {
    expect(await reasonsOf(linked(size, ...networks), { offer })).toEqual([
      `node server (tosca.nodes.indigo.Compute) ${why}`,
    ]);
  });

  it('that the provider has one subnet for has one interface, and a note says so', async () => {
    const { resources, warnings, outputs } = await stackOf(
      linked('t3.small', '{network_name: PUBLIC}', '{network_name: PRIVATE}'),
      {
        ...{ offer, outputs: 'ip: {value: {get_attribute: [port1, ip_address]}}' },
      },
    );
    expect(resources['serverserver0']?.Properties['NetworkInterfaces']).toMatchObject([{ SubnetId: 'subnet-0a' }]);
    expect(outputs['ip']?.Value).toEqual({ 'Fn::GetAtt': ['serverserver0', 'PrivateIp'] });
    expect(warnings).toEqual([
      'node server (tosca.nodes.indigo.Compute) gets one network interface for net0 and net1, which are the same subnet of the provider',
    ]);
  });

  it('and of the own type has names in the DNS', async () => {
    const outputs = ['public', 'private']
      .map((one) => `${one}: {value: {get_attribute: [server, ${one}_dns_name]}}`)
      .join('\n');
    const made = await stackOf('server: {type: toscanini.nodes.aws.Compute}', { offer, outputs });
    expect(Object.values(made.outputs).map(({ Value }) => Value)).toEqual([
      { 'Fn::GetAtt': ['serverserver0', 'PublicDnsName'] },
      { 'Fn::GetAtt': ['serverserver0', 'PrivateDnsName'] },
    ]);
    expect(made.resources['serverserver0']?.Properties['NetworkInterfaces']).toMatchObject([{ SubnetId: 'subnet-0a' }]);
  });
});

describe('a bucket', () => {
  it('is not public and has no name of its own', async () => {
    const nodes = 'files: {type: tosca.nodes.ObjectStorage, properties: {name: mine}}';
    const asked = 'bucket: {value: {get_attribute: [files, name]}}';
    const { resources, outputs, warnings } = await stackOf(nodes, { outputs: asked });
    expect(resources['files']).toMatchObject({ Type: 'AWS::S3::Bucket', DeletionPolicy: 'Delete' });
    expect(resources['files']?.Properties['BucketName']).toBeUndefined();
    expect(outputs).toEqual({ bucket: { Description: 'Output bucket', Value: { Ref: 'files' } } });
    expect(warnings).toEqual(['node files (tosca.nodes.ObjectStorage) gets a name from AWS and not mine']);
  });
});

describe('a node that is called like a member of every object of JavaScript', () => {
  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('is made as any other: %s', async (name) => {
    const { resources } = await stackOf(`${name}: {type: tosca.nodes.Compute}
other: {type: tosca.nodes.Compute, requirements: [{dependency: ${name}}]}`);
    const machines = Object.values(resources).filter(({ Type }) => Type === 'AWS::EC2::Instance');
    expect(machines).toHaveLength(2);
  });
});

it.each(['10.0.0.0/8', '10.0.7.0/29', '10.0.7.0', 'fd00::/64', 'ours'])(
  'a network has no subnet of %s',
  async (cidr) => {
    const nodes = `server: {type: tosca.nodes.Compute}
net: {type: tosca.nodes.network.Network, properties: {cidr: '${cidr}'}}
port: {type: tosca.nodes.network.Port, requirements: [{binding: server}, {link: net}]}`;
    expect(await reasonsOf(nodes, { offer: inVpc })).toEqual([
      `node net (tosca.nodes.network.Network) asks for the range of addresses ${cidr}, and a subnet of AWS has one of IPv4 from /16 to /28, such as 10.0.7.0/24`,
    ]);
  },
);
