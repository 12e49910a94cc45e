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
  it('gives functions only the calls that they make: to stacks by their names and with the role, to machines by their tag', () => {
    const { service } = templates({ ...without, providers: [account('aws', { instanceProfile: 'team-machines' })] });
    const statements = policiesOf(service);
    const of = (action: string) => statements.filter(({ Action }) => [Action].flat().includes(action));
    for (const change of ['CreateStack', 'UpdateStack', 'DeleteStack', 'ContinueUpdateRollback', 'CreateChangeSet']) {
      expect(of(`cloudformation:${change}`).length).toBeGreaterThan(0);
      for (const { Resource, Condition } of of(`cloudformation:${change}`)) {
        expect(JSON.stringify(Resource)).toContain('stack/toscanini-????????-????-????-????-????????????-*/*');
        expect(JSON.stringify(Condition)).toMatch(
          /"StringEquals":.*"cloudformation:RoleArn":.*role\/toscanini-stacks-/,
        );
      }
    }
    for (const action of ['ec2:RunInstances', 'rds:CreateDBInstance', 's3:CreateBucket', 'iam:CreateServiceLinkedRole'])
      expect(of(action)).toEqual([]);
    expect(of('ec2:StopInstances').length).toBeGreaterThan(0);
    for (const { Condition } of of('ec2:StopInstances')) {
      expect(Condition).toEqual({
        StringLike: { 'aws:ResourceTag/toscanini:stack': 'toscanini-????????-????-????-????-????????????-*' },
      });
    }
    // whoever names tags in a request needs the right to set them
    expect(of('cloudformation:TagResource').length).toBeGreaterThan(0);
    expect(of('ssm:GetParametersByPath').length).toBeGreaterThan(0);
    for (const { Action, Resource } of of('ssm:GetParametersByPath')) {
      expect(Action).toEqual(secretActions);
      expect(JSON.stringify(Resource)).toMatch(/:parameter\/toscanini\/operations\/toscanini-[?-]+\*"/);
    }
    const passed = of('iam:PassRole').map(({ Resource, Condition }) => JSON.stringify({ Resource, Condition }));
    expect(passed.length).toBeGreaterThan(0);
    for (const one of passed) expect(one).toMatch(/role\/toscanini-stacks-.*"cloudformation.amazonaws.com"/);
    expect(of('sts:AssumeRole').filter(({ Principal }) => Principal === undefined)).toEqual([]);
  });

  it('gives the private keys of machines to nobody but the function that reads outputs', () => {
    const { service } = templates({ ...without, providers: [account('aws', {})] });
    const reading = rolePoliciesOf(service).filter(({ statements }) =>
      (statements as readonly Statement[]).some(({ Action }) => [Action].flat().includes('ssm:GetParameter')),
    );
    expect(reading.map(({ role }) => role)).toEqual([expect.stringMatching(/complete-?deployment/i)]);
    for (const { Action, Resource } of policiesOf(service)) {
      if (![Action].flat().includes('ssm:GetParameter')) continue;
      expect([[Action].flat(), JSON.stringify(Resource)]).toEqual([
        ['ssm:GetParameter'],
        expect.stringMatching(/:parameter\/ec2\/keypair\/\*"\]\]\}$/),
      ]);
    }
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
