import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, home, image, line, machine, refusal, startBench, template, whole } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
beforeEach(async () => void (await bench.control('DELETE')));
afterAll(() => bench.stop());

const made = async (design: object, region = 'eu-west-1') => {
  const { cloudFormation } = bench.of(region);
  await cloudFormation.createStack({ StackName: 'one', TemplateBody: JSON.stringify(design), OnFailure: 'DO_NOTHING' });
  bench.pass(900);
  const { Stacks: [stack] = [] } = await cloudFormation.describeStacks({ StackName: 'one' });
  const { StackEvents = [] } = await cloudFormation.describeStackEvents({ StackName: 'one' });
  const failures = StackEvents.filter(
    (one) => one.ResourceStatus === 'CREATE_FAILED' && one.ResourceType !== 'AWS::CloudFormation::Stack',
  );
  return { status: stack?.StackStatus, reason: failures.at(-1)?.ResourceStatusReason };
};

describe('the clouds', () => {
  it('have no graphics left in one region, and some in the other', async () => {
    const graphics = template({ Web: machine({ InstanceType: 'g5.xlarge' }) });
    const near = await made(graphics, 'eu-central-1');
    expect(near.status).toBe('CREATE_FAILED');
    expect(near.reason).toMatch(
      /do not have sufficient g5\.xlarge capacity in the Availability Zone you requested \(eu-central-1a\).*HandlerErrorCode: InsufficientInstanceCapacity/,
    );
    expect((await made(graphics)).status).toBe('CREATE_COMPLETE');
  });

  it('have quotas of addresses and machines', async () => {
    const addresses = Object.fromEntries(
      Array.from({ length: 6 }, (_, index) => [`A${index}`, { Type: 'AWS::EC2::EIP' }]),
    );
    expect((await made(template(addresses))).reason).toMatch(
      /maximum number of addresses has been reached.*ServiceLimitExceeded/,
    );
    await bench.control('DELETE');
    const machines = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`M${index}`, machine()]));
    expect((await made(template(machines))).reason).toMatch(
      /more vCPU capacity than your current vCPU limit.*ServiceLimitExceeded/,
    );
  });

  for (const { what, properties, words } of [
    {
      what: 'an unknown size',
      properties: { InstanceType: 'x9.huge' },
      words: /Invalid value 'x9\.huge' for InstanceType/,
    },
    { what: 'an unknown image', properties: { ImageId: 'ami-1' }, words: /The image id '\[ami-1\]' does not exist/ },
    {
      what: 'a size of another architecture',
      properties: { InstanceType: 't4g.micro' },
      words: /does not match the architecture 'x86_64'/,
    },
    {
      what: 'an unknown subnet',
      properties: { SubnetId: 'subnet-1' },
      words: /The subnet ID 'subnet-1' does not exist/,
    },
    {
      what: 'too much user data',
      properties: { UserData: { 'Fn::Base64': 'x'.repeat(16_385) } },
      words: /User data is limited to 16384 bytes/,
    },
  ]) {
    it(`refuse a machine with ${what}`, async () => {
      expect((await made(template({ Web: machine(properties) }))).reason).toMatch(words);
    });
  }

  it('attach no disk of another zone', async () => {
    const design = template({
      Web: machine(),
      Disk: { Type: 'AWS::EC2::Volume', Properties: { Size: 1, AvailabilityZone: 'eu-west-1b' } },
      At: {
        Type: 'AWS::EC2::VolumeAttachment',
        Properties: { VolumeId: { Ref: 'Disk' }, InstanceId: { Ref: 'Web' }, Device: '/dev/sdf' },
      },
    });
    expect((await made(design)).reason).toMatch(/is not in the same availability zone as instance/);
  });
});

