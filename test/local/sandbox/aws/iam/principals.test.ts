/** Who acts in the sandbox, and what the installation lets them do. */

import { Batch } from '@aws-sdk/client-batch';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { objectRequests } from '../../../../../local/sandbox/aws/batch/objects.ts';
import { decide } from '../../../../../local/sandbox/aws/iam/decision.ts';
import { roleOf } from '../../../../../local/sandbox/aws/iam/principals.ts';
import { type Bench, bucket, line, refusal, startBench, template } from '../bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
beforeEach(async () => void (await bench.control('DELETE')));
afterAll(() => bench.stop());

const role = (name: string) => `arn:aws:iam::111111111111:role/toscanini-${name}-eu-west-1`;
const StackName = 'toscanini-01234567-0123-0123-0123-0123456789ab-1';
const body = (resources: object) => ({ StackName, TemplateBody: JSON.stringify(template(resources)) });
const as = (name: string) => bench.of('eu-west-1', { accessKeyId: `functions.${name}`, secretAccessKey: 'local' });

describe('a function', () => {
  it('makes stacks of deployments with the role of the installation, and no others', async () => {
    const { cloudFormation } = as('tasks.submit-attempt');
    const made = body({ A: bucket });
    expect(await refusal(cloudFormation.createStack(made))).toMatch(
      /^AccessDenied: User: arn:aws:sts::111111111111:assumed-role\/toscanini-service-\S+ is not authorized to perform: cloudformation:CreateStack on resource: \S+ because no identity-based policy allows/,
    );
    const other = { ...made, RoleARN: 'arn:aws:iam::111111111111:role/administrator' };
    expect(await refusal(cloudFormation.createStack(other))).toMatch(/cloudformation:CreateStack/);
    const foreign = { ...made, RoleARN: role('stacks'), StackName: 'payroll' };
    expect(await refusal(cloudFormation.createStack(foreign))).toMatch(/cloudformation:CreateStack/);
    await cloudFormation.createStack({ ...made, RoleARN: role('stacks') });
    bench.pass(600);
    expect((await bench.stack(StackName)).StackStatus).toBe('CREATE_COMPLETE');
  });

  it('has the rights of its own role, not those of another function', async () => {
    const { cloudFormation, ec2 } = as('http.deployments.get');
    expect(await refusal(cloudFormation.describeStacks({ StackName }))).toMatch(/^AccessDenied/);
    expect(await refusal(ec2.describeInstances({}))).toMatch(/^UnauthorizedOperation/);
  });

  it('that the installation does not have is nobody', async () => {
    expect(await refusal(as('http.nothing').sts.getCallerIdentity({}))).toMatch(/^InvalidClientTokenId/);
  });

  it('starts machines of stacks only', async () => {
    await bench.create(
      StackName,
      template({
        Web: { Type: 'AWS::EC2::Instance', Properties: { ImageId: { Ref: 'Image' }, InstanceType: 't3.micro' } },
      }),
    );
    bench.pass(600);
    const { Reservations: [one] = [] } = await bench.ec2.describeInstances({});
    const InstanceIds = [one?.Instances?.[0]?.InstanceId ?? ''];
    expect(await refusal(as('tasks.begin-action').ec2.stopInstances({ InstanceIds }))).toMatch(
      /^UnauthorizedOperation/,
    );
  });

  it('registers jobs with the roles of the installation only', async () => {
    const batch = new Batch({
      ...{ region: 'eu-west-1', endpoint: bench.url, maxAttempts: 1 },
      credentials: { accessKeyId: 'functions.tasks.submit-attempt', secretAccessKey: 'local' },
    });
    const definition = (executionRoleArn: string) => ({
      ...{ jobDefinitionName: StackName, type: 'container' as const, platformCapabilities: ['FARGATE' as const] },
      containerProperties: {
        ...{ image: 'busybox', executionRoleArn },
        resourceRequirements: [
          { type: 'VCPU' as const, value: '0.25' },
          { type: 'MEMORY' as const, value: '512' },
        ],
      },
    });
    expect(await refusal(batch.registerJobDefinition(definition('arn:aws:iam::111111111111:role/other')))).toMatch(
      /^AccessDeniedException: .*iam:PassRole on resource: arn:aws:iam::111111111111:role\/other/,
    );
    await batch.registerJobDefinition(definition(role('start-jobs')));
    expect(
      await refusal(batch.registerJobDefinition({ ...definition(role('start-jobs')), jobDefinitionName: 'x' })),
    ).toMatch(/batch:RegisterJobDefinition/);
  });
});

describe('the role of a stack', () => {
  it('makes no type that the installation does not allow', async () => {
    const { StackId = '' } = await bench.create(
      StackName,
      template({
        A: bucket,
        Group: {
          Type: 'AWS::EC2::Instance',
          Properties: { ImageId: { Ref: 'Image' }, InstanceType: 't3.micro', IamInstanceProfile: 'administrator' },
          DependsOn: 'A',
        },
      }),
      { RoleARN: role('stacks') },
    );
    bench.pass(600);
    const events = await bench.events(StackId);
    expect(events.map(line)).toContain('Group CREATE_FAILED');
    const said = events.find(({ ResourceStatus }) => ResourceStatus === 'CREATE_FAILED')?.ResourceStatusReason;
    expect(said).toContain(
      'assumed-role/toscanini-stacks-eu-west-1/AWSCloudFormation is not authorized to perform: iam:PassRole on resource: arn:aws:iam::111111111111:role/administrator',
    );
    expect(said).toContain('HandlerErrorCode: AccessDenied');
  });
});

describe('the role of jobs', () => {
  const may = (method: string, path: string): boolean => {
    const policies = roleOf(role('jobs')) ?? { identity: [] };
    return objectRequests({ method, url: `/_sandbox/s3${path}`, headers: {} }).every(
      (request) => decide(policies, request).allowed,
    );
  };
  const results = JSON.stringify(roleOf(role('jobs'))).match(/s3:::(results[0-9a-f]+)\/\*/)?.[1] ?? '';

  it.each([
    ['PUT', '/one/a.txt', true],
    ['GET', '/one/a.txt', false],
    ['GET', '/chains/1/a.txt', true],
    ['HEAD', '/chains/1/a.txt', true],
    ['DELETE', '/chains/1/a.txt', false],
    ['GET', '?list-type=2&prefix=chains%2F1%2F', true],
    ['GET', '?list-type=2&prefix=one%2F', false],
    ['GET', '?list-type=2', false],
  ])('may %s %s of the bucket for results: %s', (method, rest, isAllowed) => {
    expect(results).not.toBe('');
    expect(may(method, `/${results}${rest}`)).toBe(isAllowed);
  });
});
