import type { ResourceChange } from '@aws-sdk/client-cloudformation';
import { describe, expect, it } from 'vitest';
import { changesOf } from '../../../src/adapters/cloudformation/change-sets.ts';
import { fakeSession, refused } from './fake-session.ts';

const template = {
  Resources: {
    web0: { Type: 'AWS::EC2::Instance', Properties: {}, Metadata: { toscanini: { node: 'web', resource: 'r-1' } } },
    shared: { Type: 'AWS::EC2::SecurityGroup', Properties: {} },
  },
};
const order = { name: 'toscanini-1-1', template, parameters: {}, tags: {} } as never;
const old = new Date(0);

/** A stack whose change set has these changes, two on a page. */
const planning = (changes: readonly ResourceChange[], answers: Parameters<typeof fakeSession>[0] = {}) =>
  fakeSession({
    DescribeStacks: () => ({
      Stacks: [
        {
          StackId: 'arn:stack',
          StackName: 'toscanini-1-1',
          StackStatus: 'CREATE_COMPLETE',
          Tags: [{ Key: 'a', Value: 'b' }],
        },
      ],
    }),
    GetTemplate: () => ({ TemplateBody: JSON.stringify(template) }),
    CreateChangeSet: () => ({ Id: 'arn:set' }),
    DescribeChangeSet: ({ NextToken }) => {
      const from = Number(NextToken ?? 0);
      return {
        ...{ ChangeSetId: 'arn:set', Status: 'CREATE_COMPLETE' },
        Changes: changes.slice(from, from + 2).map((ResourceChange) => ({ ResourceChange })),
        ...(from + 2 < changes.length && { NextToken: String(from + 2) }),
      };
    },
    DeleteChangeSet: () => ({}),
    ...answers,
  });

const changesIn = ({ session }: ReturnType<typeof planning>, now = 100_000) => {
  let time = now;
  const pause = async (ms: number) => {
    time += ms;
  };
  return changesOf(session, 'arn:stack', order, { clock: { now: () => new Date(time) }, pause });
};

const change = (more: Partial<ResourceChange>): ResourceChange => ({
  ...{ LogicalResourceId: 'web0', ResourceType: 'AWS::EC2::Instance', Action: 'Modify', Replacement: 'False' },
  ...more,
});