describe('a machine', () => {
  it('is found by its tags, stops and starts in its time, and gets another public address', async () => {
    await made(template({ Web: machine({ Tags: [{ Key: 'role', Value: 'web' }] }) }));
    const look = async () => {
      const { Reservations = [] } = await bench.ec2.describeInstances({
        Filters: [{ Name: 'tag:role', Values: ['w*'] }],
      });
      return Reservations[0]?.Instances?.[0];
    };
    const before = await look();
    expect(before?.State?.Name).toBe('running');
    expect(before?.PublicIpAddress).toMatch(/^198\.18\./);
    const InstanceIds = [before?.InstanceId ?? ''];
    await bench.ec2.stopInstances({ InstanceIds });
    expect((await look())?.State?.Name).toBe('stopping');
    bench.pass(60);
    const stopped = await look();
    expect(stopped?.State?.Name).toBe('stopped');
    expect(stopped?.PublicIpAddress).toBeUndefined();
    expect(stopped?.PrivateIpAddress).toBe(before?.PrivateIpAddress);
    await bench.ec2.startInstances({ InstanceIds });
    expect((await look())?.State?.Name).toBe('pending');
    bench.pass(60);
    expect((await look())?.State?.Name).toBe('running');
    expect((await look())?.PublicIpAddress).not.toBe(before?.PublicIpAddress);
    expect((await bench.stack('one')).StackStatus).toBe('CREATE_COMPLETE');
    await bench.cloudFormation.deleteStack({ StackName: 'one' });
    bench.pass(60);
    expect((await look())?.State?.Name).toBe('terminated');
  });

  it('that does not exist is named', async () => {
    expect(await refusal(bench.ec2.describeInstances({ InstanceIds: ['i-0abc'] }))).toBe(
      "InvalidInstanceID.NotFound: The instance ID 'i-0abc' does not exist",
    );
    expect(await refusal(bench.ec2.startInstances({ InstanceIds: ['me'] }))).toMatch(/^InvalidInstanceID\.Malformed/);
  });

  it('keeps its elastic address and shows its disk and group', async () => {
    await made(whole);
    const { Reservations: [reservation] = [] } = await bench.ec2.describeInstances({});
    const machineShown = reservation?.Instances?.[0];
    const { Addresses = [] } = await bench.ec2.describeAddresses({});
    expect(machineShown?.PublicIpAddress).toBe(Addresses[0]?.PublicIp);
    expect(machineShown?.BlockDeviceMappings?.[0]?.DeviceName).toBe('/dev/sdf');
    expect(machineShown?.SecurityGroups).toHaveLength(1);
  });
});

describe('what a deployer looks up', () => {
  it('is there: networks, sizes, images, parameters', async () => {
    const { Vpcs = [] } = await bench.ec2.describeVpcs({ Filters: [{ Name: 'is-default', Values: ['true'] }] });
    expect(Vpcs).toHaveLength(1);
    const { Subnets = [] } = await bench.ec2.describeSubnets({
      Filters: [{ Name: 'vpc-id', Values: [Vpcs[0]?.VpcId ?? ''] }],
    });
    expect(Subnets.map(({ AvailabilityZone }) => AvailabilityZone)).toEqual(['eu-west-1a', 'eu-west-1b']);
    const { InstanceTypes: [size] = [] } = await bench.ec2.describeInstanceTypes({ InstanceTypes: ['g5.xlarge'] });
    expect(size).toMatchObject({
      VCpuInfo: { DefaultVCpus: 4 },
      MemoryInfo: { SizeInMiB: 16384 },
      GpuInfo: { Gpus: [{ Name: 'A10G', Count: 1 }] },
    });
    const { InstanceTypeOfferings = [] } = await bench.ec2.describeInstanceTypeOfferings({
      Filters: [{ Name: 'instance-type', Values: ['t3.*'] }],
    });
    expect(InstanceTypeOfferings).toHaveLength(7);
    const { Parameters = [], InvalidParameters } = await bench.ssm.getParameters({ Names: [image, '/aws/nothing'] });
    expect(InvalidParameters).toEqual(['/aws/nothing']);
    const { Images: [found] = [] } = await bench.ec2.describeImages({ ImageIds: [Parameters[0]?.Value ?? ''] });
    expect(found?.Architecture).toBe('x86_64');
  });
});

