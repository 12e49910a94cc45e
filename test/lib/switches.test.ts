import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ConfigurationInput, configuration } from '../../lib/configuration/configuration.ts';
import { permissions } from '../../lib/permissions/permissions.ts';
import { pages, routes } from '../../src/http/routes.ts';
import { definitionOf } from './definition.ts';
import { rolePoliciesOf } from './policies.ts';
import { exampleConfiguration, templates } from './stacks.ts';

const certificateArn = 'arn:aws:acm:eu-south-1:111111111111:certificate/1';
const network = {
  vpcId: 'vpc-0123456789abcdef0',
  subnetIds: ['subnet-0a', 'subnet-0b'],
  availabilityZones: ['eu-south-1a', 'eu-south-1b'],
};

/** Every switch of the configuration that changes what is deployed, thrown. */
const thrown = {
  ...exampleConfiguration,
  customDomain: { name: 'api.example.org', certificateArn, hostedZone: { id: 'Z1', name: 'example.org' } },
  vpc: network,
  throttling: { rate: 30, burst: 60, routes: { 'GET /deployments': { rate: 5, burst: 10 } } },
  limits: { filesAtOnce: 7 },
  gatewayLogRole: false,
  cors: { origin: 'https://dashboard.example.org' },
  tracing: false,
  logRetentionDays: 30,
  retention: { notificationDays: 5, deadLetterDays: 3, endedDays: 7 },
  events: { bus: true, webhooks: [{ name: 'chat', url: 'https://chat.example.org/hook', kinds: ['FAILED'] }] },
} satisfies ConfigurationInput;

const clocks = [
  ...['sweep-workflows', 'check-dependencies', 'sweep-orphans', 'check-deployments', 'end-deployments'],
  'sweep-unrecorded',
].map((name) => `functions/events/${name}.ts`);