describe('what an update would do', () => {
  it.each([
    ['added', { Action: 'Add' }],
    ['removed', { Action: 'Remove' }],
    ['replaced', { Replacement: 'True' }],
    ['perhaps replaced', { Replacement: 'Conditional' }],
    ['changed', {}],
  ] as const)('to a resource is: %s', async (action, more) => {
    const found = await changesIn(planning([change({ ...more, PhysicalResourceId: 'i-1' })]));
    expect(found).toEqual([{ name: 'web0', type: 'AWS::EC2::Instance', action, node: 'web', physicalId: 'i-1' }]);
  });

  it('is nothing where only the record of the stack follows what is there', async () => {
    expect(await changesIn(planning([change({ Action: 'SyncWithActual' })]))).toEqual([]);
    const same = { Target: { Name: 'ImageId', AttributeChangeType: 'SyncWithActual' as const } };
    expect(await changesIn(planning([change({ Details: [same] })]))).toEqual([]);
    const Details = [same, { Target: { Name: 'InstanceType', AttributeChangeType: 'Modify' as const } }];
    expect(await changesIn(planning([change({ Details })]))).toMatchObject([{ why: 'InstanceType changes' }]);
  });

  it('is said of every page, and without a node of what belongs to none', async () => {
    const shared = change({ LogicalResourceId: 'shared', ResourceType: 'AWS::EC2::SecurityGroup' });
    const gone = change({ LogicalResourceId: 'gone', Action: 'Remove' });
    const planned = planning([change({}), shared, gone]);
    expect((await changesIn(planned)).map(({ name, node }) => [name, node])).toEqual([
      ['web0', 'web'],
      ['shared', undefined],
      ['gone', undefined],
    ]);
    expect(planned.asked.filter(({ call }) => call === 'DescribeChangeSet').map(({ input }) => input)).toEqual([
      expect.objectContaining({ ChangeSetName: 'arn:set' }),
      expect.objectContaining({ ChangeSetName: 'arn:set', NextToken: '2' }),
    ]);
  });

  const whyOf = async (...Details: readonly object[]) =>
    (await changesIn(planning([change({ Details: Details as never })])))[0]?.why;

  it('names the properties that change, and what cannot be done on what exists', async () => {
    expect(await whyOf({ Target: { Name: 'Tags', RequiresRecreation: 'Never' } })).toBe('Tags changes');
    expect(await whyOf({ Target: { Name: 'ImageId', RequiresRecreation: 'Always' } })).toBe(
      'ImageId changes, which cannot be done on what exists',
    );
    expect(await whyOf({ Target: { Name: 'InstanceType', RequiresRecreation: 'Conditionally' } })).toBe(
      'InstanceType changes, which cannot always be done on what exists',
    );
    expect(await whyOf({ Target: { Attribute: 'Metadata' } })).toBe('Metadata changes');
    expect(await whyOf({ Target: {} })).toBe('something changes');
    expect(await whyOf({})).toBeUndefined();
  });

  it('names what a change comes from, unless it is the template itself', async () => {
    const Target = { Name: 'SubnetId' };
    expect(await whyOf({ Target, ChangeSource: 'ResourceReference', CausingEntity: 'subnet' })).toBe(
      'SubnetId changes with subnet',
    );
    expect(await whyOf({ Target, ChangeSource: 'DirectModification', CausingEntity: 'subnet' })).toBe(
      'SubnetId changes',
    );
    expect(await whyOf({ Target, ChangeSource: 'Automatic' })).toBe('SubnetId changes');
  });

  it('says each reason once', async () => {
    const one = { Target: { Name: 'Tags' } };
    expect(await whyOf(one, { Target: { Name: 'ImageId' } }, one)).toBe('Tags changes; ImageId changes');
  });

  it('is asked with the tags of the stack, and the change set goes', async () => {
    const planned = planning([]);
    await changesIn(planned);
    expect(planned.asked.find(({ call }) => call === 'CreateChangeSet')?.input).toMatchObject({
      ...{ StackName: 'arn:stack', ChangeSetName: 'toscanini-dry-run', ChangeSetType: 'UPDATE' },
      Tags: [{ Key: 'a', Value: 'b' }],
    });
    expect(planned.asked.at(-1)).toEqual({ call: 'DeleteChangeSet', input: { ChangeSetName: 'arn:set' } });
  });

  it('is nothing where CloudFormation finds no change, and an error where it cannot plan', async () => {
    const failed = (StatusReason: string) =>
      changesIn(
        planning([], {
          DescribeChangeSet: () => ({ Status: 'FAILED', StatusReason }),
          DescribeEvents: () => ({ OperationEvents: [] }),
        }),
      );
    expect(await failed("The submitted information didn't contain changes.")).toEqual([]);
    expect(await failed('No updates are to be performed.')).toEqual([]);
    await expect(failed('a limit')).rejects.toThrow('CloudFormation cannot plan this update: a limit');
  });

  it('is looked for each second until CloudFormation has planned it, for eighteen seconds', async () => {
    let looks = 0;
    const planned = planning([], {
      DescribeChangeSet: () => {
        looks += 1;
        return { Status: 'CREATE_IN_PROGRESS' };
      },
    });
    await expect(changesIn(planned)).rejects.toThrow('CloudFormation has not planned the update within 18 seconds');
    expect(looks).toBe(19);
    expect(planned.asked.at(-1)?.call).toBe('DeleteChangeSet');
  });

  it('replaces a change set that a process left a minute ago, and waits for a younger one', async () => {
    const plannedAt = async (now: number) => {
      let calls = 0;
      const planned = planning([], {
        CreateChangeSet: () => {
          calls += 1;
          if (calls === 1) throw refused('AlreadyExistsException');
          return { Id: 'arn:new' };
        },
        DescribeChangeSet: () => ({ CreationTime: old, Status: 'CREATE_COMPLETE' }),
      });
      return { found: await changesIn(planned, now).catch(({ name }: Error) => name), planned };
    };
    expect((await plannedAt(59_999)).found).toBe('NotReadyError');
    const { found, planned } = await plannedAt(60_000);
    expect(found).toEqual([]);
    expect(planned.asked.filter(({ call }) => call === 'DeleteChangeSet').map(({ input }) => input)).toEqual([
      { ChangeSetName: 'toscanini-dry-run', StackName: 'arn:stack' },
      { ChangeSetName: 'arn:new' },
    ]);
  });
});
