import { describe, expect, it } from 'vitest';
import {
  requireKnownNodes,
  requireReplaceable,
  updateDeployment,
} from '../../../../src/domain/deployments/accepting/update.ts';
import { startOperations } from '../../../../src/domain/deployments/finishing/start-operations.ts';
import type { Deployment } from '../../../../src/domain/deployments/record/deployment.ts';
import {
  ConflictError,
  InvalidError,
  NotFoundError,
  PreconditionFailedError,
} from '../../../../src/foundation/errors.ts';
import type { Node } from '../../../../src/tosca/topology.ts';
import { asking, node } from '../../providers/asking.ts';
import { computeResource } from '../../resources/compute-resource.ts';
import { accepted, limits, memoryWorld, template } from '../world.ts';

const good = `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  inputs:
    size: {type: integer}
    name: {type: string, default: x}
  node_templates:
    web: {type: tosca.nodes.Compute}
`;

const listing = (id: string): string => `tosca_definitions_version: tosca_simple_yaml_1_0
imports: [{indigo: 'https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml'}]
topology_template:
  node_templates:
    web:
      type: tosca.nodes.indigo.Compute
      capabilities: {scalable: {properties: {count: 1, removal_list: ['${id}']}}}
`;

const withJobs = (
  type: string,
): string => `${good.replace('topology_template:', 'imports: [toscanini-aws-types.yaml, toscanini-types.yaml]\ntopology_template:')}    jobs:
      type: ${type}
${type.endsWith('Job') ? '      properties: {image: a}' : ''}
`;

/** A deployment at rest, in a status. */
const atRest = async (status: Deployment['status'] = 'CREATE_COMPLETE') => {
  const world = memoryWorld();
  const { id, operation } = await accepted(world);
  await world.deployments.markStarted(id, operation.id);
  const failed = status.endsWith('FAILED') ? { statusReason: 'why' } : {};
  const seen = await world.deployments.record(id, operation.id, { status, ...failed });
  world.stores.kept.deployments.set(id, { ...seen, parameters: { size: 1, other: 'kept' } });
  const deployment = (await world.deployments.find(id)) as Deployment;
  return { world, deployment, now: () => world.deployments.find(id) };
};

const request = { template: good, parameters: {}, limits };

