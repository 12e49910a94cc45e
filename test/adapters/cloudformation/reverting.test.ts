import type { ResourceChange } from '@aws-sdk/client-cloudformation';
import { ChangeSetNotFoundException } from '@aws-sdk/client-cloudformation';
import { describe, expect, it } from 'vitest';
import specifications from '../../../local/sandbox/aws/specification.json' with { type: 'json' };
import { carryOutReverts, dropReverts, planReverts } from '../../../src/adapters/cloudformation/reverting.ts';
import { fakeSession } from './fake-session.ts';

const ssm = 'AWS::SSM::Parameter::Value<AWS::EC2::Image::Id>';
const template = {
  Parameters: { Image: { Type: ssm, Default: '/image' }, Size: { Type: 'String' } },
  Resources: {
    web0: { Type: 'AWS::EC2::Instance', Metadata: { toscanini: { node: 'web', resource: 'r-1' } } },
    Disk: { Type: 'AWS::EC2::Volume' },
    Group: { Type: 'AWS::EC2::SecurityGroup' },
  },
};
const stack = {
  ...{ StackId: 'arn:stack', StackName: 'toscanini-1-1', StackStatus: 'CREATE_COMPLETE' },
  Tags: [{ Key: 'a', Value: 'b' }],
  Parameters: [
    { ParameterKey: 'Image', ParameterValue: '/image', ResolvedValue: 'ami-1' },
    { ParameterKey: 'Size', ParameterValue: '****' },
  ],
};
const missing = () => {
  throw new ChangeSetNotFoundException({ message: 'it does not exist', $metadata: {} });
};
const world = (answers: Parameters<typeof fakeSession>[0]) =>
  fakeSession({
    DescribeStacks: () => ({ Stacks: [stack] }),
    GetTemplate: () => ({ TemplateBody: JSON.stringify(template) }),
    ...answers,
  });
const clock = { now: () => new Date(1_000_000) };
const plan = ({ session }: ReturnType<typeof fakeSession>) => planReverts(session, 'arn:stack', 'op', clock);
const callsOf = ({ asked }: ReturnType<typeof fakeSession>) => asked.map(({ call }) => call);

