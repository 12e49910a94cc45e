import { describe, expect, it } from 'vitest';
import { templates } from './stacks.ts';

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

describe('machines that run operations, in an installation with nothing configured', () => {
  const { data } = templates({});

  it('have a role and a profile of the same name, with which the agent of Systems Manager works, that reads their own secrets and nothing else', () => {
    data.hasResourceProperties('AWS::IAM::InstanceProfile', {
      InstanceProfileName: { 'Fn::Join': ['', ['toscanini-machines-', { Ref: 'AWS::Region' }]] },
    });
    const [role] = Object.values(data.findResources('AWS::IAM::Role')).filter(({ Properties }) =>
      JSON.stringify(Properties.RoleName).includes('toscanini-machines-'),
    );
    const statements: readonly Statement[] = role?.['Properties'].Policies.flatMap(
      ({ PolicyDocument }: { readonly PolicyDocument: { readonly Statement: readonly Statement[] } }) =>
        PolicyDocument.Statement,
    );
    const [agent, secrets] = statements;
    expect(statements).toHaveLength(2);
    expect(agent?.Action).toContain('ssm:UpdateInstanceInformation');
    for (const action of [agent?.Action ?? []].flat())
      expect(action).toMatch(/^(ec2messages|ssmmessages):|^ssm:(Update|List)Instance/);
    // a machine reads what is tagged with its own ARN, wherever it is
    expect(secrets?.Action).toBe('ssm:GetParameter');
    expect(JSON.stringify(secrets?.Resource)).toContain(':parameter/toscanini/operations/*');
    expect(secrets?.Condition).toEqual({
      StringEquals: { 'ssm:resourceTag/toscanini:machine': '${ec2:SourceInstanceARN}' },
    });
  });

  it('get it from CloudFormation, which may pass it on to machines, and to nothing else', () => {
    const documents = Object.values(data.findResources('AWS::IAM::ManagedPolicy'));
    const statements = documents.flatMap(({ Properties }) => Properties.PolicyDocument.Statement as Statement[]);
    const passing = statements.filter(({ Action }) => Action === 'iam:PassRole').map((one) => JSON.stringify(one));
    expect(passing.some((one) => one.includes('role/toscanini-machines-'))).toBe(true);
    for (const one of passing.filter((each) => each.includes('-machines-')))
      expect(one).toContain('"ec2.amazonaws.com"');
  });
});
