import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, bucket, line, machine, refusal, startBench, template, whole } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
beforeEach(async () => void (await bench.control('DELETE')));
afterAll(() => bench.stop());

const created = async (name: string, design: object, rest: object = {}): Promise<string> => {
  const { StackId = '' } = await bench.create(name, design, rest);
  bench.pass(600);
  return StackId;
};

const typesHeld = async (): Promise<readonly string[]> =>
  (await bench.things()).map(({ logicalId }) => logicalId).sort();

describe('creation', () => {
  it('takes its time, in the order of the references, with two events in progress for each resource', async () => {
    const id = await created('one', whole, { ClientRequestToken: 'first' });
    const events = await bench.events(id);
    const lines = events.map(line);
    expect(lines[0]).toBe('one CREATE_IN_PROGRESS');
    expect(lines.at(-1)).toBe('one CREATE_COMPLETE');
    for (const logicalId of Object.keys(whole.Resources)) {
      const own = events.filter((one) => one.LogicalResourceId === logicalId);
      expect(own.map(({ ResourceStatus }) => ResourceStatus)).toEqual([
        'CREATE_IN_PROGRESS',
        'CREATE_IN_PROGRESS',
        'CREATE_COMPLETE',
      ]);
      expect(own[1]?.ResourceStatusReason).toBe('Resource creation Initiated');
    }
    expect(lines.indexOf('Group CREATE_COMPLETE')).toBeLessThan(lines.indexOf('Web CREATE_IN_PROGRESS'));
    expect(lines.indexOf('Disk CREATE_COMPLETE')).toBeLessThan(lines.indexOf('Attached CREATE_IN_PROGRESS'));
    expect(new Set(events.map(({ ClientRequestToken }) => ClientRequestToken))).toEqual(new Set(['first']));
    expect(new Set(events.map(({ EventId }) => EventId)).size).toBe(events.length);
  });

  it('shows what holds at the moment of the question', async () => {
    await bench.create('one', whole);
    expect((await bench.stack('one')).StackStatus).toBe('CREATE_IN_PROGRESS');
    bench.pass(7);
    expect((await bench.events('one')).map(line)).toContain('Web CREATE_IN_PROGRESS');
    expect((await bench.stack('one')).StackStatus).toBe('CREATE_IN_PROGRESS');
    bench.pass(600);
    const { StackStatus, Outputs } = await bench.stack('one');
    expect(StackStatus).toBe('CREATE_COMPLETE');
    expect(Outputs?.find(({ OutputKey }) => OutputKey === 'Url')?.OutputValue).toMatch(
      /^http:\/\/198\.18\.\d+\.\d+\/$/,
    );
  });

  it('takes a repeat with the same token for the same request, and refuses another', async () => {
    const id = await created('one', whole, { ClientRequestToken: 'first' });
    expect((await bench.create('one', whole, { ClientRequestToken: 'first' })).StackId).toBe(id);
    expect(await refusal(bench.create('one', whole, { ClientRequestToken: 'second' }))).toBe(
      'AlreadyExistsException: Stack [one] already exists',
    );
    expect(await typesHeld()).toEqual(Object.keys(whole.Resources).sort());
  });

  const broken = template({
    Good: bucket,
    Bad: { ...machine({ InstanceType: 'x9.huge' }), DependsOn: 'Good' },
    Never: { ...bucket, DependsOn: 'Bad' },
  });

  for (const { mode, status, left } of [
    { mode: 'DO_NOTHING', status: 'CREATE_FAILED', left: ['Good'] },
    { mode: 'ROLLBACK', status: 'ROLLBACK_COMPLETE', left: [] },
    { mode: 'DELETE', status: 'DELETE_COMPLETE', left: [] },
  ] as const) {
    it(`that fails with OnFailure ${mode} ends as ${status}`, async () => {
      const id = await created('one', broken, { OnFailure: mode });
      expect((await bench.stack(id)).StackStatus).toBe(status);
      expect(await typesHeld()).toEqual(left);
      const events = await bench.events(id);
      expect(events.map(line)).not.toContain('Never CREATE_IN_PROGRESS');
      const first = events.find(({ ResourceStatus }) => ResourceStatus === 'CREATE_FAILED');
      expect(first?.LogicalResourceId).toBe('Bad');
      expect(first?.ResourceStatusReason).toMatch(
        /Invalid value 'x9\.huge' for InstanceType.*HandlerErrorCode: InvalidRequest\)$/,
      );
    });
  }

  it('cancels what runs beside a failure', async () => {
    const id = await created(
      'one',
      template({
        Slow: { Type: 'AWS::RDS::DBInstance', Properties: { Engine: 'mysql' } },
        Bad: machine({ InstanceType: 'x9.huge' }),
      }),
    );
    const slow = (await bench.events(id)).find(
      ({ LogicalResourceId, ResourceStatus }) => LogicalResourceId === 'Slow' && ResourceStatus === 'CREATE_FAILED',
    );
    expect(slow?.ResourceStatusReason).toBe('Resource creation cancelled');
    expect(await typesHeld()).toEqual([]);
  });

  it('of many resources is shown in pages of a hundred', async () => {
    const group = { Type: 'AWS::EC2::SecurityGroup', Properties: { GroupDescription: 'one of many' } };
    const names = Array.from({ length: 110 }, (_, index) => `G${index}`);
    const id = await created('one', template(Object.fromEntries(names.map((name) => [name, group]))));
    const events = await bench.events(id);
    expect(events).toHaveLength(110 * 3 + 2);
    expect(new Set(events.map(({ EventId }) => EventId)).size).toBe(events.length);
    const first = await bench.cloudFormation.listStackResources({ StackName: id });
    const second = await bench.cloudFormation.listStackResources({ StackName: id, NextToken: first.NextToken });
    expect([first.StackResourceSummaries?.length, second.StackResourceSummaries?.length, second.NextToken]).toEqual([
      100,
      10,
      undefined,
    ]);
  });

  it('can be taken back while it runs', async () => {
    const { StackId = '' } = await bench.create('one', whole);
    bench.pass(10);
    await bench.cloudFormation.deleteStack({ StackName: 'one' });
    bench.pass(600);
    expect((await bench.stack(StackId)).StackStatus).toBe('DELETE_COMPLETE');
    expect(await typesHeld()).toEqual([]);
  });
});