describe('a drift-aware change set', () => {
  it('is made of what the stack has: no newer image, no value that is not known, its own tags', async () => {
    const one = world({ DescribeChangeSet: missing, CreateChangeSet: () => ({ Id: 'arn:set' }) });
    expect(await plan(one)).toBeUndefined();
    const { input } = one.asked.find(({ call }) => call === 'CreateChangeSet') ?? {};
    expect(input).toMatchObject({
      ...{ StackName: 'arn:stack', ChangeSetName: 'toscanini-repair-op', DeploymentMode: 'REVERT_DRIFT' },
      Parameters: [
        { ParameterKey: 'Image', ParameterValue: 'ami-1' },
        { ParameterKey: 'Size', UsePreviousValue: true },
      ],
      Tags: stack.Tags,
    });
    const sent = JSON.parse(String(input?.['TemplateBody']));
    expect(sent).toEqual({
      ...template,
      Parameters: { Image: { Type: 'String', Default: '/image' }, Size: { Type: 'String' } },
    });
  });

  const planned = async (change: Partial<ResourceChange>) => {
    const ResourceChange = {
      Action: 'Modify',
      LogicalResourceId: 'web0',
      ResourceType: 'AWS::EC2::Instance',
      ...change,
    };
    const answer = { Status: 'CREATE_COMPLETE', CreationTime: clock.now(), Changes: [{ ResourceChange }] };
    return (await plan(world({ DescribeChangeSet: () => answer })))?.[0];
  };
  const detail = (Name: string, RequiresRecreation: 'Always' | 'Never' | 'Conditionally', CausingEntity?: string) => ({
    Target: { Attribute: 'Properties' as const, Name, RequiresRecreation },
    ...(CausingEntity && { ChangeSource: 'ResourceAttribute' as const, CausingEntity }),
  });

  it('only stops a machine for two of the properties of which AWS says that they may replace it', async () => {
    const { sometimes, always } = specifications['AWS::EC2::Instance'];
    const actions = await Promise.all(
      sometimes.map(async (name) => {
        const change = { Replacement: 'Conditional' as const, Details: [detail(name, 'Conditionally')] };
        return [name, (await planned(change))?.action] as const;
      }),
    );
    expect(sometimes.length).toBeGreaterThan(8);
    expect(actions.filter(([, action]) => action === 'changed').map(([name]) => name)).toEqual([
      'EbsOptimized',
      'InstanceType',
    ]);
    expect(new Set(actions.map(([, action]) => action))).toEqual(new Set(['changed', 'perhaps replaced']));
    for (const name of always)
      expect(await planned({ Replacement: 'Conditional', Details: [detail(name, 'Always')] })).toMatchObject({
        action: 'perhaps replaced',
      });
  });

  it.each<[string, Partial<ResourceChange>, object]>([
    ['a change', { Replacement: 'False' }, { id: 'web0 (AWS::EC2::Instance)', node: 'web', action: 'changed' }],
    ['a replacement', { Replacement: 'True' }, { action: 'replaced', holdsData: true, because: [] }],
    ['one whose disk stays', { Replacement: 'True', PolicyAction: 'ReplaceAndRetain' }, { holdsData: false }],
    [
      'a size, for which a machine is only stopped',
      { Replacement: 'Conditional', Details: [detail('InstanceType', 'Conditionally')] },
      { action: 'changed' },
    ],
    [
      'what may make another machine',
      {
        Replacement: 'Conditional',
        Details: [detail('InstanceType', 'Conditionally'), detail('UserData', 'Conditionally')],
      },
      { action: 'perhaps replaced' },
    ],
    [
      'what is gone',
      { Action: 'Add', LogicalResourceId: 'Group', ResourceType: 'AWS::EC2::SecurityGroup' },
      { action: 'added', holdsData: false },
    ],
    [
      'what follows from another part',
      { Replacement: 'True', Details: [detail('SubnetId', 'Always', 'Group.GroupId')] },
      { because: ['Group (AWS::EC2::SecurityGroup)'] },
    ],
    [
      'what follows only in part',
      { Replacement: 'True', Details: [detail('SubnetId', 'Always', 'Group.GroupId'), detail('ImageId', 'Always')] },
      { because: [] },
    ],
    ['what nobody knows', { Action: 'Dynamic' }, { action: 'unknown' }],
  ])('tells %s', async (_, change, expected) => {
    expect(await planned(change)).toMatchObject(expected);
  });

  it('leaves out what only the record of CloudFormation learns, and is empty where nothing can be done', async () => {
    expect(await planned({ Action: 'SyncWithActual' })).toBeUndefined();
    const nothing = { Status: 'FAILED', CreationTime: clock.now(), StatusReason: "it didn't contain changes" };
    expect(await plan(world({ DescribeChangeSet: () => nothing }))).toEqual([]);
    const failed = world({
      DescribeChangeSet: () => ({ ...nothing, StatusReason: 'no right' }),
      DescribeEvents: () => ({ OperationEvents: [] }),
    });
    await expect(plan(failed)).rejects.toThrow(/no right/);
  });

  it('that failed its validation says property, node and reason', async () => {
    const OperationEvents = [
      {
        ...{ EventType: 'VALIDATION_ERROR', LogicalResourceId: 'web0', ResourceType: 'AWS::EC2::Instance' },
        ...{ ValidationName: 'PROPERTY_VALIDATION', ValidationStatusReason: 'Unsupported property [Colour]' },
      },
    ];
    const one = world({
      DescribeChangeSet: () => ({
        ...{ ChangeSetId: 'arn:set', Status: 'FAILED', CreationTime: clock.now() },
        StatusReason: 'The following hook(s)/validation failed: [AWS::EarlyValidation::PropertyValidation].',
      }),
      DescribeEvents: () => ({ OperationEvents }),
    });
    await expect(plan(one)).rejects.toThrow(/node web: web0 .*Unsupported property \[Colour\]/);
    expect(one.asked.at(-1)?.input).toMatchObject({ ChangeSetName: 'arn:set' });
  });

  it('does not count a property that is already as the template says', async () => {
    const same = { Target: { ...detail('ImageId', 'Always').Target, AttributeChangeType: 'SyncWithActual' as const } };
    const follows = detail('SubnetId', 'Always', 'Group.GroupId');
    expect(await planned({ Replacement: 'True', Details: [follows, same] })).toMatchObject({
      because: ['Group (AWS::EC2::SecurityGroup)'],
    });
    const stopped = [detail('InstanceType', 'Conditionally'), same];
    expect(await planned({ Replacement: 'Conditional', Details: stopped })).toMatchObject({ action: 'changed' });
    expect(await planned({ Details: [same] })).toBeUndefined();
  });

  it('is made anew when it is old', async () => {
    const one = world({
      DescribeChangeSet: () => ({ Status: 'CREATE_COMPLETE', CreationTime: new Date(0) }),
      DeleteChangeSet: () => ({}),
    });
    expect(await plan(one)).toBeUndefined();
    expect(callsOf(one)).toEqual(['DescribeChangeSet', 'DeleteChangeSet']);
  });

  const carriedOut = async (DescribeChangeSet: () => object, ChangeSetId?: string) => {
    const one = world({
      DescribeChangeSet,
      DescribeStacks: () => ({ Stacks: [{ ...stack, ChangeSetId }] }),
      ExecuteChangeSet: () => ({}),
    });
    await carryOutReverts(one.session, 'arn:stack', 'op');
    return callsOf(one).includes('ExecuteChangeSet');
  };

  it('is carried out once', async () => {
    expect(await carriedOut(() => ({ ChangeSetId: 'arn:set', ExecutionStatus: 'AVAILABLE' }))).toBe(true);
    expect(await carriedOut(() => ({ ExecutionStatus: 'EXECUTE_IN_PROGRESS' }))).toBe(false);
    expect(await carriedOut(missing, 'arn:aws:cloudformation:x:1:changeSet/toscanini-repair-op/1')).toBe(false);
  });

  it('is not carried out when something else has changed the stack', async () => {
    await expect(carriedOut(missing)).rejects.toThrow(/something else has changed the stack/);
    await expect(carriedOut(() => ({ ExecutionStatus: 'OBSOLETE' }))).rejects.toThrow(/something else/);
  });

  it('may be gone when it is dropped', async () => {
    await dropReverts(world({ DeleteChangeSet: missing }).session, 'arn:stack', 'op');
  });
});
