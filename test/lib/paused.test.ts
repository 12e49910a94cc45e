import type { Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { definitionOf } from './definition.ts';
import { rolePoliciesOf } from './policies.ts';
import { exampleConfiguration, templates } from './stacks.ts';

const propertiesOf = (template: Template, type: string) =>
  Object.values(template.findResources(type)).map(({ Properties }) => Properties);

describe('a paused installation', () => {
  let paused: { readonly data: Template; readonly service: Template };
  let running: typeof paused;
  beforeAll(() => {
    const withFiles = { ...exampleConfiguration, files: { buckets: ['their-bucket'] } };
    paused = templates({ ...withFiles, paused: true });
    running = templates(withFiles);
  });

  it('lets no request through, on no route, and says why', () => {
    const [stage] = propertiesOf(paused.service, 'AWS::ApiGateway::Stage');
    const settings: readonly { HttpMethod: string; ResourcePath: string }[] = stage.MethodSettings;
    expect(settings).toContainEqual(expect.objectContaining({ HttpMethod: '*', ResourcePath: '/*' }));
    for (const setting of settings) expect(setting).toMatchObject({ ThrottlingRateLimit: 0, ThrottlingBurstLimit: 0 });
    // a setting of one method that went away could stay in force, and goes before the one for all
    const [open] = propertiesOf(running.service, 'AWS::ApiGateway::Stage');
    const placeOf = ({ HttpMethod, ResourcePath }: (typeof settings)[number]) => `${HttpMethod} ${ResourcePath}`;
    expect(settings.map(placeOf)).toEqual(open.MethodSettings.map(placeOf));
    const throttled = definitionOf(paused.service).refusals['THROTTLED'];
    expect(throttled).toMatchObject({
      statusCode: '503',
      responseParameters: { 'gatewayresponse.header.Retry-After': "'600'" },
    });
    expect(JSON.parse(throttled?.responseTemplates['application/json'] ?? '')).toMatchObject({
      code: 503,
      message: expect.stringContaining('paused'),
    });
  });

  it('takes up nothing by itself: rules rest, and files wait in their queue', () => {
    const states = ({ service }: typeof paused) => propertiesOf(service, 'AWS::Events::Rule').map(({ State }) => State);
    const enabled = ({ service }: typeof paused) =>
      propertiesOf(service, 'AWS::Lambda::EventSourceMapping').map(({ Enabled }) => Enabled);
    expect([new Set(states(running)), enabled(running)]).toEqual([new Set(['ENABLED']), [true]]);
    expect([new Set(states(paused)), enabled(paused)]).toEqual([new Set(['DISABLED']), [false]]);
  });

  it('loses no file: what tells the queue of new ones goes on', () => {
    expect(paused.data.toJSON()).toEqual(running.data.toJSON());
    expect(propertiesOf(paused.data, 'AWS::Events::Rule')).toMatchObject([{ State: 'ENABLED' }]);
  });

  it('says which workflows may still run, and which tables are in use', () => {
    const outputs = Object.keys(paused.service.findOutputs('*'));
    for (const name of ['Workflows', 'DeploymentsTable', 'ResourcesTable', 'SchedulesTable', 'ScheduleEventsTable'])
      expect(outputs).toContain(name);
    const workflows = JSON.stringify(paused.service.findOutputs('Workflows'));
    // executions of an Express workflow cannot be listed, and end within five minutes
    const machines = Object.entries(paused.service.findResources('AWS::StepFunctions::StateMachine'))
      .filter(([, { Properties }]) => Properties['StateMachineType'] !== 'EXPRESS')
      .map(([id]) => id);
    expect(machines.length).toBeGreaterThan(5);
    for (const id of machines) expect(workflows).toContain(id);
  });
});

describe('tables in the place of the stack’s own', () => {
  const tables = { deployments: 'deployments-restored', resources: 'resources-restored' };
  let data: Template;
  let service: Template;
  beforeAll(() => {
    ({ data, service } = templates({ ...exampleConfiguration, tables }));
  });

  it('are those that every function is told of, and may use', () => {
    const variables = propertiesOf(service, 'AWS::Lambda::Function').map(({ Environment }) => Environment.Variables);
    const told = (name: string) => new Set(variables.map((each) => each[name]).filter((value) => value !== undefined));
    expect(told('DEPLOYMENTS_TABLE')).toEqual(new Set(['deployments-restored']));
    expect(told('RESOURCES_TABLE')).toEqual(new Set(['resources-restored']));
    expect(JSON.stringify([...told('SCHEDULES_TABLE')])).toContain('RefSchedules');
    const policies = JSON.stringify(rolePoliciesOf(service));
    expect(policies).toContain(':table/deployments-restored"');
    expect(policies).toContain(':table/deployments-restored/index/byOwner"');
    expect(policies).not.toMatch(/ExportsOutputFnGetAtt(Deployments|Resources)/);
  });

  it('leave the stack’s own where they are, so that there is a way back', () => {
    data.resourceCountIs('AWS::DynamoDB::Table', 4);
  });

  it('are in the outputs, and so in the commands of docs/operations.md', () => {
    service.hasOutput('DeploymentsTable', { Value: 'deployments-restored' });
  });
});
