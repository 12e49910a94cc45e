import type { StackEvent } from '@aws-sdk/client-cloudformation';
import type { Checks } from '../checks.ts';
import { type Account, expect, refusal, secret } from './account.ts';
import { small, whole, wholeTypes } from './templates.ts';

export const given = {
  Capabilities: ['CAPABILITY_IAM'],
  Parameters: [{ ParameterKey: 'Secret', ParameterValue: secret }],
  Tags: [{ Key: 'purpose', Value: 'conformance' }],
};

const statusesOf = (events: readonly StackEvent[], logicalId: string): string =>
  events
    .filter((one) => one.LogicalResourceId === logicalId)
    .map(({ ResourceStatus }) => ResourceStatus)
    .join(' ');

const when = (events: readonly StackEvent[], logicalId: string, status: string): number =>
  events.findIndex((one) => one.LogicalResourceId === logicalId && one.ResourceStatus === status);

/** A stack of sixteen resources, from its creation to what can be read of it. Answers its id. */
export async function checkCreation(account: Account, checks: Checks): Promise<string> {
  const { cloudFormation } = account;
  let id = '';
  await checks.check('CreateStack answers the id of a stack in CREATE_IN_PROGRESS', async () => {
    id = await account.create('whole', whole(), { ...given, ClientRequestToken: 'first' });
    const { StackStatus, StackId } = await account.stack(account.name('whole'));
    expect(StackStatus === 'CREATE_IN_PROGRESS' && StackId === id, `${StackStatus} ${StackId}`);
  });
  await checks.check('a repeat with the same token is the same stack', async () => {
    const again = await account.create('whole', whole(), { ...given, ClientRequestToken: 'first' });
    expect(again === id, again);
  });
  await checks.check('the same name with another token already exists', async () => {
    const { name, message } = await refusal(
      account.create('whole', whole(), { ...given, ClientRequestToken: 'second' }),
    );
    expect(name === 'AlreadyExistsException', `${name}: ${message}`);
  });
  await checks.check('a stack that is being created can not be updated', async () => {
    const { name, message } = await refusal(account.update('whole', small()));
    expect(
      name === 'ValidationError' && /is in CREATE_IN_PROGRESS state and can not be updated/.test(message),
      `${name}: ${message}`,
    );
  });
  await checks.check('the creation ends as CREATE_COMPLETE', async () => {
    const seen = await account.ended(id);
    expect(
      seen.join(' ') === 'CREATE_IN_PROGRESS CREATE_COMPLETE' || seen.join() === 'CREATE_COMPLETE',
      seen.join(' '),
    );
  });
  const events = await account.events(id).catch(() => []);
  await checks.check('each resource is in progress twice, and then complete', async () => {
    const resources = Object.keys(whole().Resources);
    const others = resources.filter(
      (name) => statusesOf(events, name) !== 'CREATE_IN_PROGRESS CREATE_IN_PROGRESS CREATE_COMPLETE',
    );
    expect(
      resources.length === wholeTypes && others.length === 0,
      others.map((name) => `${name}: ${statusesOf(events, name)}`).join('; '),
    );
  });
  await checks.check('events carry the token of the call', async () => {
    const tokens = new Set(events.map(({ ClientRequestToken }) => ClientRequestToken));
    expect(tokens.size === 1 && tokens.has('first'), [...tokens].join());
  });
  await checks.check('DescribeStackEvents gives the newest first', async () => {
    const { StackEvents: [newest] = [] } = await cloudFormation.describeStackEvents({ StackName: id });
    expect(
      newest?.PhysicalResourceId === id && newest.ResourceStatus === 'CREATE_COMPLETE',
      `${newest?.LogicalResourceId} ${newest?.ResourceStatus}`,
    );
  });
  await checks.check('what refers to a resource begins after its end', async () => {
    for (const [first, second] of [
      ['Net', 'Subnet'],
      ['Machine', 'Disk'],
      ['Disk', 'DiskAttached'],
      ['GatewayAttached', 'WayOut'],
    ] as const)
      expect(
        when(events, first, 'CREATE_COMPLETE') < when(events, second, 'CREATE_IN_PROGRESS'),
        `${second} before ${first}`,
      );
  });
  await checkDescriptions(account, checks, id);
  return id;
}

