import { describe, expect, it } from 'vitest';
import { statementsIn } from './policies.ts';
import { templates } from './stacks.ts';

describe('machines that run operations, in an installation with nothing configured', () => {
  const { data, service } = templates({});

  it('have a role and a profile of the same name, with which the agent of Systems Manager works and nothing else', () => {
    data.hasResourceProperties('AWS::IAM::InstanceProfile', {
      InstanceProfileName: { 'Fn::Join': ['', ['toscanini-machines-', { Ref: 'AWS::Region' }]] },
    });
    const [role] = Object.values(data.findResources('AWS::IAM::Role')).filter(({ Properties }) =>
      JSON.stringify(Properties.RoleName).includes('toscanini-machines-'),
    );
    const actions = role?.['Properties'].Policies.flatMap(
      ({
        PolicyDocument,
      }: {
        readonly PolicyDocument: { readonly Statement: readonly { readonly Action: string[] }[] };
      }) => PolicyDocument.Statement.flatMap(({ Action }) => Action),
    );
    expect(actions).toContain('ssm:UpdateInstanceInformation');
    for (const action of actions) expect(action).toMatch(/^(ec2messages|ssmmessages):|^ssm:(Update|List)Instance/);
  });

  it('get it from functions that may pass it on to machines, and to nothing else', () => {
    const statements = statementsIn(service);
    const passing = statements.filter(({ Action }) => Action === 'iam:PassRole').map((one) => JSON.stringify(one));
    expect(passing.some((one) => one.includes('role/toscanini-machines-'))).toBe(true);
    for (const one of passing.filter((each) => each.includes('-machines-')))
      expect(one).toContain('"ec2.amazonaws.com"');
  });
});