describe('update', () => {
  const first = template({ Web: machine(), Old: bucket });

  it('adds, changes and replaces, and removes at the end what the template leaves out', async () => {
    const id = await created('one', first);
    const before = await bench.cloudFormation.listStackResources({ StackName: id });
    const physical = (all: typeof before, name: string) =>
      all.StackResourceSummaries?.find(({ LogicalResourceId }) => LogicalResourceId === name)?.PhysicalResourceId;
    await bench.update(
      'one',
      template({
        Key: { Type: 'AWS::EC2::KeyPair', Properties: { KeyName: 'mine' } },
        Web: machine({ ImageId: { Ref: 'Image' }, SubnetId: undefined, KeyName: { Ref: 'Key' } }),
        New: bucket,
      }),
    );
    bench.pass(600);
    expect((await bench.stack(id)).StackStatus).toBe('UPDATE_COMPLETE');
    const after = await bench.cloudFormation.listStackResources({ StackName: id });
    expect(physical(after, 'Web')).not.toBe(physical(before, 'Web'));
    expect(await typesHeld()).toEqual(['Key', 'New', 'Web']);
    const lines = (await bench.events(id)).map(line);
    expect(lines.indexOf('Web UPDATE_COMPLETE')).toBeLessThan(lines.indexOf('one UPDATE_COMPLETE_CLEANUP_IN_PROGRESS'));
    expect(lines.indexOf('one UPDATE_COMPLETE_CLEANUP_IN_PROGRESS')).toBeLessThan(
      lines.indexOf('Old DELETE_IN_PROGRESS'),
    );
    expect(lines.at(-1)).toBe('one UPDATE_COMPLETE');
  });

  it('keeps the thing when a property can change in place', async () => {
    const id = await created('one', first);
    const { Reservations: before = [] } = await bench.ec2.describeInstances({});
    await bench.update('one', template({ Web: machine({ InstanceType: 't3.large' }), Old: bucket }));
    bench.pass(600);
    const { Reservations: after = [] } = await bench.ec2.describeInstances({});
    expect(after.map(({ Instances }) => Instances?.[0]?.InstanceId)).toEqual(
      before.map(({ Instances }) => Instances?.[0]?.InstanceId),
    );
    expect(after[0]?.Instances?.[0]?.InstanceType).toBe('t3.large');
    expect((await bench.stack(id)).LastUpdatedTime).toBeDefined();
  });

  it('that fails goes back to what was', async () => {
    const id = await created('one', first);
    const { StackResourceSummaries: before = [] } = await bench.cloudFormation.listStackResources({ StackName: id });
    await bench.update(
      'one',
      template({
        Web: machine({ InstanceType: 't3.large' }),
        New: bucket,
        Bad: { ...machine({ InstanceType: 'x9.huge' }), DependsOn: ['Web', 'New'] },
      }),
    );
    bench.pass(600);
    expect((await bench.stack(id)).StackStatus).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(await typesHeld()).toEqual(['Old', 'Web']);
    const { StackResourceSummaries: after = [] } = await bench.cloudFormation.listStackResources({ StackName: id });
    expect(after.map(({ PhysicalResourceId }) => PhysicalResourceId).sort()).toEqual(
      before.map(({ PhysicalResourceId }) => PhysicalResourceId).sort(),
    );
    const { Reservations: [only] = [] } = await bench.ec2.describeInstances({});
    expect(only?.Instances?.[0]?.InstanceType).toBe('t3.micro');
    expect(await refusal(bench.update('one', first))).toBe('ValidationError: No updates are to be performed.');
  });

  it('can be cancelled', async () => {
    const id = await created('one', first);
    await bench.update('one', template({ Web: machine(), Old: bucket, More: machine() }));
    bench.pass(3);
    await bench.cloudFormation.cancelUpdateStack({ StackName: 'one' });
    bench.pass(600);
    expect((await bench.stack(id)).StackStatus).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(await typesHeld()).toEqual(['Old', 'Web']);
  });

  it('whose way back fails goes on when it is told to', async () => {
    const id = await created('one', first);
    await bench.setFaults({ resource: 'fail', logicalId: 'Web', skip: 1 });
    await bench.update(
      'one',
      template({
        Web: machine({ InstanceType: 't3.large' }),
        Old: bucket,
        Bad: { ...machine({ InstanceType: 'x9.huge' }), DependsOn: 'Web' },
      }),
    );
    bench.pass(600);
    expect((await bench.stack(id)).StackStatus).toBe('UPDATE_ROLLBACK_FAILED');
    await bench.setFaults();
    await bench.cloudFormation.continueUpdateRollback({ StackName: 'one' });
    bench.pass(600);
    expect((await bench.stack(id)).StackStatus).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(await typesHeld()).toEqual(['Old', 'Web']);
  });

  it('without a change is refused, and so is one during another', async () => {
    await created('one', first);
    expect(await refusal(bench.update('one', first))).toBe('ValidationError: No updates are to be performed.');
    await bench.update('one', template({ Web: machine() }), { ClientRequestToken: 'again' });
    expect(await refusal(bench.update('one', template({ Old: bucket })))).toMatch(
      /^ValidationError: Stack:arn:.* is in UPDATE_COMPLETE_CLEANUP_IN_PROGRESS state and can not be updated\.$/,
    );
    await bench.update('one', template({ Web: machine() }), { ClientRequestToken: 'again' });
  });
});

