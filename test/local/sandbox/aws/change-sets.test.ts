import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, bucket, machine, refusal, startBench, template } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
beforeEach(async () => void (await bench.control('DELETE')));
afterAll(() => bench.stop());

const plan = async (StackName: string, design: object, rest: object = {}) => {
  await bench.cloudFormation.createChangeSet({
    StackName,
    ChangeSetName: 'plan',
    TemplateBody: JSON.stringify(design),
    ...rest,
  });
  bench.pass(5);
  return bench.cloudFormation.describeChangeSet({ StackName, ChangeSetName: 'plan', IncludePropertyValues: true });
};

const first = template({
  Web: machine(),
  Old: bucket,
  Disk: { Type: 'AWS::EC2::Volume', Properties: { Size: 1, AvailabilityZone: 'eu-west-1a' } },
});

const create = async (): Promise<void> => {
  await bench.create('one', first);
  bench.pass(600);
};

describe('a change set of an update', () => {
  it('lists what is added, changed, replaced and removed, and why', async () => {
    await create();
    const {
      Status,
      ExecutionStatus,
      Changes = [],
    } = await plan(
      'one',
      template({
        Web: machine({ KeyName: 'mine', InstanceType: 't3.large' }),
        Disk: { Type: 'AWS::EC2::Volume', Properties: { Size: 2, AvailabilityZone: 'eu-west-1a' } },
        Attached: {
          Type: 'AWS::EC2::VolumeAttachment',
          Properties: { VolumeId: { Ref: 'Disk' }, InstanceId: { Ref: 'Web' } },
        },
        Address: { Type: 'AWS::EC2::EIP' },
      }),
    );
    expect({ Status, ExecutionStatus }).toEqual({ Status: 'CREATE_COMPLETE', ExecutionStatus: 'AVAILABLE' });
    const rows = Changes.map(({ ResourceChange: one }) =>
      `${one?.Action} ${one?.LogicalResourceId} ${one?.Replacement ?? ''}`.trim(),
    );
    expect(rows.sort()).toEqual(['Add Address', 'Add Attached', 'Modify Disk False', 'Modify Web True', 'Remove Old']);
    const web = Changes.find(({ ResourceChange: one }) => one?.LogicalResourceId === 'Web')?.ResourceChange;
    expect(web?.PolicyAction).toBe('ReplaceAndDelete');
    expect(web?.Scope).toEqual(['Properties']);
    expect(web?.Details?.map(({ Target }) => Target)).toEqual(
      expect.arrayContaining([
        {
          Attribute: 'Properties',
          Name: 'KeyName',
          RequiresRecreation: 'Always',
          Path: '/Properties/KeyName',
          AfterValue: 'mine',
        },
        {
          Attribute: 'Properties',
          Name: 'InstanceType',
          RequiresRecreation: 'Conditionally',
          Path: '/Properties/InstanceType',
          BeforeValue: 't3.micro',
          AfterValue: 't3.large',
        },
      ]),
    );
    expect((await bench.stack('one')).StackStatus).toBe('CREATE_COMPLETE');
  });

  it('says that what refers to a replaced resource may be replaced', async () => {
    const group = (GroupDescription: string) => ({ Type: 'AWS::EC2::SecurityGroup', Properties: { GroupDescription } });
    const rule = {
      Type: 'AWS::EC2::SecurityGroupIngress',
      Properties: { GroupId: { 'Fn::GetAtt': 'Group.GroupId' }, IpProtocol: 'tcp' },
    };
    await bench.create('one', template({ Group: group('a'), Rule: rule }));
    bench.pass(600);
    const { Changes = [] } = await plan('one', template({ Group: group('b'), Rule: rule }));
    const changed = Changes.find(({ ResourceChange: one }) => one?.LogicalResourceId === 'Rule')?.ResourceChange;
    expect(changed?.Replacement).toBe('Conditional');
    expect(changed?.Details?.[0]).toMatchObject({
      Evaluation: 'Dynamic',
      ChangeSource: 'ResourceAttribute',
      CausingEntity: 'Group.GroupId',
    });
  });

  it('does what it says when it is executed', async () => {
    await create();
    await plan('one', template({ Web: machine(), New: bucket }));
    await bench.cloudFormation.executeChangeSet({ StackName: 'one', ChangeSetName: 'plan' });
    bench.pass(600);
    expect((await bench.stack('one')).StackStatus).toBe('UPDATE_COMPLETE');
    expect((await bench.things()).map(({ logicalId }) => logicalId).sort()).toEqual(['New', 'Web']);
  });

  it('fails without a change, and cannot be executed', async () => {
    await create();
    const { Status, StatusReason } = await plan('one', first);
    expect(Status).toBe('FAILED');
    expect(StatusReason).toBe(
      "The submitted information didn't contain changes. Submit different information to create a change set.",
    );
    expect(await refusal(bench.cloudFormation.executeChangeSet({ StackName: 'one', ChangeSetName: 'plan' }))).toMatch(
      /^InvalidChangeSetStatus/,
    );
    await bench.cloudFormation.deleteChangeSet({ StackName: 'one', ChangeSetName: 'plan' });
    expect((await bench.cloudFormation.listChangeSets({ StackName: 'one' })).Summaries ?? []).toEqual([]);
  });

  it('warns of a bucket that is not empty', async () => {
    await create();
    const { StackResourceSummaries: all = [] } = await bench.cloudFormation.listStackResources({ StackName: 'one' });
    const name = all.find(({ LogicalResourceId }) => LogicalResourceId === 'Old')?.PhysicalResourceId;
    await bench.control('PUT', `/buckets/${name}`, { objects: 2 });
    const { Status, ChangeSetId } = await plan('one', template({ Web: machine() }));
    expect(Status).toBe('CREATE_COMPLETE');
    const { OperationEvents = [] } = await bench.cloudFormation.describeEvents({ ChangeSetName: ChangeSetId });
    expect(
      OperationEvents.map(({ ValidationName, ValidationFailureMode }) => `${ValidationName} ${ValidationFailureMode}`),
    ).toEqual(['BUCKET_EMPTINESS_VALIDATION WARN']);
  });
});

