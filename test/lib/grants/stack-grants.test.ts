import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { configuration } from '../../../lib/configuration/configuration.ts';
import { rolePoliciesOf, statementsIn } from '../policies.ts';
import { exampleConfiguration, templates } from '../stacks.ts';

const { infrastructureManager: _, ...without } = exampleConfiguration;
const account = (id: string, stack: object, more: object = {}) => ({
  ...{ id, name: id, deployer: 'cloudformation' as const },
  stack: { region: 'eu-west-1', ...stack },
  ...more,
});
const roleArn = 'arn:aws:iam::222222222222:role/toscanini-tenant';

/** With secret inputs of operations. */
const secretActions = ['ssm:AddTagsToResource', 'ssm:DeleteParameters', 'ssm:GetParametersByPath', 'ssm:PutParameter'];

describe('an installation without an Infrastructure Manager', () => {
  it('may have only providers with another deployer', () => {
    expect(() => configuration(without)).toThrow(
      'is missing, and provider one needs it: give its url, or the provider another deployer',
    );
    const federated = { ...without, providers: [], services: { slam_url: 'https://slam.example.org' } };
    expect(() => configuration(federated)).toThrow('is missing, and a federation ranks the providers');
    expect(configuration({ ...without, providers: [account('aws', {})] }).infrastructureManager).toBeUndefined();
  });

  it('has no secret for one, and no variable', () => {
    const { data, service } = templates({ ...without, providers: [account('aws', {})] });
    for (const one of [data, service])
      expect(JSON.stringify(one.toJSON())).not.toMatch(/infrastructure-manager|IM_(URL|SECRET)/);
  });
});