describe('accounts', () => {
  it('follow from the keys: the first one, or the one of an assumed role', async () => {
    expect((await bench.sts.getCallerIdentity({})).Account).toBe('111111111111');
    const role = { RoleArn: 'arn:aws:iam::222222222222:role/toscanini-tenant', RoleSessionName: 'deployment' };
    expect(await refusal(bench.sts.assumeRole(role))).toMatch(
      /^AccessDenied: User: arn:aws:iam::111111111111:user\/sandbox is not authorized to perform: sts:AssumeRole/,
    );
    expect(await refusal(bench.sts.assumeRole({ ...role, ExternalId: 'wrong' }))).toMatch(/^AccessDenied/);
    const { Credentials } = await bench.sts.assumeRole({
      ...role,
      ExternalId: 'sandbox-external-id',
      DurationSeconds: 900,
    });
    const keys = {
      accessKeyId: Credentials?.AccessKeyId ?? '',
      secretAccessKey: Credentials?.SecretAccessKey ?? '',
      sessionToken: Credentials?.SessionToken ?? '',
    };
    const tenant = bench.of('eu-west-1', keys);
    expect((await tenant.sts.getCallerIdentity({})).Arn).toBe(
      'arn:aws:sts::222222222222:assumed-role/toscanini-tenant/deployment',
    );
    const StackName = 'toscanini-01234567-0123-0123-0123-0123456789ab-1';
    const made = { StackName, TemplateBody: JSON.stringify(whole) };
    expect(await refusal(tenant.cloudFormation.createStack(made))).toMatch(
      /^AccessDenied: .*cloudformation:CreateStack/,
    );
    const RoleARN = 'arn:aws:iam::222222222222:role/toscanini-stacks';
    await tenant.cloudFormation.createStack({ ...made, RoleARN });
    expect(await refusal(bench.stack(StackName))).toMatch(/does not exist$/);
    expect(await refusal(bench.of('eu-west-1', { ...keys, sessionToken: 'x' }).sts.getCallerIdentity({}))).toMatch(
      /^InvalidClientTokenId/,
    );
    bench.pass(901);
    expect(await refusal(tenant.sts.getCallerIdentity({}))).toMatch(/^ExpiredToken/);
    expect(
      await refusal(bench.of('eu-west-1', { ...home, accessKeyId: 'ASIANOBODY' }).sts.getCallerIdentity({})),
    ).toMatch(/^InvalidClientTokenId/);
  });
});

describe('faults', () => {
  for (const { answer, words, exists } of [
    { answer: 'throttle', words: /^Throttling: Rate exceeded$/, exists: false },
    { answer: 'unavailable', words: /^ServiceUnavailable/, exists: false },
    { answer: 'deny', words: /^AccessDenied/, exists: false },
    { answer: 'lose-before', words: /socket hang up|ECONNRESET|aborted/, exists: false },
    { answer: 'lose-after', words: /socket hang up|ECONNRESET|aborted/, exists: true },
  ] as const) {
    it(`of a call: ${answer} ${exists ? 'after' : 'without'} the effect, once`, async () => {
      await bench.setFaults({ call: 'CreateStack', answer, times: 1 });
      expect(await refusal(bench.create('one', whole))).toMatch(words);
      const second = await bench.create('one', whole).catch((error: Error) => error.name);
      expect(second === 'AlreadyExistsException').toBe(exists);
    });
  }

  it('of a resource strike as they are set', async () => {
    await bench.setFaults({ resource: 'quota', type: 'AWS::EC2::EIP', region: 'eu-west-1' });
    expect((await made(whole)).reason).toMatch(/HandlerErrorCode: ServiceLimitExceeded/);
    expect((await made(whole, 'eu-central-1')).status).toBe('CREATE_COMPLETE');
  });

  it('may block a deletion, and slow a resource down', async () => {
    await bench.setFaults(
      { resource: 'slow', logicalId: 'Web' },
      { resource: 'block-deletion', logicalId: 'Disk', times: 1 },
    );
    await bench.create('one', whole);
    bench.pass(100);
    expect((await bench.stack('one')).StackStatus).toBe('CREATE_IN_PROGRESS');
    bench.pass(600);
    await bench.cloudFormation.deleteStack({ StackName: 'one' });
    bench.pass(900);
    expect((await bench.stack('one')).StackStatusReason).toBe('The following resource(s) failed to delete: [Disk]. ');
    expect((await bench.events('one')).map(line)).not.toContain('Web DELETE_IN_PROGRESS');
    await bench.cloudFormation.deleteStack({ StackName: 'one' });
    bench.pass(900);
    expect(await bench.things()).toEqual([]);
  });

  it('that nobody knows are refused', async () => {
    for (const fault of [
      { resource: 'gremlins' },
      { call: 'CreateStak', answer: 'throttle' },
      { resource: 'fail', type: 'AWS::EC2::Machine' },
      { resource: 'fail', times: 0 },
    ]) {
      const { status, text } = await bench.control('PUT', '', { faults: [fault] });
      expect(status, JSON.stringify(fault)).toBe(400);
      expect(text).toContain('faults');
    }
  });
});
