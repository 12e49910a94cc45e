import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { configuration } from '../../lib/configuration/configuration.ts';
import { permissions } from '../../lib/permissions/permissions.ts';
import { pages, routes } from '../../src/http/routes.ts';
import { definitionOf } from './definition.ts';
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
    const { methods, paths } = definitionOf(service);
    const called = methods.filter(({ integration }) => integration.type === 'aws_proxy');
    const rows = [...routes, ...pages];
    const gets = rows.filter(({ method }) => method === 'GET').map((row) => ({ ...row, method: 'HEAD' }));
    const places = (all: readonly { method: string; path: string }[]) =>
      all.map(({ method, path }) => `${method} ${path}`).toSorted();
    expect(places(called)).toEqual(places([...rows, ...gets]));
    expect(Object.keys(paths).toSorted()).toEqual([...new Set(['/', ...rows.map(({ path }) => path)])].toSorted());
    for (const method of ['OPTIONS', 'ANY']) {
      const own = methods.filter((one) => one.method === method);
      expect(own.map(({ path }) => path)).toEqual(Object.keys(paths));
      for (const { answer } of own)
        expect(answer?.responseParameters).toMatchObject({
          'method.response.header.X-Request-ID': 'context.requestId',
        });
    }
  });

  it('call the function of each row, which the stage names', () => {
    const { methods } = definitionOf(service);
    const [stage] = Object.values(service.findResources('AWS::ApiGateway::Stage'));
    const entries = service.findResources('AWS::Lambda::Function');
    const variables = stage?.['Properties'].Variables as Readonly<Record<string, { readonly Ref: string }>>;
    for (const row of [...routes, ...pages]) {
      const { integration } = methods.find(({ path, method }) => path === row.path && method === row.method) ?? {};
      const [, variable = ''] = /stageVariables\.(\w+)\}\/invocations/.exec(JSON.stringify(integration)) ?? [];
      expect(entries[variables[variable]?.Ref ?? '']?.['Metadata']['toscanini:entry']).toBe(
        `functions/http/${row.function}.ts`,
      );
    }
    // API Gateway's quota
    expect(Object.keys(variables).length).toBeLessThanOrEqual(0.85 * 100);
  });

  it('have no dashboard where the configuration leaves it out', () => {
    const { service: without } = templates({ ...exampleConfiguration, ui: { enabled: false } });
    expect(Object.keys(without.findResources('AWS::Lambda::Function'))).toHaveLength(
      Object.keys(service.findResources('AWS::Lambda::Function')).length - 1,
    );
    expect(Object.keys(definitionOf(without).paths)).toEqual(
      Object.keys(definitionOf(service).paths).filter((path) => !path.startsWith('/ui')),
    );
  });

  it('say at the root of the API where its description is', () => {
    const atRoot = definitionOf(service).methods.filter(({ path }) => path === '/');
    expect(atRoot.map(({ method }) => method).sort()).toEqual(['ANY', 'GET', 'HEAD', 'OPTIONS']);
    const { answer } = atRoot.find(({ method }) => method === 'GET') ?? {};
    expect(answer?.statusCode).toBe('200');
    expect(JSON.parse(answer?.responseTemplates?.['application/json'] ?? '')).toMatchObject({
      description: 'openapi.json',
    });
  });

  it('answer every refusal of the gateway in the error shape, with its own status in the body', () => {
    const responses = Object.values(definitionOf(service).refusals);
    expect(responses.length).toBeGreaterThanOrEqual(20);
    for (const { statusCode, responseTemplates, responseParameters } of responses) {
      const body = JSON.parse(responseTemplates['application/json'] ?? '');
      expect(Object.keys(body)).toEqual(['code', 'title', 'message']);
      expect(String(body.code)).toBe(statusCode);
      expect(responseParameters).toMatchObject({
        'gatewayresponse.header.Content-Type': "'application/json;charset=UTF-8'",
        'gatewayresponse.header.X-Request-ID': 'context.requestId',
      });
    }
  });

  it('leave room for many more routes: a route is a function, its role and the right to call it', () => {
    // CloudFormation takes 500, and a route is four of them. 8 for the webhooks of groups, and room for one more route
    expect(Object.keys(service.toJSON()['Resources']).length).toBeLessThanOrEqual(368);
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
      .filter(({ statement }) => !JSON.stringify(statement).includes('"rate#*"')) // every route counts its callers
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
    // events are published only where somebody is told of them
    expect(functions).toHaveLength(Object.keys(permissions).length - 1);
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
    expect(rules).toHaveLength(8);
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
