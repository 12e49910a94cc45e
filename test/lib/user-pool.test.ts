import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../lib/app.ts';
import { exampleConfiguration, templates } from './stacks.ts';

const { issuers: _, ...withoutIssuers } = exampleConfiguration;

describe('an installation without issuers', () => {
  let data: Template;
  let service: Template;
  beforeAll(() => {
    ({ data, service } = templates(withoutIssuers));
  });

  it('has a user pool, in which nobody signs up, and which outlives the stack', () => {
    data.hasResource('AWS::Cognito::UserPool', {
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: {
        AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
        UsernameAttributes: ['email'],
        DeletionProtection: 'ACTIVE',
      },
    });
    data.hasResourceProperties('AWS::Cognito::UserPoolGroup', { GroupName: 'administrators' });
  });

  it('has login pages for a public client, which gets tokens by authorization code', () => {
    data.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      GenerateSecret: false,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email'],
      CallbackURLs: ['http://localhost:8976/'],
      PreventUserExistenceErrors: 'ENABLED',
    });
    data.hasResourceProperties('AWS::Cognito::UserPoolDomain', {
      Domain: { 'Fn::Join': ['', ['toscanini-', { Ref: 'AWS::AccountId' }]] },
    });
    for (const name of ['UserPoolId', 'LoginClientId', 'Issuer']) data.hasOutput(name, Match.anyValue());
  });

  it('sends browsers back to the dashboard, where the installation has a name of its own', () => {
    const { data: named } = templates({ ...withoutIssuers, publicBaseUrl: 'https://clouds.example.org' });
    named.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      CallbackURLs: ['http://localhost:8976/', 'https://clouds.example.org/ui/'],
    });
  });

  it('trusts the pool in every function that identifies a caller, without an export of the data stack', () => {
    const trusting = Object.values(service.findResources('AWS::Lambda::Function'))
      .map(({ Properties }) => Properties.Environment?.Variables?.TRUSTED_ISSUERS)
      .filter((value) => value !== undefined);
    expect(trusting.length).toBeGreaterThan(10);
    for (const value of trusting) {
      const text = value['Fn::Join'][1].map((part: unknown) => (typeof part === 'string' ? part : 'X')).join('');
      expect(JSON.parse(text)).toEqual([
        { issuer: 'X', clientIds: ['X'], groupsClaim: 'cognito:groups', adminGroup: 'administrators' },
      ]);
    }
    const parameters = Object.values(service.toJSON().Parameters as Record<string, { Type: string; Default: string }>);
    const stored = Object.values(data.findResources('AWS::SSM::Parameter')).map(({ Properties }) => Properties.Name);
    expect(stored.sort()).toEqual(['/toscanini/users/client-id', '/toscanini/users/issuer']);
    for (const name of stored)
      expect(parameters).toContainEqual(
        expect.objectContaining({ Type: 'AWS::SSM::Parameter::Value<String>', Default: name }),
      );
    expect(Object.keys(data.toJSON().Outputs).filter((name) => /Users/.test(name))).toEqual([]);
  });

  it('is refused under a name that Cognito does not allow in an address', () => {
    expect(() => buildApp({ ...withoutIssuers, name: 'my-aws-tools' })).toThrow(
      /Cognito does not allow "aws"[\s\S]*at name/,
    );
    expect(() => buildApp({ ...exampleConfiguration, name: 'my-aws-tools' })).not.toThrow();
  });
});

it('no user pool is made where issuers are configured', () => {
  templates(exampleConfiguration).data.resourceCountIs('AWS::Cognito::UserPool', 0);
});
