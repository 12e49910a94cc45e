import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, bucket, line, machine, refusal, startBench, template } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
beforeEach(async () => void (await bench.control('DELETE')));
afterAll(() => bench.stop());

describe('a template', () => {
  const wrong: readonly { readonly what: string; readonly design: object; readonly words: RegExp }[] = [
    {
      what: 'with an unknown type',
      design: template({ A: { Type: 'AWS::EC2::Machine' } }),
      words: /^ValidationError: Template format error: Unrecognized resource types: \[AWS::EC2::Machine\]$/,
    },
    {
      what: 'with a reference to nothing',
      design: template({ A: { Type: 'AWS::EC2::EIP', Properties: { InstanceId: { Ref: 'Nobody' } } } }),
      words:
        /^ValidationError: Template format error: Unresolved resource dependencies \[Nobody\] in the Resources block of the template$/,
    },
    {
      what: 'with an output that refers to nothing',
      design: template({ A: bucket }, { Outputs: { X: { Value: { 'Fn::Sub': '${Nobody}' } } } }),
      words: /Unresolved resource dependencies \[Nobody\] in the Outputs block/,
    },
    {
      what: 'with an attribute that the type does not have',
      design: template({ A: bucket }, { Outputs: { X: { Value: { 'Fn::GetAtt': ['A', 'Colour'] } } } }),
      words: /^ValidationError: Template error: resource A does not support attribute type Colour in Fn::GetAtt$/,
    },
    {
      what: 'with a circle',
      design: template({ A: { ...bucket, DependsOn: 'B' }, B: { ...bucket, DependsOn: 'A' } }),
      words: /^ValidationError: Circular dependency between resources: \[A, B\]$/,
    },
    {
      what: 'with a role and without the capability',
      design: template({ A: { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: {} } } }),
      words: /^InsufficientCapabilitiesException: Requires capabilities : \[CAPABILITY_IAM\]$/,
    },
    { what: 'without resources', design: {}, words: /At least one Resources member must be defined\.$/ },
    {
      what: 'with a strange member',
      design: { ...template({ A: bucket }), Extra: {} },
      words: /Invalid template property or properties \[Extra\]$/,
    },
    {
      what: 'with a name of other characters',
      design: template({ 'A-1': bucket }),
      words: /Resource name A-1 is non alphanumeric\.$/,
    },
    {
      what: 'of more than 500 resources',
      design: template(Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`A${index}`, bucket]))),
      words: /Number of resources, 501, is greater than maximum allowed, 500$/,
    },
    {
      what: 'with an unknown image parameter',
      design: {
        Parameters: { I: { Type: 'AWS::SSM::Parameter::Value<AWS::EC2::Image::Id>', Default: '/aws/nothing' } },
        Resources: { A: bucket },
      },
      words: /Unable to fetch parameters \[\/aws\/nothing\] from parameter store for this account\.$/,
    },
  ];
  for (const { what, design, words } of wrong) {
    it(`${what} is refused, and no stack is made`, async () => {
      expect(await refusal(bench.create('one', design))).toMatch(words);
      expect(await refusal(bench.stack('one'))).toBe('ValidationError: Stack with id one does not exist');
    });
  }

  it('needs all its parameters, and no others', async () => {
    const design = { Parameters: { Size: { Type: 'Number', MaxValue: 4 } }, Resources: { A: bucket } };
    expect(await refusal(bench.create('one', design))).toBe('ValidationError: Parameters: [Size] must have values');
    const given = (key: string, value: string) => ({ Parameters: [{ ParameterKey: key, ParameterValue: value }] });
    expect(await refusal(bench.create('one', { Resources: { A: bucket } }, given('Size', '1')))).toBe(
      'ValidationError: Parameters: [Size] do not exist in the template',
    );
    expect(await refusal(bench.create('one', design, given('Size', 'many')))).toBe(
      "ValidationError: Parameter 'Size' must be a number.",
    );
    expect(await refusal(bench.create('one', design, given('Size', '5')))).toMatch(/outside its limits$/);
    await bench.create('one', design, given('Size', '4'));
  });

  it('with wrong properties fails before anything is made, and DescribeEvents says why', async () => {
    const { StackId = '' } = await bench.create(
      'one',
      template({ Good: bucket, Bad: machine({ Colour: 'red' }), Worse: { Type: 'AWS::EC2::SecurityGroup' } }),
    );
    bench.pass(60);
    expect((await bench.stack(StackId)).StackStatus).toBe('ROLLBACK_COMPLETE');
    const events = (await bench.events(StackId)).filter(({ LogicalResourceId }) => LogicalResourceId !== 'one');
    expect(events).toEqual([]);
    const { OperationEvents = [] } = await bench.cloudFormation.describeEvents({
      StackName: StackId,
      Filters: { FailedEvents: true },
    });
    expect(
      OperationEvents.map((one) => [one.OperationType, one.LogicalResourceId, one.ValidationStatusReason]),
    ).toEqual([
      ['CREATE_STACK', 'Bad', 'Unsupported property [Colour]'],
      ['CREATE_STACK', 'Worse', 'Required property [GroupDescription] not found'],
    ]);
  });

  it('with wrong properties that nobody looked at before fails at those resources', async () => {
    const { StackId = '' } = await bench.create(
      'one',
      template({ Good: bucket, Bad: machine({ Colour: 'red' }), Worse: { Type: 'AWS::EC2::SecurityGroup' } }),
      { DisableValidation: true },
    );
    bench.pass(60);
    expect((await bench.stack(StackId)).StackStatus).toBe('ROLLBACK_COMPLETE');
    const events = await bench.events(StackId);
    expect(events.map(line)).not.toContain('Good CREATE_IN_PROGRESS');
    const reasons = events
      .filter(({ ResourceStatus }) => ResourceStatus === 'CREATE_FAILED')
      .map((one) => one.ResourceStatusReason);
    expect(reasons).toEqual([
      'Properties validation failed for resource Bad with message:\n[#: extraneous key [Colour] is not permitted]',
      'Properties validation failed for resource Worse with message:\n[#: required key [GroupDescription] not found]',
    ]);
  });

  it('may be allowed only some types', async () => {
    expect(await refusal(bench.create('one', template({ A: bucket }), { ResourceTypes: ['AWS::EC2::*'] }))).toMatch(
      /AWS::S3::Bucket is not allowed/,
    );
    await bench.create('one', template({ A: bucket }), { ResourceTypes: ['AWS::EC2::*', 'AWS::S3::Bucket'] });
  });
});