describe('updateDeployment', () => {
  it.each([
    [false, ConflictError],
    [true, PreconditionFailedError],
  ])('is told of a deletion that removed the template first; bound to one version: %s', async (bound, expected) => {
    const { world, deployment } = await atRest();
    const files = {
      ...world.files,
      findRanking: async () => undefined,
      getTemplate: () => Promise.reject(new NotFoundError('gone')),
    };
    const asked = { ...request, parameters: { size: 2 }, onlyIfUnchanged: bound };
    await expect(updateDeployment({ ...world, files }, deployment, asked)).rejects.toThrow(expected);
  });

  it('merges parameters over those of before, and takes callback and limits of the request', async () => {
    const { world, deployment, now } = await atRest();
    const asked = { timeoutMins: 10, providerTimeoutMins: 5, keepLastAttempt: true };
    const callback = 'https://receiver.example/new';
    await updateDeployment(world, deployment, { ...request, parameters: { size: 3 }, callback, limits: asked });
    expect(await now()).toMatchObject({
      status: 'UPDATE_IN_PROGRESS',
      parameters: { size: 3, other: 'kept' },
      callback,
      limits: asked,
      operation: { kind: 'UPDATE', deadline: '2026-11-20T12:10:00.000Z' },
      templateOf: deployment.templateOf,
    });
    expect(world.started).toHaveLength(1);
    expect(await now()).toMatchObject({ ...world.started[0] });
  });

  it.each(['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_FAILED'] as const)('is possible in %s', async (status) => {
    const { world, deployment, now } = await atRest(status);
    await updateDeployment(world, deployment, request);
    expect(await now()).toMatchObject({ status: 'UPDATE_IN_PROGRESS', task: 'NONE' });
    expect((await now())?.statusReason).toBeUndefined();
  });

  const impossible = [
    'CREATE_IN_PROGRESS',
    'CREATE_FAILED',
    'UPDATE_IN_PROGRESS',
    'DELETE_IN_PROGRESS',
    'DELETE_FAILED',
  ];
  it.each(impossible as Deployment['status'][])('is refused in %s, and stores nothing', async (status) => {
    const { world, deployment, now } = await atRest(status);
    const files = new Map(world.stores.kept.files);
    await expect(updateDeployment(world, deployment, request)).rejects.toThrow(ConflictError);
    expect(await now()).toEqual(deployment);
    expect(world.stores.kept.files).toEqual(files);
    expect(world.started).toEqual([]);
  });

  const broken = good.replace('tosca.nodes.Compute', 'tosca.nodes.Nothing').replace('default: x', 'default: [1]');
  it('tells every problem of the template before anything changes, and before the status', async () => {
    for (const status of ['CREATE_COMPLETE', 'CREATE_FAILED'] as const) {
      const { world, deployment, now } = await atRest(status);
      const error = await updateDeployment(world, deployment, { ...request, template: broken }).catch(
        (e: unknown) => e,
      );
      expect(error).toBeInstanceOf(InvalidError);
      expect((error as InvalidError).problems.length).toBeGreaterThan(1);
      expect(await now()).toEqual(deployment);
    }
  });

  it('wants a value for every input, from the request or from before', async () => {
    const { world, deployment } = await atRest();
    world.stores.kept.deployments.set(deployment.id, { ...deployment, parameters: {} });
    const seen = { ...deployment, parameters: {} };
    await expect(updateDeployment(world, seen, request)).rejects.toMatchObject({
      name: 'InvalidError',
      problems: [{ path: 'inputs.size' }],
    });
  });

  it('knows the resources of a removal list by node and uuid', async () => {
    const { world, deployment } = await atRest();
    const db = (await world.resources.all(deployment.id)).find(({ toscaNodeName }) => toscaNodeName === 'db');
    for (const id of ['nobody', `${db?.id}`]) {
      const asked = { ...request, template: listing(id) };
      await expect(updateDeployment(world, deployment, asked)).rejects.toThrow(/the removal_list of web names/);
    }
  });

  it('shows at once what comes and what goes', async () => {
    const { world, deployment } = await atRest();
    const text = template.replace('db:', 'cache:');
    await updateDeployment(world, deployment, { ...request, template: text });
    const shown = (await world.resources.all(deployment.id)).map(({ toscaNodeName, state }) => [toscaNodeName, state]);
    expect(shown).toEqual([
      ['web', 'INITIAL'],
      ['db', 'DELETING'],
      ['cache', 'CREATING'],
    ]);
  });

  it('keeps who asked, what may be replaced and where the service is, and nothing that the request does not say', async () => {
    const { world, deployment, now } = await atRest();
    const origin = { serviceUrl: 'https://before.example', email: 'olga@example.org' };
    world.stores.kept.deployments.set(deployment.id, { ...deployment, origin });
    const requestedBy = { issuer: 'https://issuer.example', subject: 'colleague' };
    const more = { requestedBy, replace: ['web'], serviceUrl: 'https://now.example', operationId: 'chosen' };
    await updateDeployment(world, (await now()) as Deployment, { ...request, ...more });
    const acceptedAt = world.clock.now().toISOString();
    expect((await now())?.operation).toStrictEqual({
      version: 1,
      ...{ id: 'chosen', kind: 'UPDATE', acceptedAt, requestedBy, replace: ['web'] },
    });
    expect((await now())?.origin).toEqual({ ...origin, serviceUrl: 'https://now.example' });
    const other = await atRest();
    await updateDeployment(other.world, other.deployment, { ...request, operationId: 'chosen' });
    expect((await other.now())?.operation).toStrictEqual({ id: 'chosen', kind: 'UPDATE', acceptedAt, version: 1 });
    expect(await other.now()).not.toHaveProperty('origin');
  });

  it('is refused at a provider whose deployer cannot update', async () => {
    const { world, deployment } = await atRest();
    const seen = { ...deployment, providerId: 'alpha', provider: { cannot: ['update'] as const } };
    await expect(updateDeployment(world, seen, request)).rejects.toThrow('provider alpha cannot update a deployment');
    expect(world.started).toEqual([]);
  });

  it.each([
    ['toscanini.nodes.aws.Queue', 'node jobs is a toscanini.nodes.aws.Queue, a type that only CloudFormation makes'],
    ['toscanini.nodes.Job', 'the template needs AWS Batch (node jobs)'],
  ])('is refused with a %s where an Infrastructure Manager makes the machines', async (type, why) => {
    const { world, deployment, now } = await atRest();
    const seen = { ...deployment, providerId: 'alpha' };
    await expect(updateDeployment(world, seen, { ...request, template: withJobs(type) })).rejects.toMatchObject({
      name: 'InvalidError',
      message: expect.stringContaining(
        `provider alpha, where the deployment stays, cannot run the new template:\n${why}`,
      ),
    });
    expect(await now()).toEqual(deployment);
    expect(world.started).toEqual([]);
    const onAws = { ...seen, provider: { deployer: 'cloudformation' as const } };
    world.stores.kept.deployments.set(seen.id, onAws);
    await updateDeployment(world, onAws, { ...request, template: withJobs('toscanini.nodes.aws.Queue') });
    expect(world.started).toHaveLength(1);
  });

  it('is refused where it may replace what is no machine', async () => {
    const { world, deployment } = await atRest();
    const wrong = updateDeployment(world, deployment, { ...request, replace: ['web', 'wbe'] });
    await expect(wrong).rejects.toThrow('replace names "wbe": it takes names of nodes that are machines or hold data');
    expect(world.started).toEqual([]);
  });

  it('writes no resource where none comes or goes', async () => {
    const { world, deployment } = await atRest();
    world.resources.put = () => Promise.reject(new Error('there is nothing to write'));
    await updateDeployment(world, deployment, { ...request, template });
    expect(world.started).toHaveLength(1);
  });

  it('is started a minute later when the workflow could not be', async () => {
    const { world, deployment, now } = await atRest();
    const { startOperation } = world.workflows;
    world.workflows.startOperation = async () => {
      throw new Error('Step Functions is down');
    };
    await expect(updateDeployment(world, deployment, request)).rejects.toThrow('is down');
    expect(await now()).toMatchObject({ status: 'UPDATE_IN_PROGRESS' });
    world.workflows.startOperation = startOperation;
    world.clock.advance(61);
    await startOperations(world)();
    expect(world.started).toHaveLength(1);
    expect(await now()).toMatchObject({ ...world.started[0] });
  });
});