async function checkDescriptions(account: Account, checks: Checks, id: string): Promise<void> {
  const { cloudFormation, ec2 } = account;
  await checks.check('a public image parameter shows the image that it named', async () => {
    const { Parameters = [] } = await account.stack(id);
    const resolved = Parameters.find(({ ParameterKey }) => ParameterKey === 'Image')?.ResolvedValue ?? '';
    expect(/^ami-[0-9a-f]+$/.test(resolved), resolved);
  });
  await checks.check('a NoEcho parameter is in no answer', async () => {
    const answers = JSON.stringify(
      await Promise.all([account.stack(id), account.events(id), cloudFormation.getTemplate({ StackName: id })]),
    );
    expect(!answers.includes(secret) && answers.includes('****'), 'the secret is there');
  });
  await checks.check('outputs hold what Fn::GetAtt, Fn::Sub, Fn::Join and Fn::If give', async () => {
    const { Outputs = [] } = await account.stack(id);
    const value = (name: string): string => Outputs.find(({ OutputKey }) => OutputKey === name)?.OutputValue ?? '';
    const { Disk = '' } = await account.resources(id);
    const fits =
      value('Inner').startsWith('10.99.1.') &&
      /^http:\/\/[\d.]+\/$/.test(value('Url')) &&
      value('Zone').startsWith(`${account.name('whole')}-${account.target.region}`) &&
      value('Stored') === Disk;
    expect(fits, JSON.stringify(Outputs));
  });
  await checks.check('all resources are listed with their physical ids', async () => {
    const all = await account.resources(id);
    const without = Object.keys(whole().Resources).filter((name) => !all[name]);
    expect(without.length === 0 && Object.keys(all).length === wholeTypes, `without: ${without}`);
  });
  await checks.check('a physical id leads to its stack', async () => {
    const { Machine = '' } = await account.resources(id);
    const { StackResources: all = [] } = await cloudFormation.describeStackResources({ PhysicalResourceId: Machine });
    expect(
      all.some(({ StackId, LogicalResourceId }) => StackId === id && LogicalResourceId === 'Machine'),
      `${all.length} resources`,
    );
  });
  await checks.check('GetTemplate gives the template as it was sent', async () => {
    const { TemplateBody } = await cloudFormation.getTemplate({ StackName: id });
    expect(TemplateBody === JSON.stringify(whole()), `${TemplateBody?.slice(0, 80)}`);
  });
  await checks.check(
    'the machine is found by the tags of the stack, and runs in its subnet with its elastic address',
    async () => {
      const { Machine, Subnet, Address } = await account.resources(id);
      const Filters = [
        { Name: 'tag:aws:cloudformation:stack-id', Values: [id] },
        { Name: 'tag:purpose', Values: ['conformance'] },
      ];
      const { Reservations = [] } = await ec2.describeInstances({ Filters });
      const found = Reservations.flatMap(({ Instances = [] }) => Instances).find(
        ({ InstanceId }) => InstanceId === Machine,
      );
      const saw = { state: found?.State?.Name, subnet: found?.SubnetId, ip: found?.PublicIpAddress };
      expect(saw.state === 'running' && saw.subnet === Subnet && saw.ip === Address, JSON.stringify(saw));
    },
  );
  await checks.check('the machine shows its disk', async () => {
    const { Machine = '', Disk } = await account.resources(id);
    const { Reservations: [reservation] = [] } = await ec2.describeInstances({ InstanceIds: [Machine] });
    const disks = reservation?.Instances?.[0]?.BlockDeviceMappings?.map(({ Ebs }) => Ebs?.VolumeId) ?? [];
    expect(disks.includes(Disk), disks.join());
  });
}
