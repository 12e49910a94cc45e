import { describe, expect, it } from 'vitest';
import { createDeployment } from '../../../../src/domain/deployments/accepting/create.ts';
import { startOperations } from '../../../../src/domain/deployments/finishing/start-operations.ts';
import { InvalidError, UnavailableError } from '../../../../src/foundation/errors.ts';
import { limits, memoryWorld, type World } from '../world.ts';

const template = `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  inputs:
    workers: { type: integer, default: 1 }
  node_templates:
    master:
      type: tosca.nodes.Compute
    worker:
      type: tosca.nodes.Compute
      capabilities:
        scalable: { properties: { min_instances: 1, max_instances: 9, default_instances: { get_input: workers } } }
    app:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - host: master
        - dependency: worker
`;

const request = {
  template,
  parameters: { workers: 2 },
  limits,
  owner: { issuer: 'https://issuer.example', subject: 'user' },
};

const everything = ({ kept }: ReturnType<typeof memoryWorld>['stores']) => [
  ...kept.deployments.keys(),
  ...kept.resources.keys(),
  ...kept.files.keys(),
];

describe('createDeployment', () => {
  it('stores the deployment, its template and its resources, and starts its workflow', async () => {
    const world = memoryWorld();
    const deployment = await createDeployment(world, {
      ...request,
      userGroup: 'biology',
      callback: 'https://x.example/',
    });
    expect(deployment).toMatchObject({
      status: 'CREATE_IN_PROGRESS',
      task: 'NONE',
      outputs: {},
      userGroup: 'biology',
      parameters: { workers: 2 },
      createdAt: '2026-11-20T12:00:00.000Z',
      operation: { kind: 'CREATE', acceptedAt: '2026-11-20T12:00:00.000Z' },
    });
    expect(await world.deployments.find(deployment.id)).toEqual(deployment);
    expect(await world.files.getTemplate(deployment.id, deployment.operation.id)).toBe(template);
    expect(world.started).toEqual([deployment]);
  });

  it.each([
    ['no topology', ''],
    ['no nodes', 'topology_template: { node_templates: {} }'],
    [
      'no instances',
      'topology_template: { node_templates: { a: { type: tosca.nodes.Compute, capabilities: { scalable: { properties: { min_instances: 0, default_instances: 0 } } } } } }',
    ],
  ])('refuses a template with %s, which no provider could make anything of', async (_, topology) => {
    const world = memoryWorld();
    const nothing = `tosca_definitions_version: tosca_simple_yaml_1_0\n${topology}\n`;
    const created = createDeployment(world, { ...request, parameters: {}, template: nothing });
    await expect(created).rejects.toMatchObject({ name: 'InvalidError', message: expect.stringContaining('nothing') });
    expect([...everything(world.stores), ...world.started]).toEqual([]);
  });

  it('plans one resource for each instance of each node, and says who requires it', async () => {
    const world = memoryWorld();
    const { id } = await createDeployment(world, request);
    const resources = await world.resources.all(id);
    const named = (name: string) => resources.filter(({ toscaNodeName }) => toscaNodeName === name);
    expect(resources.every(({ state }) => state === 'INITIAL')).toBe(true);
    expect([named('master').length, named('worker').length, named('app').length]).toEqual([1, 2, 1]);
    const app = named('app').map((resource) => resource.id);
    for (const resource of [...named('master'), ...named('worker')]) expect(resource.requiredBy).toEqual(app);
    expect(named('app')[0]?.requiredBy).toEqual([]);
  });

  it.each([
    [30, '2026-11-20T12:30:00.000Z'],
    [1e12, undefined],
  ])('turns a timeout of %d minutes into a deadline', async (timeoutMins, deadline) => {
    const { operation } = await createDeployment(memoryWorld(), { ...request, limits: { ...limits, timeoutMins } });
    expect(operation.deadline).toBe(deadline);
  });

  it('refuses a template with problems, all of them at once, and stores nothing', async () => {
    const world = memoryWorld();
    const broken = template
      .replace('host: master', 'host: nobody')
      .replace('dependency: worker', 'dependency: nothing');
    const refused = await createDeployment(world, { ...request, template: broken }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InvalidError);
    expect((refused as InvalidError).problems.length).toBeGreaterThanOrEqual(2);
    expect(everything(world.stores)).toEqual([]);
    expect(world.started).toEqual([]);
  });

  const calls = [
    ['files', 'putTemplate'],
    ['resources', 'stage'],
    ['deployments', 'accept'],
    ['workflows', 'startOperation'],
  ] as const;
  it.each(calls)('leaves nothing behind when %s.%s fails, whether it took effect or not', async (port, method) => {
    for (const tookEffect of [false, true]) {
      const world = memoryWorld();
      breakCall(world, port, method, tookEffect);
      await expect(createDeployment(world, request)).rejects.toBeInstanceOf(UnavailableError);
      expect(everything(world.stores)).toEqual([]);
    }
  });

  it('removes what it stored only when nothing is being stored any more', async () => {
    const world = memoryWorld();
    breakCall(world, 'files', 'putOutline', false);
    const { stage } = world.resources;
    world.resources.stage = async (resources) => {
      await new Promise((resolve) => setImmediate(resolve));
      await stage(resources);
    };
    await expect(createDeployment(world, request)).rejects.toBeInstanceOf(UnavailableError);
    expect(everything(world.stores)).toEqual([]);
  });

  it('keeps a token only beside its template, by which it is found, and tells of nothing before it is visible', async () => {
    const world = memoryWorld();
    const seen: [what: string, files: number, deployments: number][] = [];
    const note = (what: string) => seen.push([what, world.stores.kept.files.size, world.stores.kept.deployments.size]);
    const delegation = { token: async () => 'token', keep: async () => void note('token') };
    breakCall(world, 'files', 'putOutline', false);
    await expect(createDeployment(world, { ...request, delegation })).rejects.toBeInstanceOf(UnavailableError);
    expect(seen).toEqual([['token', 1, 0]]);
    const other = memoryWorld();
    const found: unknown[] = [];
    const { id } = await createDeployment(other, request, async (deployment) => {
      found.push(await other.deployments.find(deployment.id));
    });
    expect(found).toMatchObject([{ id }]);
  });

  it('is accepted when only the answer to its start was lost, and its workflow is at work', async () => {
    const world = memoryWorld();
    world.workflows.startOperation = async ({ id, operation }) => {
      await world.deployments.record(id, operation.id, { task: 'BROKERING' });
      throw new UnavailableError('it did not answer');
    };
    const { id } = await createDeployment(world, request);
    expect(await world.deployments.find(id)).toMatchObject({ status: 'CREATE_IN_PROGRESS', task: 'BROKERING' });
  });

  it('leaves it whole, to be started later, when it can neither be started nor taken back', async () => {
    const world = memoryWorld();
    const start = world.workflows.startOperation;
    breakCall(world, 'workflows', 'startOperation', false);
    breakCall(world, 'deployments', 'remove', false);
    const lost = { message: 'it did not answer' };
    await expect(createDeployment(world, request)).rejects.toMatchObject({
      ...{ name: 'UnavailableError', leftSomething: true, cause: { errors: [lost, lost] } },
    });
    world.workflows.startOperation = start;
    world.clock.advance(59);
    await startOperations(world)();
    expect(world.started).toEqual([]);
    world.clock.advance(2);
    await startOperations(world)();
    expect(world.started).toHaveLength(1);
    const [{ id, operation } = { id: '', operation: { id: '' } }] = world.started;
    expect(await world.files.getTemplate(id, operation.id)).toBe(template);
    expect(await world.resources.all(id)).toHaveLength(4);
  });
});

/** The call fails as a service that is down does; its answer may be all that was lost. */
const breakCall = (world: World, port: keyof World, method: string, tookEffect: boolean): void => {
  const target = world[port] as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
  const real = target[method]?.bind(target);
  target[method] = async (...given) => {
    if (tookEffect) await real?.(...given);
    throw new UnavailableError('it did not answer');
  };
};