describe('deletion', () => {
  it('goes against the order of the references', async () => {
    const id = await created('one', whole);
    await bench.cloudFormation.deleteStack({ StackName: 'one' });
    bench.pass(600);
    expect((await bench.stack(id)).StackStatus).toBe('DELETE_COMPLETE');
    expect(await refusal(bench.stack('one'))).toBe('ValidationError: Stack with id one does not exist');
    expect(await typesHeld()).toEqual([]);
    const lines = (await bench.events(id)).map(line);
    expect(lines.indexOf('Attached DELETE_COMPLETE')).toBeLessThan(lines.indexOf('Disk DELETE_IN_PROGRESS'));
    expect(lines.indexOf('Web DELETE_COMPLETE')).toBeLessThan(lines.indexOf('Group DELETE_IN_PROGRESS'));
  });

  it('of an unknown stack is no mistake', async () => {
    await bench.cloudFormation.deleteStack({ StackName: 'nobody' });
  });

  it('stops at a bucket that is not empty, and can keep it or be forced', async () => {
    for (const way of [{ RetainResources: ['Files'] }, { DeletionMode: 'FORCE_DELETE_STACK' as const }]) {
      const id = await created('one', template({ Files: bucket, Web: { ...machine(), DependsOn: 'Files' } }));
      const { StackResourceSummaries: all = [] } = await bench.cloudFormation.listStackResources({ StackName: id });
      const name = all.find(({ LogicalResourceId }) => LogicalResourceId === 'Files')?.PhysicalResourceId;
      await bench.control('PUT', `/buckets/${name}`, { objects: 1 });
      await bench.cloudFormation.deleteStack({ StackName: 'one' });
      bench.pass(600);
      const { StackStatus, StackStatusReason } = await bench.stack('one');
      expect(StackStatus).toBe('DELETE_FAILED');
      expect(StackStatusReason).toBe('The following resource(s) failed to delete: [Files]. ');
      expect(await typesHeld()).toEqual(['Files']);
      await bench.cloudFormation.deleteStack({ StackName: 'one', ...way });
      bench.pass(600);
      expect((await bench.stack(id)).StackStatus).toBe('DELETE_COMPLETE');
      expect(await typesHeld()).toEqual(['Files']);
      await bench.control('DELETE');
    }
  });

  it('is refused while the stack is protected', async () => {
    await created('one', template({ Files: bucket }), { EnableTerminationProtection: true });
    expect(await refusal(bench.cloudFormation.deleteStack({ StackName: 'one' }))).toBe(
      'ValidationError: Stack [one] cannot be deleted while TerminationProtection is enabled',
    );
    await bench.cloudFormation.updateTerminationProtection({ StackName: 'one', EnableTerminationProtection: false });
    await bench.cloudFormation.deleteStack({ StackName: 'one' });
  });
});
