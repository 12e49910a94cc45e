import { describe, expect, it } from 'vitest';
import { calls } from '../../../src/adapters/cloudformation/calls.ts';
import { planner } from '../../../src/adapters/cloudformation/planner.ts';
import * as stacks from '../../../src/adapters/cloudformation/stacks.ts';
import type { Submission } from '../../../src/domain/deployers/planner.ts';
import { fakeSession, refused } from './fake-session.ts';

const id = 'arn:aws:cloudformation:eu-west-1:111111111111:stack/toscanini-1-1/0a1b';
const template = { Resources: {} };
const order = JSON.stringify({ name: 'toscanini-1-1', template, parameters: {}, tags: { a: 'b' } }) as Submission;
const stack = { StackId: id, StackName: 'toscanini-1-1', StackStatus: 'CREATE_COMPLETE' };
const gone = () => {
  throw refused('ValidationError', `Stack with id ${id} does not exist`);
};

const world = (answers: Parameters<typeof fakeSession>[0]) =>
  fakeSession({
    DescribeStacks: () => ({ Stacks: [stack] }),
    GetTemplate: () => ({ TemplateBody: JSON.stringify(template) }),
    ...answers,
  });
const deployer = ({ session }: ReturnType<typeof world>) => calls(async () => session, { now: () => new Date(0) });

describe('a stack', () => {
  it('is found by its name, and is none where AWS knows none or has deleted it', async () => {
    expect(await deployer(world({})).find('toscanini-1-1')).toBe(id);
    expect(await deployer(world({ DescribeStacks: gone })).find('toscanini-1-1')).toBeUndefined();
    const deleted = { Stacks: [{ ...stack, StackStatus: 'DELETE_COMPLETE' }] };
    expect(await deployer(world({ DescribeStacks: () => deleted })).find('toscanini-1-1')).toBeUndefined();
  });

  it('that cannot be read is not taken for one that is gone', async () => {
    const away = () => {
      throw refused('Throttling');
    };
    await expect(deployer(world({ DescribeStacks: away })).find('x')).rejects.toMatchObject({
      name: 'ProviderUnavailableError',
    });
  });

  it('is listed with its name, from every page, and no stack of others is', async () => {
    const pages = [
      [stack, { StackId: 'arn:other', StackName: 'web' }],
      [{ StackId: 'arn:2', StackName: 'toscanini-2-1' }],
    ];
    const { session, asked } = fakeSession({
      ListStacks: ({ NextToken }) => ({
        StackSummaries: pages[Number(NextToken ?? 0)],
        ...(NextToken === undefined && { NextToken: '1' }),
      }),
    });
    expect([...(await stacks.list(session))]).toEqual([
      [id, 'toscanini-1-1'],
      ['arn:2', 'toscanini-2-1'],
    ]);
    const filter = asked[0]?.input['StackStatusFilter'] as string[];
    expect(filter).toContain('DELETE_FAILED');
    expect(filter).not.toContain('DELETE_COMPLETE');
    const named = await calls(async () => session, { now: () => new Date(0) }).names([id, 'arn:gone']);
    expect([...named]).toEqual([[id, 'toscanini-1-1']]);
  });

  it('has the outputs of its template, as text or as JSON, and none of ours', () => {
    const Outputs = [
      { Description: 'Output url', OutputValue: 'http://x' },
      { Description: 'Output all (JSON)', OutputValue: '["a"]' },
      { Description: 'Attribute KeyPairId', OutputValue: 'key-1' },
      { OutputValue: 'nameless' },
    ];
    expect(stacks.outputsOf({ Outputs } as never)).toEqual({ url: 'http://x', all: ['a'] });
    expect(stacks.outputsOf({ Outputs } as never, 'Attribute ')).toEqual({ KeyPairId: 'key-1' });
    expect(stacks.outputsOf({} as never)).toEqual({});
  });

  it('has a list as text that an earlier release wrote without escapes', () => {
    const Outputs = [{ Description: 'Output all (JSON)', OutputValue: '["say "hi""]' }];
    expect(stacks.outputsOf({ Outputs } as never)).toEqual({ all: '["say "hi""]' });
  });
});