describe('a switch of the configuration', () => {
  let plain: { readonly data: Template; readonly service: Template };
  let other: { readonly data: Template; readonly service: Template };
  beforeAll(() => {
    plain = templates();
    other = templates(thrown);
  });
  const functionsOf = ({ service }: typeof plain) =>
    Object.values(service.findResources('AWS::Lambda::Function')).map(({ Properties }) => Properties);
  const settingsOf = ({ service }: typeof plain) => {
    const [stage] = Object.values(service.findResources('AWS::ApiGateway::Stage'));
    const settings = stage?.['Properties'].MethodSettings as Record<string, unknown>[];
    return new Map(settings.map((one) => [`${one['HttpMethod']} ${one['ResourcePath']}`, one]));
  };

  it('gives the API a name of the team’s own, over TLS 1.2, in its zone, and in every link', () => {
    expect(Object.keys(plain.service.findResources('AWS::ApiGateway::DomainName'))).toEqual([]);
    other.service.hasResourceProperties('AWS::ApiGateway::DomainName', {
      DomainName: 'api.example.org',
      RegionalCertificateArn: certificateArn,
      SecurityPolicy: 'TLS_1_2',
      EndpointConfiguration: { Types: ['REGIONAL'] },
    });
    other.service.hasResourceProperties('AWS::Route53::RecordSet', { Name: 'api.example.org.', HostedZoneId: 'Z1' });
    other.service.hasOutput('BaseUrl', { Value: 'https://api.example.org' });
    other.service.hasResourceProperties('AWS::ApiGateway::RestApi', { DisableExecuteApiEndpoint: true });
    plain.service.hasResourceProperties('AWS::ApiGateway::RestApi', { DisableExecuteApiEndpoint: Match.absent() });
    const bases = functionsOf(other).map(({ Environment }) => Environment.Variables.PUBLIC_BASE_URL);
    expect(new Set(bases.filter(Boolean))).toEqual(new Set(['https://api.example.org']));
  });

  it('tells of events, each minute, where there is a bus or a webhook', () => {
    const tellers = (one: typeof plain) =>
      functionsOf(one).filter(({ Environment }) => Environment.Variables.EVENT_WEBHOOKS !== undefined);
    const waiting = (one: typeof plain) =>
      functionsOf(one).filter(({ Environment }) => Environment.Variables.PUBLISH_EVENTS === 'true').length;
    expect([tellers(plain).length, waiting(plain)]).toEqual([0, 0]);
    plain.service.resourceCountIs('AWS::Events::EventBus', 0);
    expect(tellers(other).map(({ Environment }) => Environment.Variables.EVENT_BUS)).toEqual(['toscanini-events']);
    expect(waiting(other)).toBeGreaterThan(20);
    other.service.hasResourceProperties('AWS::Events::EventBus', { Name: 'toscanini-events' });
    other.service.hasResourceProperties('AWS::Events::Rule', {
      Description: 'hands events to the bus and to webhooks',
      ScheduleExpression: 'rate(1 minute)',
    });
    expect(JSON.stringify(other.service.findResources('AWS::IAM::Role'))).toContain('events:PutEvents');
  });

  it('lets pages of another origin call: every preflight, every answer and every refusal of the gateway says so', () => {
    const origin = 'https://dashboard.example.org';
    const answersOf = ({ service }: typeof plain, method: string) =>
      definitionOf(service).methods.flatMap((one) => (one.method === method && one.answer) || []);
    const name = 'method.response.header.Access-Control-Allow-Origin';
    for (const method of ['OPTIONS', 'ANY']) {
      for (const { responseParameters } of answersOf(other, method))
        expect(responseParameters[name]).toBe(`'${origin}'`);
      for (const { responseParameters } of answersOf(plain, method))
        expect(responseParameters).not.toHaveProperty(name);
    }
    expect(answersOf(other, 'OPTIONS').length).toBeGreaterThan(10);
    for (const { statusCode, responseParameters } of answersOf(other, 'OPTIONS')) {
      expect(statusCode).toBe('204');
      const headers = responseParameters['method.response.header.Access-Control-Allow-Headers'];
      expect(headers).toMatch(/Authorization.*If-Match/);
    }
    for (const { responseParameters } of Object.values(definitionOf(other.service).refusals))
      expect(responseParameters['gatewayresponse.header.Access-Control-Allow-Origin']).toBe(`'${origin}'`);
    const told = functionsOf(other).map(({ Environment }) => Environment.Variables.CORS_ORIGIN);
    expect(told.filter(Boolean)).toHaveLength(new Set([...routes, ...pages].map((row) => row.function)).size);
    expect(functionsOf(plain).every(({ Environment }) => !Environment.Variables.CORS_ORIGIN)).toBe(true);
  });

  it.each(['dashboard.example.org', 'https://dashboard.example.org/', 'https://*.example.org', ''])(
    'refuses %j as an origin',
    (origin) => {
      expect(() => configuration({ ...exampleConfiguration, cors: { origin } })).toThrow(/origin/);
    },
  );

  it('says what a name outside of Route 53 has to point to', () => {
    const customDomain = { name: 'api.example.org', certificateArn };
    const { service } = templates({ ...exampleConfiguration, customDomain });
    expect(Object.keys(service.findResources('AWS::Route53::RecordSet'))).toEqual([]);
    service.hasOutput('DomainTarget', { Value: { 'Fn::GetAtt': [Match.anyValue(), 'RegionalDomainName'] } });
  });

  it('puts every function into the team’s network, which lets nothing in', () => {
    for (const { VpcConfig } of functionsOf(plain)) expect(VpcConfig).toBeUndefined();
    expect(functionsOf(other)).toHaveLength(Object.keys(permissions).length);
    for (const { VpcConfig } of functionsOf(other)) expect(VpcConfig.SubnetIds).toEqual(network.subnetIds);
    const groups = Object.values(other.service.findResources('AWS::EC2::SecurityGroup'));
    expect(groups).toHaveLength(1);
    expect(groups[0]?.['Properties'].SecurityGroupIngress).toBeUndefined();
    const policies = JSON.stringify(rolePoliciesOf(other.service));
    expect(policies.match(/ec2:CreateNetworkInterface/g)).toHaveLength(Object.keys(permissions).length);
    expect(JSON.stringify(rolePoliciesOf(plain.service))).not.toContain('ec2:');
  });

  it('throttles routes one by one; what starts a workflow has a throttle of its own without being named', () => {
    const before = settingsOf(plain);
    expect(before.get('* /*')).toMatchObject({ ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 });
    expect(before.get('POST /~1deployments')).toMatchObject({ ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 });
    const after = settingsOf(other);
    expect(after.get('* /*')).toMatchObject({ ThrottlingRateLimit: 30 });
    expect(after.get('GET /~1deployments')).toMatchObject({ ThrottlingRateLimit: 5, ThrottlingBurstLimit: 10 });
    expect(after.get('POST /~1deployments')).toMatchObject({ ThrottlingRateLimit: 30, ThrottlingBurstLimit: 60 });
    for (const setting of after.values())
      expect(setting).toMatchObject({ LoggingLevel: 'OFF', MetricsEnabled: false, DataTraceEnabled: false });
  });

  it('throttles each route whose function starts a workflow at 50 a second at most', () => {
    const starting = routes.filter(({ function: name }) =>
      permissions[`http/${name}`]?.some((permission) => permission.endsWith(':start')),
    );
    expect(starting.length).toBeGreaterThan(4);
    const settings = settingsOf(plain);
    const ofRoute = ({ method, path }: (typeof routes)[number]) =>
      settings.get(`${method} /${path.replaceAll('/', '~1')}`)?.['ThrottlingRateLimit'];
    expect(starting.filter((route) => Number(ofRoute(route) ?? 500) > 50).map(({ path }) => path)).toEqual([]);
  });

  it('leaves the account’s role for the gateway’s logs alone, when told so', () => {
    plain.service.hasResource('AWS::ApiGateway::Account', { DeletionPolicy: 'Retain' });
    other.service.resourceCountIs('AWS::ApiGateway::Account', 0);
  });

  it('bounds how many functions match files at once', () => {
    const bound = (MaximumConcurrency: number) => ({ ScalingConfig: { MaximumConcurrency } });
    plain.service.hasResourceProperties('AWS::Lambda::EventSourceMapping', bound(50));
    other.service.hasResourceProperties('AWS::Lambda::EventSourceMapping', bound(7));
  });

  it('traces requests, functions and workflows, or none of them; what runs by the clock, and mostly finds nothing, never', () => {
    const traced = ({ service }: typeof plain) => [
      ...Object.values(service.findResources('AWS::Lambda::Function'))
        .filter(({ Metadata }) => !clocks.includes(Metadata['toscanini:entry']))
        .map(({ Properties }) => Properties.TracingConfig?.Mode === 'Active'),
      ...Object.values(service.findResources('AWS::StepFunctions::StateMachine')).map(
        ({ Properties }) => Properties.TracingConfiguration?.Enabled === true,
      ),
      ...Object.values(service.findResources('AWS::ApiGateway::Stage')).map(
        ({ Properties }) => Properties.TracingEnabled === true,
      ),
    ];
    expect(new Set(traced(plain))).toEqual(new Set([true]));
    expect(new Set(traced(other))).toEqual(new Set([false]));
    const untraced = functionsOf(plain).filter(({ TracingConfig }) => TracingConfig?.Mode !== 'Active');
    expect(untraced).toHaveLength(clocks.length);
  });

  it('keeps logs, notifications and dead letters as long as asked', () => {
    for (const { Properties } of Object.values(other.service.findResources('AWS::Logs::LogGroup')))
      expect(Properties.RetentionInDays).toBe(30);
    other.data.hasResourceProperties('AWS::S3::Bucket', {
      LifecycleConfiguration: {
        Rules: Match.arrayWith([
          Match.objectLike({ Prefix: 'notifications/', ExpirationInDays: 5 }),
          Match.objectLike({ Prefix: 'ended/', ExpirationInDays: 7 }),
        ]),
      },
    });
    const days = (template: Template) =>
      Object.values(template.findResources('AWS::SQS::Queue')).map(
        ({ Properties }) => Properties.MessageRetentionPeriod / 86_400,
      );
    expect(days(other.service)).toEqual([3]);
    expect(days(other.data).toSorted((a, b) => a - b)).toEqual([3, 14]);
  });
});