describe('a change set of a creation', () => {
  it('leaves a stack in REVIEW_IN_PROGRESS, which can be executed or deleted', async () => {
    const { Changes = [] } = await plan('two', first, { ChangeSetType: 'CREATE' });
    expect(Changes.map(({ ResourceChange: one }) => one?.Action)).toEqual(['Add', 'Add', 'Add']);
    const { StackId, StackStatus } = await bench.stack('two');
    expect(StackStatus).toBe('REVIEW_IN_PROGRESS');
    expect(await bench.things()).toEqual([]);
    await bench.cloudFormation.deleteStack({ StackName: 'two' });
    expect((await bench.stack(StackId ?? '')).StackStatus).toBe('DELETE_COMPLETE');
    await plan('two', first, { ChangeSetType: 'CREATE' });
    await bench.cloudFormation.executeChangeSet({ StackName: 'two', ChangeSetName: 'plan' });
    bench.pass(600);
    expect((await bench.stack('two')).StackStatus).toBe('CREATE_COMPLETE');
    const { OperationEvents = [] } = await bench.cloudFormation.describeEvents({ StackName: 'two' });
    expect(OperationEvents[0]).toMatchObject({ EventType: 'STACK_EVENT', ResourceStatus: 'CREATE_COMPLETE' });
  });

  it('names the properties that AWS does not have', async () => {
    const { Status, StatusReason, ChangeSetId } = await plan('two', template({ Web: machine({ Colour: 'red' }) }), {
      ChangeSetType: 'CREATE',
    });
    expect(Status).toBe('FAILED');
    expect(StatusReason).toContain('AWS::EarlyValidation::PropertyValidation');
    const { OperationEvents = [] } = await bench.cloudFormation.describeEvents({
      ChangeSetName: ChangeSetId,
      Filters: { FailedEvents: true },
    });
    expect(OperationEvents[0]).toMatchObject({
      EventType: 'VALIDATION_ERROR',
      LogicalResourceId: 'Web',
      ValidationStatusReason: 'Unsupported property [Colour]',
      ValidationPath: '/Resources/Web/Properties/Colour',
    });
  });

  it('is taken for the same when it is repeated with its token', async () => {
    const wish = {
      StackName: 'two',
      ChangeSetName: 'plan',
      ChangeSetType: 'CREATE',
      TemplateBody: JSON.stringify(first),
      ClientToken: 'a',
    } as const;
    const { Id } = await bench.cloudFormation.createChangeSet(wish);
    expect((await bench.cloudFormation.createChangeSet(wish)).Id).toBe(Id);
    expect(await refusal(bench.cloudFormation.createChangeSet({ ...wish, ClientToken: 'b' }))).toBe(
      'AlreadyExistsException: ChangeSet [plan] already exists',
    );
  });
});
