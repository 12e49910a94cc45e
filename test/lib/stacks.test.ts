import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { configuration } from '../../lib/configuration/configuration.ts';
import { permissions } from '../../lib/permissions/permissions.ts';
import { pages, routes } from '../../src/http/routes.ts';
import { rolePoliciesOf } from './policies.ts';
import { exampleConfiguration, templates } from './stacks.ts';

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
}

const statements = (template: Template): { role: string; statement: Statement }[] =>
  rolePoliciesOf(template).flatMap(({ role, statements: all }) =>
    (all as readonly Statement[]).map((statement) => ({ role, statement })),
  );

const actionsOf = (statement: Statement): readonly string[] => [statement.Action].flat() as string[];

describe('the stacks', () => {
  let data: Template;
  let service: Template;
  beforeAll(() => {
    ({ data, service } = templates());
  });

  it('have one method for every row of the route table, HEAD for every GET, and an answer of its own to any other method', () => {
    const methods = Object.values(service.findResources('AWS::ApiGateway::Method')).map(({ Properties }) => Properties);
    const served = methods.filter(({ Integration }) => Integration.Type === 'AWS_PROXY');
    const rows = [...routes, ...pages];
    const gets = rows.filter(({ method }) => method === 'GET');
    expect(served).toHaveLength(rows.length + gets.length);
    expect(served.filter(({ HttpMethod }) => HttpMethod === 'HEAD')).toHaveLength(gets.length);
    const paths = new Set(['/', ...rows.map(({ path }) => path)]);
    expect(methods.filter(({ HttpMethod }) => HttpMethod === 'OPTIONS')).toHaveLength(paths.size);
    const refusing = methods.filter(({ HttpMethod }) => HttpMethod === 'ANY');
    expect(refusing).toHaveLength(paths.size);
    for (const { Integration } of refusing) {
      expect(Integration.Type).toBe('MOCK');
      expect(Integration.IntegrationResponses[0].ResponseParameters).toMatchObject({
        'method.response.header.X-Request-ID': 'context.requestId',
      });
    }
  });

  it('have no dashboard where the configuration leaves it out', () => {
    const { service: without } = templates({ ...exampleConfiguration, ui: { enabled: false } });
    expect(Object.keys(without.findResources('AWS::Lambda::Function'))).toHaveLength(
      Object.keys(service.findResources('AWS::Lambda::Function')).length - 1,
    );
    without.resourceCountIs(
      'AWS::ApiGateway::Resource',
      Object.keys(service.findResources('AWS::ApiGateway::Resource')).length - 2,
    );
  });

  it('say at the root of the API where its description is', () => {
    const methods = Object.values(service.findResources('AWS::ApiGateway::Method')).map(({ Properties }) => Properties);
    const atRoot = methods.filter(({ ResourceId }) => ResourceId['Fn::GetAtt']?.[1] === 'RootResourceId');
    expect(atRoot.map(({ HttpMethod }) => HttpMethod).sort()).toEqual(['ANY', 'GET', 'HEAD', 'OPTIONS']);
    const [answer] = atRoot.find(({ HttpMethod }) => HttpMethod === 'GET')?.Integration.IntegrationResponses ?? [];
    expect(answer.StatusCode).toBe('200');
    expect(JSON.parse(answer.ResponseTemplates['application/json'])).toMatchObject({ description: 'openapi.json' });
  });

  it('answer every refusal of the gateway in the error shape, with its own status in the body', () => {
    const responses = Object.values(service.findResources('AWS::ApiGateway::GatewayResponse'));
    expect(responses.length).toBeGreaterThanOrEqual(20);
    for (const { Properties } of responses) {
      const body = JSON.parse(Properties.ResponseTemplates['application/json']);
      expect(Object.keys(body)).toEqual(['code', 'title', 'message']);
      expect(String(body.code)).toBe(Properties.StatusCode);
      expect(Properties.ResponseParameters).toMatchObject({
        'gatewayresponse.header.Content-Type': "'application/json;charset=UTF-8'",
        'gatewayresponse.header.X-Request-ID': 'context.requestId',
      });
    }
  });

  it('grant no action by wildcard, and no resource by a bare one outside what AWS cannot name', () => {
    for (const { role, statement } of statements(service)) {
      for (const action of actionsOf(statement)) expect(action, role).not.toContain('*');
      if (statement.Resource !== '*') continue;
      const unnamed = actionsOf(statement).filter(
        (action) => !/^(logs|xray):|^lambda:GetAccountSettings$/.test(action),
      );
      expect(unnamed, role).toEqual([]);
    }
  });

  it('let only what must write to a table write to it', () => {
    const writes = /dynamodb:(Put|Update|Delete|BatchWrite)/;
    const writers = statements(service)
      .filter(({ statement }) => actionsOf(statement).some((action) => writes.test(action)))
      .map(({ role }) => role);
    for (const role of writers)
      expect(role).not.toMatch(
        /^httpdeployments(get|list|log|template|extrainfo)|^httpresources(get|list)|^httpconfiguration/,
      );
    expect(writers.length).toBeGreaterThan(0);
  });

  it('encrypt tables and files with the key, keep history for recovery, and outlive their stack', () => {
    const tables = Object.values(data.findResources('AWS::DynamoDB::Table'));
    expect(tables).toHaveLength(4);
    for (const table of tables) {
      expect(table).toMatchObject({
        DeletionPolicy: 'Retain',
        UpdateReplacePolicy: 'Retain',
        Properties: {
          BillingMode: 'PAY_PER_REQUEST',
          DeletionProtectionEnabled: true,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
          SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
        },
      });
    }
    for (const type of ['AWS::S3::Bucket', 'AWS::KMS::Key', 'AWS::SecretsManager::Secret'])
      for (const kept of Object.values(data.findResources(type)))
        expect(kept, type).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
    data.hasResourceProperties('AWS::S3::Bucket', {
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      BucketEncryption: { ServerSideEncryptionConfiguration: [{ BucketKeyEnabled: true }] },
    });
    data.hasResourceProperties('AWS::KMS::Key', { EnableKeyRotation: true });
  });

  it('run every function on Node 24, arm64, with a limit on its time and its entry file on record', () => {
    const functions = Object.values(service.findResources('AWS::Lambda::Function'));
    expect(functions).toHaveLength(Object.keys(permissions).length);
    for (const { Properties, Metadata } of functions) {
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Timeout: expect.any(Number),
      });
      expect(Metadata['toscanini:entry']).toMatch(/^functions\/.*\.ts$/);
    }
    const seconds = Map.groupBy(functions, ({ Properties }) => Properties.Timeout as number);
    expect([...seconds.keys()].toSorted((a, b) => a - b)).toEqual([28, 60, 900]);
    const long = seconds.get(900)?.map(({ Metadata }) => Metadata['toscanini:entry']);
    expect(long, 'the one that looks at all files').toEqual(['functions/events/sweep-unrecorded.ts']);
  });

  it('keep secrets out of every environment', () => {
    for (const { Properties } of Object.values(service.findResources('AWS::Lambda::Function'))) {
      expect(
        Object.keys(Properties.Environment?.Variables ?? {}).filter((name) => /PASSWORD|TOKEN|KEY/.test(name)),
      ).toEqual([]);
    }
  });

  it('keep an event for an operator that could not be handed over, and one that its function fails at', () => {
    const rules = Object.values(service.findResources('AWS::Events::Rule'));
    const keeping = rules.filter(({ Properties }) => Properties.Targets[0].DeadLetterConfig);
    expect(keeping).toHaveLength(2);
    // the next run makes up for what one of these could not do
    expect(rules).toHaveLength(5);
    const kept = Object.values(service.findResources('AWS::Lambda::Function')).filter(
      ({ Properties }) => Properties.DeadLetterConfig,
    );
    expect(kept.map(({ Metadata }) => Metadata['toscanini:entry']).toSorted()).toEqual([
      'functions/events/execution-ended.ts',
      'functions/events/sweep-workflows.ts',
    ]);
  });

  it('say where to find the service, its buckets and its dashboard', () => {
    const names = Object.keys(service.findOutputs('*'));
    for (const name of ['BaseUrl', 'IncomingBucket', 'FilesBucket', 'AlarmTopic']) expect(names).toContain(name);
  });

  it('put the team’s firewall before the API, and its own throttle, when they are configured', () => {
    expect(Object.keys(service.findResources('AWS::WAFv2::WebACLAssociation'))).toEqual([]);
    const webAcl = 'arn:aws:wafv2:eu-south-1:111111111111:regional/webacl/team/1';
    const other = templates({ ...exampleConfiguration, webAcl, throttling: { rate: 20, burst: 40 } }).service;
    other.hasResourceProperties('AWS::WAFv2::WebACLAssociation', { WebACLArn: webAcl });
    other.hasResourceProperties('AWS::ApiGateway::Stage', {
      MethodSettings: Match.arrayWith([
        Match.objectLike({ HttpMethod: '*', ResourcePath: '/*', ThrottlingRateLimit: 20, ThrottlingBurstLimit: 40 }),
      ]),
    });
  });

  it('generate secrets once and for all: another template or length would put new ones in their place', () => {
    const generated = Object.values(data.findResources('AWS::SecretsManager::Secret')).map(({ Properties }) => [
      Properties.Name,
      Properties.GenerateSecretString,
    ]);
    expect(Object.fromEntries(generated)).toEqual({
      'toscanini/infrastructure-manager': {
        SecretStringTemplate: '{"username":"toscanini"}',
        GenerateStringKey: 'password',
        ExcludePunctuation: true,
      },
      'toscanini/callbacks': { SecretStringTemplate: '{}', GenerateStringKey: 'key', ExcludePunctuation: true },
    });
  });
});

describe('the configuration', () => {
  it('refuses an unknown key and says where it stands', () => {
    expect(() => configuration({ ...exampleConfiguration, retention: 3 })).toThrow(/retention/);
  });

  it('names every mistake at once', () => {
    const wrong = {
      ...exampleConfiguration,
      issuers: [{ issuer: 'nowhere' }],
      providers: [{ id: '-', name: '', credentials: {} }],
    };
    expect(() => configuration(wrong)).toThrow(/issuer[\s\S]*providers\[0\]\.id[\s\S]*providers\[0\]\.name/);
  });

  it('takes no secret of a provider', () => {
    const wrong = [{ id: 'one', name: 'One', credentials: { type: 'OpenStack', password: 'x' } }];
    expect(() => configuration({ ...exampleConfiguration, providers: wrong })).toThrow(/password.* secret/);
  });
});
