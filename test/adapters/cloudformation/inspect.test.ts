import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../src/adapters/cloudformation/calls.ts';
import type { Session } from '../../../src/adapters/cloudformation/sessions.ts';
import { ComparisonRunningError, ComparisonUnansweredError } from '../../../src/domain/deployers/inspection.ts';
import { ProviderUnavailableError } from '../../../src/foundation/errors.ts';
import { type Bench, startBench, whole } from '../../local/sandbox/aws/bench.ts';

let bench: Bench;
let asked: string[];
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench?.stop());

/** Every call that is made, by its name. */
const counted = <Client extends object>(client: Client): Client =>
  new Proxy(client, {
    get: (target, name) => {
      const member = target[name as keyof Client];
      if (name !== 'send' || typeof member !== 'function') return member;
      return (command: object, ...rest: unknown[]) => {
        asked.push(command.constructor.name.replace(/Command$/, ''));
        return member.call(target, command, ...rest);
      };
    },
  });

/** In every test: nothing that a check calls changes anything. */
afterEach(() => {
  expect(asked.filter((name) => !/^(?:Describe|Get|DetectStackDrift$)/.test(name))).toEqual([]);
});

const deployer = () => {
  const { cloudFormation, ec2, ssm } = bench;
  const session = {
    ...{ stacks: counted(cloudFormation), machines: counted(ec2), commands: counted(ssm) },
    ...{ region: 'eu-west-1', account: async () => '111111111111' },
  } as unknown as Session;
  return calls(async () => session, { now: () => new Date() });
};

let names = 0;
const stack = async () => {
  names += 1;
  const made = await bench.cloudFormation.createStack({
    StackName: `drift-${names}`,
    TemplateBody: JSON.stringify(whole),
  });
  bench.pass(3_600);
  asked = [];
  return made.StackId ?? '';
};

const thing = async (id: string, type: string): Promise<string> => {
  const { StackResources = [] } = await bench.cloudFormation.describeStackResources({ StackName: id });
  return StackResources.find(({ ResourceType }) => ResourceType === type)?.PhysicalResourceId ?? '';
};
const behind = (id: string, change: object) =>
  fetch(`${bench.url}/_sandbox/aws/things/${id}`, { method: 'PUT', body: JSON.stringify(change) });

/** As the checks ask: begin, then read when CloudFormation has told that it is done. */
const look = async (id: string) => {
  const { inspect } = deployer();
  const begun = await inspect?.(id, {});
  if (begun?.is !== 'comparing') throw new Error('nothing was begun');
  bench.pass(60);
  const seen = await inspect?.(id, { comparison: begun.comparison, isDone: true });
  if (seen?.is !== 'read') throw new Error('nothing was read');
  return seen;
};

describe('what CloudFormation tells of what stands', () => {
  it('costs three calls for a stack in order, and four where no event comes; none of them changes anything', async () => {
    const id = await stack();
    expect((await look(id)).parts).toEqual([]);
    expect(asked).toEqual(['DetectStackDrift', 'DescribeStackResourceDrifts', 'DescribeInstances']);
    asked = [];
    const begun = await deployer().inspect?.(id, {});
    const comparison = begun?.is === 'comparing' ? begun.comparison : '';
    expect(await deployer().inspect?.(id, { comparison })).toEqual({ is: 'comparing', comparison });
    bench.pass(60);
    asked = ['DetectStackDrift'];
    expect(await deployer().inspect?.(id, { comparison })).toMatchObject({ is: 'read', parts: [] });
    expect(asked).toHaveLength(4);
  });

  it('a machine that was stopped is no drift for it, and EC2 says so', async () => {
    const id = await stack();
    await bench.ec2.stopInstances({ InstanceIds: [await thing(id, 'AWS::EC2::Instance')] });
    bench.pass(600);
    const seen = await look(id);
    expect(seen.parts).toEqual([]);
    expect(seen.machines).toMatchObject([{ state: 'stopped' }]);
  });

  it('what was deleted is missing, and what was changed has old and new', async () => {
    const id = await stack();
    await behind(await thing(id, 'AWS::EC2::Volume'), { properties: { Size: 99 } });
    await behind(await thing(id, 'AWS::EC2::Instance'), { gone: true });
    const { parts = [], machines } = await look(id);
    expect(machines).toEqual([]);
    const missing = parts.find(({ is }) => is === 'missing');
    expect(missing).toMatchObject({ id: 'Web (AWS::EC2::Instance)', physicalId: expect.stringContaining('i-') });
    expect(parts.find(({ is }) => is === 'changed')).toMatchObject({
      id: 'Disk (AWS::EC2::Volume)',
      properties: [{ property: 'Size', old: '10', new: '99' }],
    });
  });

  it('a long value is not cut, since half a secret is known to nobody', async () => {
    const id = await stack();
    const long = 'a secret '.repeat(40);
    await behind(await thing(id, 'AWS::EC2::Volume'), { properties: { AvailabilityZone: long } });
    const [changed] = (await look(id)).parts ?? [];
    expect(changed).toMatchObject({ properties: [{ property: 'AvailabilityZone', new: `${long.length} characters` }] });
  });

  it('a stack that is being changed is refused, and one that is gone is not found', async () => {
    const id = await stack();
    await bench.cloudFormation.deleteStack({ StackName: id });
    await expect(deployer().inspect?.(id, {})).rejects.toMatchObject({ name: 'ProviderFailedError' });
    bench.pass(3_600);
    await expect(deployer().inspect?.(`${id.slice(0, -1)}x`, {})).rejects.toMatchObject({ name: 'NotFoundError' });
  });

  it('one that somebody has deleted is not found, though CloudFormation still knows its id and only refuses to compare', async () => {
    const id = await stack();
    await bench.cloudFormation.deleteStack({ StackName: id });
    bench.pass(3_600);
    await expect(deployer().inspect?.(id, {})).rejects.toMatchObject({ name: 'NotFoundError' });
    expect(asked).toEqual(['DetectStackDrift', 'DescribeStacks']);
  });
});

it('waits for a comparison that somebody else began', async () => {
  const id = await stack();
  const { is } = (await deployer().inspect?.(id, {})) ?? {};
  expect(is).toBe('comparing');
  await expect(deployer().inspect?.(id, {})).rejects.toBeInstanceOf(ComparisonRunningError);
  bench.pass(600);
  expect(await deployer().inspect?.(id, {})).toMatchObject({ is: 'comparing' });
});

it('tells a comparison of which the answer was lost from an outage of another call', async () => {
  asked = [];
  const lost = Object.assign(new Error('socket hang up'), { name: 'TimeoutError' });
  const session = { stacks: { send: () => Promise.reject(lost) }, region: 'eu-west-1' } as unknown as Session;
  const { inspect = () => Promise.reject(new Error('none')) } = calls(async () => session, { now: () => new Date() });
  await expect(inspect('stack', {})).rejects.toBeInstanceOf(ComparisonUnansweredError);
  await expect(inspect('stack', { comparison: 'c' })).rejects.not.toBeInstanceOf(ComparisonUnansweredError);
  await expect(inspect('stack', { comparison: 'c' })).rejects.toBeInstanceOf(ProviderUnavailableError);
});