describe('what a request may name', () => {
  const web = node('web', 'tosca.nodes.Compute', {});
  const app = node('app', 'tosca.nodes.SoftwareComponent', {});
  const topology = (...nodes: readonly Node[]) => asking({ nodes }).topology;

  it('to replace are the machines of the template', () => {
    requireReplaceable(topology(web, app), [], ['web']);
    requireReplaceable(topology(web), [], true);
    requireReplaceable(topology(web), [], false);
    requireReplaceable(topology(web), [], undefined);
    expect(() => requireReplaceable(topology(web, app), [], ['app', 'x'.repeat(50)])).toThrow(
      `replace names "app", "${'x'.repeat(40)}": it takes names of nodes that are machines or hold data, of which there are web`,
    );
    expect(() => requireReplaceable(topology(app), [], ['app'])).toThrow('of which there are none');
  });

  it.each([
    ...['tosca.nodes.BlockStorage', 'tosca.nodes.Storage.ObjectStorage', 'tosca.nodes.Database'],
    ...['toscanini.nodes.aws.Queue', 'toscanini.nodes.aws.Resource'],
  ])('to replace are also nodes that hold data, of a type that derives from %s', (base) => {
    const data = node('data', 'my.nodes.Data', {}, base, 'tosca.nodes.Root');
    requireReplaceable(topology(web, data), [], ['data']);
  });

  it('to replace are not nodes whose type only begins like one of these', () => {
    const client = node('client', 'my.nodes.Database.Client', {}, 'tosca.nodes.Root');
    expect(() => requireReplaceable(topology(web, client), [], ['client'])).toThrow('replace names "client"');
  });

  it('to remove are resources of the node itself', () => {
    const resources = [computeResource('a', 'web'), computeResource('b', 'db')];
    requireKnownNodes(topology({ ...web, removalList: ['a'] }), resources);
    expect(() => requireKnownNodes(topology({ ...web, removalList: ['a', 'b', 'c'.repeat(50)] }), resources)).toThrow(
      `the removal_list of web names "b"; the removal_list of web names "${'c'.repeat(40)}": a removal_list holds`,
    );
  });
});
