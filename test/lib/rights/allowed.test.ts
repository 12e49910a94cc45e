import { describe, expect, it } from 'vitest';
import { configuration } from '../../../lib/configuration/configuration.ts';
import { type Allowed, allowedStatements } from '../../../lib/rights/allowed.ts';
import { arnsIn } from '../../../lib/rights/arns.ts';

const arns = arnsIn({ partition: 'aws', account: '111111111111' });
const statements = (allowed: Allowed) => allowedStatements(arns, [allowed]);
const actionsOf = (allowed: Allowed): readonly string[] => statements(allowed).flatMap(({ actions }) => actions);

const withTypes = (stack: object) => () =>
  configuration({ providers: [{ id: 'aws', name: 'AWS', deployer: 'cloudformation', stack }] });

describe('an allowed type', () => {
  it.each([
    ['AWS::AccessAnalyzer::Analyzer', 'access-analyzer:CreateAnalyzer'],
    ['AWS::ApplicationAutoScaling::ScalableTarget', 'application-autoscaling:RegisterScalableTarget'],
    ['AWS::AmazonMQ::Broker', 'mq:CreateBroker'],
    ['AWS::EFS::FileSystem', 'elasticfilesystem:CreateFileSystem'],
    ['AWS::EMRServerless::Application', 'emr-serverless:CreateApplication'],
    ['AWS::Neptune::DBCluster', 'rds:CreateDBCluster'],
    ['AWS::OpenSearchServerless::Collection', 'aoss:CreateCollection'],
    ['AWS::OpenSearchService::Domain', 'es:CreateDomain'],
    ['AWS::SNS::Topic', 'sns:CreateTopic'],
    ['AWS::StepFunctions::StateMachine', 'states:CreateStateMachine'],
  ])('%s gets the rights of its handlers, under the prefix of IAM', (type, action) => {
    expect(actionsOf({ allowedTypes: [type] })).toContain(action);
  });

  it('gets those of each type of a service that is allowed as a whole', () => {
    const whole = actionsOf({ allowedTypes: ['AWS::SNS::*'] });
    expect(whole).toEqual(expect.arrayContaining(['sns:CreateTopic', 'sns:Subscribe']));
    expect(whole).not.toContain('sns:*');
  });

  it('may hand on the named roles only', () => {
    const asked = { allowedTypes: ['AWS::Lambda::Function'] };
    expect(actionsOf(asked)).not.toContain('iam:PassRole');
    expect(statements({ ...asked, passRoles: ['team-functions'] })).toContainEqual({
      actions: ['iam:PassRole'],
      resources: ['arn:aws:iam::111111111111:role/team-functions'],
    });
  });

  it('may make the roles that AWS makes for its own services', () => {
    expect(statements({ allowedTypes: ['AWS::ElastiCache::ReplicationGroup'] })).toContainEqual({
      actions: ['iam:CreateServiceLinkedRole'],
      resources: ['arn:aws:iam::111111111111:role/aws-service-role/*'],
    });
  });

  it('gets no right that gives rights, whatever its handlers ask for', () => {
    const all = actionsOf({ allowedTypes: ['AWS::*'] }).filter((one) => /^(iam|sts|sso|organizations):/.test(one));
    expect(all.length).toBeGreaterThan(0);
    expect(
      all.filter((one) => !/^(iam:(Get|List|CreateServiceLinkedRole$)|organizations:(Describe|List))/.test(one)),
    ).toEqual([]);
  });

  it('without published rights needs those that the operator names', () => {
    const type = 'AWS::Pinpoint::App';
    expect(withTypes({ allowedTypes: [type] })).toThrow(/rights for AWS::Pinpoint::App: .*typeActions/);
    expect(withTypes({ allowedTypes: ['AWS::Dynamo::Table'] })).toThrow(
      /AWS::Dynamo::Table \(in AWS's list of \d{4}-\d{2}-\d{2} there is no such type\)/,
    );
    expect(withTypes({ allowedTypes: ['AWS::Pinpoint::*'] })).toThrow('AWS::Pinpoint::App');
    expect(withTypes({ allowedTypes: ['Team::Own::Thing'] })).toThrow('Team::Own::Thing');
    const named = { allowedTypes: [type], typeActions: { [type]: ['mobiletargeting:CreateApp'] } };
    expect(withTypes(named)).not.toThrow();
    expect(actionsOf(named)).toEqual(['mobiletargeting:CreateApp']);
    for (const action of ['iam:CreateRole', 'sts:AssumeRole', 'nothing'])
      expect(withTypes({ ...named, typeActions: { [type]: [action] } })).toThrow('expected an action');
  });
});