describe('a call', () => {
  it('with a parameter that the sandbox does not know is refused', async () => {
    expect(
      await refusal(
        bench.create('one', template({ A: bucket }), { RollbackConfiguration: { MonitoringTimeInMinutes: 1 } }),
      ),
    ).toMatch(/^UnsupportedBySandbox.*RollbackConfiguration/);
  });

  it('by another name of this machine is refused, so that no page of another site reaches it', async () => {
    const { port } = new URL(bench.url);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const asked = request({
        port,
        host: '127.0.0.1',
        path: '/_sandbox/aws',
        headers: { host: `evil.example:${port}` },
      });
      asked.once('response', (answer) => resolve(answer.resume().statusCode)).once('error', reject);
      asked.end();
    });
    expect(status).toBe(403);
  });

  it('that the sandbox does not know is refused', async () => {
    expect(await refusal(bench.cloudFormation.listExports({}))).toMatch(
      /^UnsupportedBySandbox: the sandbox does not know the call ListExports/,
    );
  });
});

describe('a secret', () => {
  it('given as a NoEcho parameter is in no answer', async () => {
    const secret = 'correct-horse';
    const design = (name: string) => ({
      Parameters: { Password: { Type: 'String', NoEcho: true } },
      Resources: {
        Db: {
          Type: 'AWS::RDS::DBInstance',
          Properties: { Engine: name, AllocatedStorage: '20', MasterUserPassword: { Ref: 'Password' } },
        },
      },
    });
    const rest = { Parameters: [{ ParameterKey: 'Password', ParameterValue: secret }] };
    await bench.create('one', design('mysql'), rest);
    bench.pass(600);
    await bench.cloudFormation.createChangeSet({
      StackName: 'one',
      ChangeSetName: 'plan',
      TemplateBody: JSON.stringify(design('postgres')),
      Parameters: rest.Parameters,
    });
    bench.pass(10);
    const answers = await Promise.all([
      bench.stack('one'),
      bench.events('one'),
      bench.cloudFormation.getTemplate({ StackName: 'one' }),
      bench.cloudFormation.describeChangeSet({ StackName: 'one', ChangeSetName: 'plan', IncludePropertyValues: true }),
      bench.control('GET'),
    ]);
    expect(JSON.stringify(answers)).not.toContain(secret);
    expect(JSON.stringify(answers[1])).toContain('****');
    expect(JSON.stringify(answers[3])).toContain('****');
  });
});