describe('an update of a stack', () => {
  const updates = (UpdateStack: () => object, times: readonly (Date | undefined)[] = [undefined]) => {
    let reads = 0;
    const found = world({
      UpdateStack,
      DescribeStacks: () => {
        const LastUpdatedTime = times[Math.min(reads, times.length - 1)];
        reads += 1;
        return { Stacks: [{ ...stack, LastUpdatedTime }] };
      },
    });
    return { ...found, done: stacks.update(found.session, id, order) };
  };
  const lost = () => {
    throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError' });
  };

  it('sends the template with parameters and tags', async () => {
    const { asked, done } = updates(() => ({ StackId: id }));
    await done;
    expect(asked.at(-1)).toEqual({
      call: 'UpdateStack',
      input: {
        StackName: id,
        Parameters: [],
        Tags: [{ Key: 'a', Value: 'b' }],
        TemplateBody: JSON.stringify(template),
      },
    });
  });

  it('whose answer has no id is an outage', async () => {
    await expect(updates(() => ({})).done).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
  });

  it('whose answer is lost is done where the stack has changed since, and is asked for again where it has not', async () => {
    const [first, second] = [new Date(1), new Date(2)];
    await expect(updates(lost, [undefined, first]).done).resolves.toBeUndefined();
    await expect(updates(lost, [first, second]).done).resolves.toBeUndefined();
    for (const same of [[undefined], [first]])
      await expect(updates(lost, same).done).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
  });

  it('that changes nothing is done, and one that is refused is not', async () => {
    const answers = (message: string) =>
      updates(() => {
        throw refused('ValidationError', message);
      }).done;
    await expect(answers('No updates are to be performed.')).resolves.toBeUndefined();
    await expect(answers('Template error: x')).rejects.toMatchObject({ name: 'ProviderFailedError' });
  });
});

describe('what is left of a stack that is gone', () => {
  const remains = (answers: Parameters<typeof fakeSession>[0]) => {
    const found = world(answers);
    return { ...found, done: deployer(found).removeRemains?.(id) };
  };
  const refuse = (name: string) => () => {
    throw refused(name);
  };

  it('is removed, and nothing of one that stands is', async () => {
    const left = { GetParametersByPath: () => ({ Parameters: [{ Name: 'a' }] }), DeleteParameters: () => ({}) };
    const { asked, done } = remains({ ...left, DescribeStacks: gone });
    await done;
    expect(asked.at(-1)).toEqual({ call: 'DeleteParameters', input: { Names: ['a'] } });
    const standing = remains(left);
    await standing.done;
    expect(standing.asked.map(({ call }) => call)).toEqual(['DescribeStacks']);
  });

  it('stays for good without the right to remove it, and for now in an outage', async () => {
    const answered = (name: string) => remains({ DescribeStacks: gone, GetParametersByPath: refuse(name) }).done;
    await expect(answered('AccessDeniedException')).rejects.toMatchObject({ name: 'ProviderFailedError' });
    const outage = { name: 'ProviderUnavailableError', outageCause: 'no-answer' };
    await expect(answered('ThrottlingException')).rejects.toMatchObject({ ...outage, hasAnswered: true });
    await expect(answered('InternalFailure')).rejects.toMatchObject({ name: 'ProviderFailedError' });
  });
});

describe('the order of a stack', () => {
  it('names the deployment in its tags', () => {
    const blueprint = JSON.stringify({ parameters: {}, machines: [], shared: {}, outputs: [], nodes: [] });
    const plan = () =>
      planner.plan({ template: '', inputs: {}, name: 'toscanini-d1-12', edits: [], blueprint, machines: [] });
    expect(JSON.parse(plan()).tags).toMatchObject({ 'toscanini:deployment': 'd1' });
  });
});

describe('a creation that needs the default subnets', () => {
  const needy = JSON.stringify({ ...JSON.parse(order), parameters: { DefaultSubnets: '' } }) as Submission;

  it('is refused in a region without them, with what the provider needs', async () => {
    const { session, asked } = fakeSession({ DescribeSubnets: () => ({ Subnets: [] }) });
    await expect(stacks.create(session, needy)).rejects.toMatchObject({
      name: 'ProviderFailedError',
      message: expect.stringMatching(/^region eu-west-1 has no default subnets: name the provider's own/),
    });
    expect(asked.map(({ call }) => call)).toEqual(['DescribeSubnets']);
  });

  it('gets them in the same order, whatever the order of the answer', async () => {
    const { session, asked } = fakeSession({
      DescribeSubnets: () => ({ Subnets: [{ SubnetId: 'subnet-2' }, {}, { SubnetId: 'subnet-1' }] }),
      CreateStack: () => ({ StackId: id }),
    });
    expect(await stacks.create(session, needy)).toBe(id);
    expect(asked[0]?.input).toEqual({ Filters: [{ Name: 'default-for-az', Values: ['true'] }] });
    expect(asked[1]?.input).toMatchObject({
      ...{ StackName: 'toscanini-1-1', ClientRequestToken: 'toscanini-1-1', OnFailure: 'DO_NOTHING' },
      Parameters: [{ ParameterKey: 'DefaultSubnets', ParameterValue: 'subnet-1,subnet-2' }],
    });
  });
});