describe('a provider of CloudFormation', () => {
  it('gives rights to stacks by their names, to machines by their tag, and to resources only through CloudFormation', () => {
    const { service } = templates({ ...without, providers: [account('aws', { instanceProfile: 'team-machines' })] });
    const statements = policiesOf(service);
    const of = (action: string) => statements.filter(({ Action }) => [Action].flat().includes(action));
    for (const { Resource } of of('cloudformation:CreateStack'))
      expect(JSON.stringify(Resource)).toContain('stack/toscanini-????????-????-????-????-????????????-*/*');
    expect(of('ec2:RunInstances').length).toBeGreaterThan(0);
    for (const { Condition } of of('ec2:RunInstances')) {
      expect(Condition).toEqual({ 'ForAnyValue:StringEquals': { 'aws:CalledVia': ['cloudformation.amazonaws.com'] } });
    }
    const direct = of('ec2:StopInstances').filter(({ Action }) => ![Action].flat().includes('ec2:RunInstances'));
    expect(direct.length).toBeGreaterThan(0);
    for (const { Condition } of direct) {
      expect(Condition).toEqual({
        StringLike: { 'aws:ResourceTag/toscanini:stack': 'toscanini-????????-????-????-????-????????????-*' },
      });
    }
    // CloudFormation passes the role of a machine on to EC2, which has a name of its own in China
    const toMachines = of('iam:PassRole').filter(({ Condition }) => JSON.stringify(Condition).includes('ec2.'));
    expect(toMachines.length).toBeGreaterThan(0);
    for (const { Condition } of toMachines)
      expect(Condition).toEqual({
        StringEquals: { 'iam:PassedToService': ['ec2.amazonaws.com', 'ec2.amazonaws.com.cn'] },
      });
    // whoever names tags in a request needs the right to set them
    for (const change of ['CreateStack', 'UpdateStack', 'CreateChangeSet'])
      for (const { Action } of of(`cloudformation:${change}`)) expect(Action).toContain('cloudformation:TagResource');
    expect(of('ssm:GetParametersByPath').length).toBeGreaterThan(0);
    for (const { Action, Resource } of of('ssm:GetParametersByPath')) {
      expect(Action).toEqual(secretActions);
      expect(JSON.stringify(Resource)).toMatch(/:parameter\/toscanini\/operations\/toscanini-[?-]+\*"/);
    }
    const passed = of('iam:PassRole').map(({ Resource, Condition }) => JSON.stringify({ Resource, Condition }));
    for (const one of passed)
      expect(one).toMatch(
        /role\/(team|toscanini)-machines.*"ec2.amazonaws.com"|role\/toscanini-tasks-.*"ecs-tasks.amazonaws.com"/,
      );
    expect(new Set(passed.map((one) => one.includes('ecs-tasks')))).toEqual(new Set([true, false]));
    expect(of('sts:AssumeRole').filter(({ Principal }) => Principal === undefined)).toEqual([]);
  });

  it('gives the private keys of machines to nobody but the function that reads outputs', () => {
    const { service } = templates({ ...without, providers: [account('aws', {})] });
    const reading = rolePoliciesOf(service).filter(({ statements }) =>
      (statements as readonly Statement[]).some(({ Action }) => [Action].flat().includes('ssm:GetParameter')),
    );
    expect(reading.map(({ role }) => role)).toEqual([expect.stringMatching(/complete-?deployment/i)]);
    for (const { Action, Resource, Condition } of policiesOf(service)) {
      const actions = [Action].flat();
      if (actions.includes('ssm:GetParameter'))
        expect([actions, JSON.stringify(Resource)]).toEqual([
          ['ssm:GetParameter'],
          expect.stringMatching(/:parameter\/ec2\/keypair\/\*"\]\]\}$/),
        ]);
      if (actions.join() === secretActions.join()) continue;
      if (!actions.some((one) => /KeyPair|ssm:(Put|Delete)Parameter/.test(one))) continue;
      expect(Condition).toEqual({ 'ForAnyValue:StringEquals': { 'aws:CalledVia': ['cloudformation.amazonaws.com'] } });
      expect(JSON.stringify(Resource)).toMatch(/key-pair\/toscanini-\?{8}-|parameter\/ec2\/keypair\/\*/);
    }
  });

  it('gives all of a service only through CloudFormation, and only where the operator allows its types', () => {
    const allowed = account('aws', { allowedTypes: ['AWS::SNS::Topic', 'AWS::StepFunctions::*'] });
    const statements = policiesOf(templates({ ...without, providers: [allowed] }).service);
    const all = statements.filter(({ Action }) => [Action].flat().some((one) => /^(sns|states):\*$/.test(one)));
    expect(all.length).toBeGreaterThan(0);
    for (const { Action, Condition } of all) {
      expect(Action).toEqual(expect.arrayContaining(['sns:*', 'states:*']));
      expect(Condition).toEqual({ 'ForAnyValue:StringEquals': { 'aws:CalledVia': ['cloudformation.amazonaws.com'] } });
    }
    for (const type of ['AWS::IAM::Role', 'AWS::CloudFormation::Stack', '*', 'AWS::*', 'Custom::Thing'])
      expect(() => configuration({ ...without, providers: [account('aws', { allowedTypes: [type] })] })).toThrow(
        'expected a type such as AWS::SQS::Queue',
      );
  });

  it('name a service as IAM does, also where its types have another name', () => {
    const named = {
      'AWS::ApplicationAutoScaling::*': 'application-autoscaling',
      'AWS::AmazonMQ::Broker': 'mq',
      'AWS::DocDB::*': 'rds',
      'AWS::EMR::Cluster': 'elasticmapreduce',
      'AWS::Elasticsearch::Domain': 'es',
      'AWS::KinesisAnalyticsV2::*': 'kinesisanalytics',
      'AWS::Neptune::*': 'rds',
      'AWS::OpenSearchServerless::*': 'aoss',
      'AWS::SNS::Topic': 'sns',
    };
    const allowed = account('aws', { allowedTypes: Object.keys(named) });
    const statements = policiesOf(templates({ ...without, providers: [allowed] }).service);
    const given = new Set(statements.flatMap(({ Action }) => [Action].flat()));
    for (const service of Object.values(named)) expect(given).toContain(`${service}:*`);
  });

  it('of another account gives the right to assume its role, and none to stacks of this account', () => {
    const tenant = account('tenant', { roleArn }, { secret: 'toscanini/providers/tenant' });
    const { service } = templates({ ...without, providers: [tenant] });
    const statements = policiesOf(service);
    const assumed = statements.filter(({ Action }) => [Action].flat().includes('sts:AssumeRole'));
    expect(assumed.length).toBeGreaterThan(0);
    for (const { Resource } of assumed) expect(Resource).toBe(roleArn);
    expect(statements.filter(({ Action }) => [Action].flat().includes('cloudformation:CreateStack'))).toEqual([]);
  });

  it('gives nothing where there is none', () => {
    const { service } = templates(exampleConfiguration);
    expect(JSON.stringify(policiesOf(service))).not.toMatch(/cloudformation:|sts:AssumeRole|ec2:RunInstances/);
  });
});

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
  readonly Principal?: unknown;
}

function policiesOf(service: Template): readonly Statement[] {
  return statementsIn(service) as readonly Statement[];
}
