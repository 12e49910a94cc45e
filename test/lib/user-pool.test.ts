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

  it('sends browsers back to the dashboard at the address of the API, without a name of its own', () => {
    const [api] = Object.keys(service.findResources('AWS::ApiGateway::RestApi'));
    service.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      GenerateSecret: false,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email'],
      CallbackURLs: [
        {
          'Fn::Join': [
            '',
            [
              'https://',
              { Ref: api },
              '.execute-api.',
              { Ref: 'AWS::Region' },
              '.',
              { Ref: 'AWS::URLSuffix' },
              '/toscanini/ui/',
            ],
          ],
        },
      ],
    });
    const [client] = Object.keys(service.findResources('AWS::Cognito::UserPoolClient'));
    const told = Object.values(service.findResources('AWS::Lambda::Function'))
      .map(({ Properties }) => JSON.stringify(Properties.Environment?.Variables?.LOGINS))
      .filter((text) => text !== undefined);
    expect(told).toHaveLength(2);
    for (const text of told) expect(text).toContain(`{"Ref":"${client}"}`);
  });

  it('sends them back to the name of the installation, where it has one', () => {
    const { service: named } = templates({ ...withoutIssuers, publicBaseUrl: 'https://clouds.example.org' });
    named.hasResourceProperties('AWS::Cognito::UserPoolClient', { CallbackURLs: ['https://clouds.example.org/ui/'] });
  });

  it.each([
    ['without a dashboard', { ui: { enabled: false } }],
    ['without TLS, which Cognito asks for', { publicBaseUrl: 'http://clouds.example.org' }],
    ['with issuers of its own', { issuers: exampleConfiguration.issuers }],
  ])('has no client for pages %s', (_, more) => {
    templates({ ...withoutIssuers, ...more }).service.resourceCountIs('AWS::Cognito::UserPoolClient', 0);
  });

  it('trusts the pool in every function that identifies a caller, without an export of the data stack', () => {
    const trusting = Object.values(service.findResources('AWS::Lambda::Function'))
      .map(({ Properties }) => Properties.Environment?.Variables?.TRUSTED_ISSUERS)
      .filter((value) => value !== undefined);
    expect(trusting.length).toBeGreaterThan(10);
    for (const value of trusting) {
      const text = value['Fn::Join'][1].map((part: unknown) => (typeof part === 'string' ? part : 'X')).join('');
      expect(JSON.parse(text)).toEqual([
        { issuer: 'X', clientIds: ['X', 'X'], groupsClaim: 'cognito:groups', adminGroup: 'administrators' },
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
