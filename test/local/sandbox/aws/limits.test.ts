/** The sandbox refuses what AWS's own models refuse. */

import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { SSM } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { services } from '../../../../local/sandbox/aws/calls/actions.ts';
import kept from '../../../../local/sandbox/aws/calls/limits.json' with { type: 'json' };
import { checkLimits, type Limits } from '../../../../local/sandbox/aws/calls/limits.ts';
import { limitsOfSandbox, modelsInUse } from '../../../e2e/botocore/model.ts';
import { home, startBench } from './bench.ts';

const patternsIn = ({ pattern, in: inside = {} }: Limits): readonly string[] => [
  ...(pattern === undefined ? [] : [pattern]),
  ...Object.values(inside).flatMap(patternsIn),
];

describe('the limits of the sandbox', () => {
  it('are those of the model; node test/e2e/botocore/model.ts writes them', () => {
    expect(kept).toEqual(limitsOfSandbox(modelsInUse().services));
  });

  it('are there for many calls, and their patterns can be read', () => {
    const all: readonly Limits[] = Object.values(kept).flatMap((calls): Limits[] => Object.values(calls));
    expect(all.length).toBeGreaterThan(25);
    const patterns = all.flatMap(patternsIn);
    expect(patterns.length).toBeGreaterThan(15);
    for (const pattern of patterns) expect(() => new RegExp(`^(?:${pattern})$`, 'u'), pattern).not.toThrow();
  });

  it('name only services and calls that it has', () => {
    for (const [service, calls] of Object.entries(kept))
      expect(Object.keys(services[service]?.actions ?? {})).toEqual(expect.arrayContaining(Object.keys(calls)));
  });

  it.each([
    ['ssm', 'SendCommand', { Comment: 'x'.repeat(100) }, undefined],
    ['ssm', 'SendCommand', { Comment: '𐐀'.repeat(100) }, undefined],
    ['ssm', 'SendCommand', { Comment: 'x'.repeat(101) }, "Value at 'Comment' .* length less than or equal to 100$"],
    ['ssm', 'SendCommand', { TimeoutSeconds: 29 }, "Value at 'TimeoutSeconds' .* value greater than or equal to 30$"],
    ['ssm', 'GetParameters', { Names: Array.from({ length: 11 }, () => 'a') }, "Value at 'Names' .* or equal to 10$"],
    [
      'cloudformation',
      'CreateStack',
      { Tags: [{ Key: 'a', Value: '' }] },
      "'Tags.1.Value' .* greater than or equal to 1$",
    ],
    ['cloudformation', 'CreateStack', { OnFailure: 'KEEP' }, "'OnFailure' .* enum value set"],
    ['cloudformation', 'CreateChangeSet', { ChangeSetName: '1x' }, "'ChangeSetName' .* regular expression pattern"],
    ['batch', 'DescribeJobs', { jobs: [] }, undefined],
    ['ec2', 'DescribeInstances', { InstanceId: [] }, undefined],
  ])('are held for %s %s: %j', (service, action, params, said) => {
    const check = () => checkLimits(service, action, params);
    if (said === undefined) expect(check).not.toThrow();
    else expect(check).toThrow(new RegExp(`^1 validation error detected: .*${said}`));
  });
});

describe('a call beyond them', () => {
  let aws: Awaited<ReturnType<typeof startBench>>;
  beforeAll(async () => {
    aws = await startBench();
  });
  afterAll(() => aws.stop());
  const settings = () => ({ region: 'eu-west-1', credentials: home, endpoint: aws.url, maxAttempts: 1 });

  it('is refused as a validation error, and never quotes the value', async () => {
    const drifts = new CloudFormation(settings()).describeStackResourceDrifts({
      StackName: 'x',
      StackResourceDriftStatusFilters: ['MODIFIED', 'DELETED', 'NOT_CHECKED', 'UNKNOWN', 'UNSUPPORTED'],
    });
    await expect(drifts).rejects.toMatchObject({
      name: 'ValidationError',
      message: expect.stringMatching(/'StackResourceDriftStatusFilters' .* less than or equal to 4$/),
    });
    const put = new SSM(settings()).putParameter({ Name: '/a', Value: 'v', Type: 'hidden' as never });
    await expect(put).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.not.stringContaining('hidden'),
    });
  });
});
