import { describe, expect, it } from 'vitest';
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

describe('a machine', () => {
  it('is an instance with the tags of its node and resource, which answers only requests for metadata with a token', async () => {
    const { properties, resources } = await instance('host: {properties: {num_cpus: 1}}');
    expect(Object.keys(resources)).toEqual(['Machines', 'serverGroup', 'serverserver0']);
    expect(properties).toMatchObject({
      MetadataOptions: { HttpTokens: 'required', HttpPutResponseHopLimit: 1 },
      Tags: [
        { Key: 'Name', Value: 'server' },
        { Key: 'toscanini:node', Value: 'server' },
        { Key: 'toscanini:resource', Value: 'server-0' },
        { Key: 'toscanini:login', Value: 'ubuntu' },
        { Key: 'toscanini:system', Value: 'ubuntu/24.04' },
      ],
    });
  });

  it.each([
    ['', 't3.micro'],
    ['num_cpus: 1, mem_size: 1 GiB', 't3.micro'],
    ['num_cpus: 2, mem_size: 4 GB', 't3.medium'],
    ['num_cpus: 4, mem_size: 8 GB', 't3.xlarge'],
    ['num_cpus: 16, mem_size: 16 GB', 'c7i.4xlarge'],
    ['num_cpus: 2, mem_size: 60 GB', 'r7i.2xlarge'],
    ['num_gpus: 1', 'g5.xlarge'],
    ['num_gpus: 1, gpu_model: a10g', 'g5.xlarge'],
    ['instance_type: m7i.large', 'm7i.large'],
    ["instance_type: 'm7i.*', mem_size: 20 GB", 'm7i.2xlarge'],
  ])('with %s has the size %s', async (host, size) => {
    expect((await instance(`host: {properties: {${host}}}`)).properties['InstanceType']).toBe(size);
  });

  it.each([
    ['arm64', 'arm64', 't4g.micro'],
    ['aarch64', 'arm64', 't4g.micro'],
    ['x86_64', 'amd64', 't3.micro'],
  ])('for a processor %s has an image for it', async (architecture, part, size) => {
    const { properties, parameters } = await instance(`os: {properties: {architecture: ${architecture}}}`);
    expect(properties['InstanceType']).toBe(size);
    expect(Object.values(parameters)).toEqual([
      `/aws/service/canonical/ubuntu/server/24.04/stable/current/${part}/hvm/ebs-gp3/ami-id`,
    ]);
  });

  it.each([
    [
      'distribution: ubuntu, version: 22.04',
      '/aws/service/canonical/ubuntu/server/22.04/stable/current/amd64/hvm/ebs-gp2/ami-id',
    ],
    [
      'distribution: Ubuntu, version: 24.04',
      '/aws/service/canonical/ubuntu/server/24.04/stable/current/amd64/hvm/ebs-gp3/ami-id',
    ],
    ['distribution: debian', '/aws/service/debian/release/12/latest/amd64'],
    ['distribution: debian, version: 13', '/aws/service/debian/release/13/latest/amd64'],
    ['distribution: amazon', '/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64'],
  ])('with %s has the newest public image', async (os, parameter) => {
    const { properties, parameters, declared } = await instance(`os: {properties: {type: linux, ${os}}}`);
    const [name] = Object.keys(parameters);
    expect(parameters).toEqual({ [name ?? '']: parameter });
    expect(properties['ImageId']).toEqual({ Ref: name });
    expect(declared[name ?? '']).toMatchObject({ Type: 'AWS::SSM::Parameter::Value<AWS::EC2::Image::Id>' });
  });

  it.each(['ami-0123456789abcdef0', 'aws://eu-west-1/ami-0123456789abcdef0'])(
    'has the image %s that it names',
    async (image) => {
      const { properties, parameters } = await instance(`os: {properties: {image: '${image}'}}`);
      expect(properties['ImageId']).toBe('ami-0123456789abcdef0');
      expect(parameters).toEqual({});
    },
  );

  it("has the operator's image before AWS's", async () => {
    const images = [{ id: 'ami-00000000000000001', distribution: 'rocky', version: '9' }];
    const { properties } = await instance('os: {properties: {distribution: rocky}}', '', { images });
    expect(properties['ImageId']).toBe('ami-00000000000000001');
  });

  describe("of the operator's images", () => {
    const images = [
      { id: 'ami-00000000000000016', distribution: 'Ubuntu', version: '16.04' },
      { id: 'ami-00000000000000020', distribution: 'ubuntu', version: '20.10' },
      { id: 'ami-00000000000000014', name: 'linux-ubuntu-14.04-vmi' },
      { id: 'ami-0000000000000000a', name: 'ost://cloud/1', architecture: 'arm64' as const },
    ];
    it.each([
      ['distribution: ubuntu, version: 16.04', 'ami-00000000000000016'],
      ['distribution: UBUNTU, version: 20.10', 'ami-00000000000000020'],
      ['image: linux-Ubuntu-14.04-vmi', 'ami-00000000000000014'],
      ['image: "ost://cloud/1"', 'ami-0000000000000000a'],
      ['image: "aws://eu-west-1/ami-00000000000000014"', 'ami-00000000000000014'],
    ])('has the one that fits %s', async (os, id) => {
      const { properties } = await instance(`os: {properties: {${os}}}`, '', { images });
      expect(properties['ImageId']).toBe(id);
    });

    it('has a processor for the one that it names, and none that contradicts it', async () => {
      const { properties } = await instance('os: {properties: {image: "ost://cloud/1"}}', '', { images });
      expect(properties['InstanceType']).toMatch(/^t4g\./);
      const asking = server('os: {properties: {image: "ost://cloud/1", architecture: x86_64}}');
      expect(await reasonsOf(asking, { offer: { region: 'eu-west-1', images } })).toEqual([
        'node server (tosca.nodes.indigo.Compute) asks for the image ost://cloud/1, which is for arm64, and for x86_64',
      ]);
    });

    it('has none that is only for templates that name it', async () => {
      const { properties } = await instance('os: {properties: {type: linux}}', '', { images: images.slice(2) });
      expect(properties['ImageId']).toMatchObject({ Ref: expect.anything() });
    });

    it('is told which versions there are, with those of the operator', async () => {
      const asking = server("os: {properties: {distribution: ubuntu, version: '14.04'}}");
      expect((await reasonsOf(asking, { offer: { region: 'eu-west-1', images } }))[0]).toContain(
        'asks for ubuntu 14.04, and there are 16.04, 20.10, 22.04, 24.04, 26.04: ',
      );
    });
  });

  it('has a first disk of the size that it asks for, in GiB, but none that is too small for an image', async () => {
    const disk = async (size: string) =>
      (await instance(`host: {properties: {disk_size: ${size}}}`)).properties['BlockDeviceMappings'];
    expect(await disk('40 GB')).toMatchObject([
      { DeviceName: '/dev/sda1', Ebs: { VolumeSize: 38, DeleteOnTermination: true } },
    ]);
    expect(await disk('1 GB')).toMatchObject([{ Ebs: { VolumeSize: 10 } }]);
  });

  it.each([
    ['', {}, { login: 'ubuntu', system: 'ubuntu/24.04' }],
    ['os: {properties: {distribution: amazon linux}}', {}, { login: 'ec2-user', system: 'amazon/2023' }],
    [
      "os: {properties: {credential: {user: bob, token: 'ssh-rsa AAAAB3Nz'}}}",
      {},
      { login: 'bob', system: 'ubuntu/24.04' },
    ],
    ['os: {properties: {credential: {user: bob, token: ""}}}', {}, { login: 'ubuntu', system: 'ubuntu/24.04' }],
    ['os: {properties: {image: ami-0123456789abcdef0}}', {}, {}],
    ['os: {properties: {image: ami-0123456789abcdef0, credential: {user: core, token: ""}}}', {}, { login: 'core' }],
    ['os: {properties: {image: ami-0123456789abcdef0, credential: {user: "a,b", token: ""}}}', {}, {}],
    [
      'os: {properties: {distribution: Rocky}}',
      { distribution: 'rocky', user: 'cloud' },
      { login: 'cloud', system: 'rocky/' },
    ],
    ['os: {properties: {distribution: rocky}}', { distribution: 'rocky', version: '9' }, { system: 'rocky/9' }],
    ['', { distribution: 'rocky', version: '9*' }, {}],
  ])('says in tags who logs in and which system it has, where AWS takes them: %s, %o', async (more, image, known) => {
    const images = Object.keys(image).length === 0 ? [] : [{ id: 'ami-0123456789abcdef9', ...image }];
    const { properties } = await instance(more, '', { images });
    const tags = (properties['Tags'] as { Key: string; Value: string }[]).flatMap(({ Key, Value }) =>
      /^toscanini:(login|system)$/.test(Key) ? [[Key.slice('toscanini:'.length), Value]] : [],
    );
    expect(Object.fromEntries(tags)).toEqual(known);
  });

  it('has users with their public keys, and the login that the template names', async () => {
    const users = `\n  properties:\n    os_users:\n      - {os_user_name: ada, os_user_guid: 1001, os_user_add_to_sudoers: true, os_user_ssh_public_key: 'ssh-ed25519 AAAAC3Nz ada@example'}`;
    const { properties } = await instance(
      "os: {properties: {credential: {user: bob, token: 'ssh-rsa AAAAB3Nz'}}}",
      users,
    );
    const { 'Fn::Base64': text } = properties['UserData'] as { 'Fn::Base64': string };
    expect(text.startsWith('#cloud-config\n')).toBe(true);
    expect(JSON.parse(text.slice(text.indexOf('\n')))).toEqual({
      users: [
        'default',
        {
          name: 'ada',
          shell: '/bin/bash',
          lock_passwd: true,
          uid: 1001,
          ssh_authorized_keys: ['ssh-ed25519 AAAAC3Nz ada@example'],
          sudo: 'ALL=(ALL) NOPASSWD:ALL',
        },
        {
          name: 'bob',
          shell: '/bin/bash',
          lock_passwd: true,
          ssh_authorized_keys: ['ssh-rsa AAAAB3Nz'],
          sudo: 'ALL=(ALL) NOPASSWD:ALL',
        },
      ],
    });
  });

  it('is there as often as the template says, and none is no error', async () => {
    const ids = async (count: number) =>
      Object.keys((await instance(`scalable: {properties: {count: ${count}, max_instances: 5}}`)).resources);
    expect(await ids(3)).toEqual(['Machines', 'serverGroup', 'serverserver0', 'serverserver1', 'serverserver2']);
    expect(await ids(0)).toEqual(['Machines', 'serverGroup']);
  });

  it.each([
    [
      'os: {properties: {distribution: plan9}}',
      'asks for the distribution plan9, and there are ubuntu, debian, amazon: ask for one of these, name an image by its id (os.image), or let the operator add one to stack.images',
    ],
    [
      "os: {properties: {distribution: ubuntu, version: '18.04'}}",
      'asks for ubuntu 18.04, and there are 22.04, 24.04, 26.04: ask for one of these, name an image by its id (os.image), or let the operator add one to stack.images',
    ],
    ['os: {properties: {type: windows}}', 'asks for the system windows, and only linux is supported: ask for linux'],
    [
      "os: {properties: {image: 'ost://cloud/1'}}",
      'asks for the image ost://cloud/1, and images of AWS have ids such as ami-0123456789abcdef0: name one, or its distribution and version, or let the operator give an image this name (stack.images)',
    ],
    [
      "os: {properties: {image: 'aws://us-east-1/ami-01'}}",
      'asks for an image of region us-east-1, and this is eu-west-1: an image is in one region only: name its distribution and version instead, which each region has',
    ],
    [
      'host: {properties: {num_cpus: 1000}}',
      'asks for 1000 CPUs, 1000 MB of memory, an x86_64 processor, no GPU, and none of the sizes here has that (c7i.*, g5.*, g6.*, m7g.*, m7i.*, r7i.*, t3.*, t4g.*): ask for less, or name a size as host.instance_type',
    ],
    [
      'host: {properties: {instance_type: large}}',
      'asks for the size large, and sizes of AWS have names such as t3.small: name one, or ask for num_cpus and mem_size instead',
    ],
    [
      'host: {properties: {instance_type: x9.huge}}',
      'asks for the size x9.huge, and this provider has c7i.*, g5.*, g6.*, m7g.*, m7i.*, r7i.*, t3.*, t4g.*: ask for num_cpus and mem_size instead, or let the operator add it to stack.sizes',
    ],
    [
      'os: {properties: {credential: {user: bob, token: geheim-und-lang}}}',
      'gives its login a password or a private key (os.credential), which everybody who sees the machine could read: give a public SSH key',
    ],
    [
      'endpoint: {properties: {ports: {web: {protocol: igmp, source: 80}}}}',
      'has a port of its endpoint endpoint that no security group can open: a number or a range of tcp, udp or icmp',
    ],
  ])('with %s drops the provider, with node, type and reason', async (capabilities, why) => {
    expect(await reasonsOf(server(capabilities))).toEqual([`node server (tosca.nodes.indigo.Compute) ${why}`]);
  });

  it('says what of its host and its endpoints it does not get', async () => {
    const asked = 'host: {properties: {infiniband_support: true}}\nendpoint: {properties: {dns_name: web.example}}';
    expect((await instance(asked)).warnings).toEqual([
      'node server (tosca.nodes.indigo.Compute) gets no infiniband_support',
      'node server (tosca.nodes.indigo.Compute) gets no name in the DNS (dns_name of endpoint)',
    ]);
    expect((await instance('host: {properties: {infiniband_support: false}}')).warnings).toEqual([]);
  });

  it('keeps to the sizes and the number of machines that the operator allows', async () => {
    const few = { region: 'eu-west-1', sizes: ['m7i.*', 'x2idn.16xlarge'], machines: 2 };
    expect((await instance('host: {properties: {num_cpus: 1}}', '', few)).properties['InstanceType']).toBe('m7i.large');
    expect(
      (await instance('host: {properties: {instance_type: x2idn.16xlarge}}', '', few)).properties['InstanceType'],
    ).toBe('x2idn.16xlarge');
    expect(await reasonsOf(server('host: {properties: {instance_type: t3.large}}'), { offer: few })).toEqual([
      'node server (tosca.nodes.indigo.Compute) asks for the size t3.large, and this provider has m7i.*, x2idn.16xlarge: ask for num_cpus and mem_size instead, or let the operator add it to stack.sizes',
    ]);
    expect(await reasonsOf(server('scalable: {properties: {count: 3, max_instances: 5}}'), { offer: few })).toEqual([
      'the template asks for 3 machines (server: 3), and one deployment may have 2 here: ask for fewer, or raise stack.machines of this provider',
    ]);
    const disks = ['a', 'b', 'c'].map((name) => `${name}: {type: tosca.nodes.BlockStorage, properties: {size: 1 GB}}`);
    const attached = '  requirements: [{local_storage: a}, {local_storage: b}, {local_storage: c}]';
    const withDisks = [server('scalable: {properties: {count: 2, max_instances: 5}}'), attached, ...disks].join('\n');
    expect(await reasonsOf(withDisks, { offer: few })).toEqual([]);
  });
});