describe('a wrong value of the configuration', () => {
  it.each([
    [
      'a route that there is not',
      { throttling: { routes: { 'GET /nowhere': { rate: 1, burst: 1 } } } },
      /GET \/nowhere/,
    ],
    ['an unknown key below', { throttling: { rates: 1 } }, /rates/],
    ['a subnet without its zone', { vpc: { ...network, availabilityZones: ['eu-south-1a'] } }, /availability zone/],
    ['what is no certificate', { customDomain: { name: 'api.example.org', certificateArn: 'x' } }, /ACM certificate/],
    ['what is no name', { customDomain: { name: 'https://api', certificateArn } }, /name of a domain/],
    ['days that CloudWatch does not take', { logRetentionDays: 91 }, /logRetentionDays/],
    [
      'a group of administrators whom nothing names',
      { issuers: [{ issuer: 'https://a.example', adminGroup: 'admins' }] },
      /nobody would be in it[\s\S]*issuers\[0\]\.adminGroup/,
    ],
    [
      'managers whom nothing names',
      { issuers: [{ issuer: 'https://a.example' }], managers: { physics: ['leads'] } },
      /nobody would be one[\s\S]*managers/,
    ],
    ['managers of a group who are none', { managers: { physics: [] } }, /at least one/],
    [
      'a user pool of Cognito without its applications',
      { issuers: [{ issuer: 'https://cognito-idp.eu-south-1.amazonaws.com/eu-south-1_AbCdEf123' }] },
      /any application of this user pool would be accepted[\s\S]*clientIds[\s\S]*issuers\[0\]\.clientIds/,
    ],
    [
      'an issuer of the jobs of everybody, by its audience only',
      { issuers: [{ issuer: 'https://token.actions.githubusercontent.com', audience: 'https://a.example' }] },
      /everybody can get a token there[\s\S]*issuers\[0\]\.boundClaims/,
    ],
    [
      'claims without a value',
      { issuers: [{ issuer: 'https://a.example', boundClaims: { owner: [] } }] },
      /issuers\[0\]\.boundClaims\.owner/,
    ],
    [
      'a password in an address that everybody may read',
      { services: { slam_url: 'https://olga:hunter2@slam.example' } },
      /leave user name and password out[\s\S]*services\.slam_url/,
    ],
    [
      'keys without TLS',
      { issuers: [{ issuer: 'https://a.example', jwksUri: 'http://a.example/keys' }] },
      /keys must come over https[\s\S]*issuers\[0\]\.jwksUri/,
    ],
    ['an issuer without TLS', { issuers: [{ issuer: 'http://a.example' }] }, /https[\s\S]*issuers\[0\]\.issuer/],
    [
      'an issuer twice',
      { issuers: [{ issuer: 'https://a.example' }, { issuer: 'https://a.example', groupsClaim: 'groups' }] },
      /issuers\[0\] has it too[\s\S]*issuers\[1\]\.issuer/,
    ],
    [
      'a provider twice',
      { providers: ['One', 'Two'].map((name) => ({ id: 'one', name, credentials: {} })) },
      /providers\[0\] has it too[\s\S]*providers\[1\]\.id/,
    ],
    ['an empty list of applications', { issuers: [{ issuer: 'https://a.example', clientIds: [] }] }, /clientIds/],
    [
      'a provider for groups that anybody may name',
      {
        issuers: [{ issuer: 'https://a.example', groupsClaim: 'groups' }, { issuer: 'https://b.example' }],
        providers: [{ id: 'one', name: 'One', groups: ['physics'], credentials: {} }],
      },
      /users of https:\/\/b\.example could claim to be in any group[\s\S]*providers\[0\]\.groups/,
    ],
    ['a callback kept for less than it is tried', { retention: { notificationDays: 1 } }, /notificationDays/],
    ['ended deployments kept for less than nothing', { retention: { endedDays: -1 } }, /endedDays/],
    ['dead letters kept longer than SQS can', { retention: { deadLetterDays: 15 } }, /deadLetterDays/],
  ])('is refused: %s', (_, wrong, message) => {
    expect(() => configuration({ ...exampleConfiguration, ...wrong })).toThrow(message);
  });
});

describe('a provider for some groups', () => {
  it('is taken where its issuers tell groups, whatever others there are', () => {
    const issuers = [{ issuer: 'https://a.example', groupsClaim: 'groups' }, { issuer: 'https://b.example' }];
    const one = { id: 'one', name: 'One', groups: ['physics'], issuers: ['https://a.example'], credentials: {} };
    const { providers } = configuration({ ...exampleConfiguration, issuers, providers: [one] });
    expect(providers[0]).toMatchObject({ groups: ['physics'] });
  });
});
