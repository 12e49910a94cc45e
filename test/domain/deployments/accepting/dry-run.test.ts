import { describe, expect, it } from 'vitest';
import { planDeletion, planReset } from '../../../../src/domain/deployments/accepting/dry-run.ts';
import { dryRunCreation, dryRunUpdate } from '../../../../src/domain/deployments/accepting/dry-run-template.ts';
import { processRequest } from '../../../../src/domain/deployments/accepting/process-request.ts';
import type { Deployment } from '../../../../src/domain/deployments/record/deployment.ts';
import type { NodeState } from '../../../../src/domain/resources/resource.ts';
import { CmdbError, CprError, MonitoringError, SlamError, VaultError } from '../../../../src/foundation/errors.ts';
import type { Problem } from '../../../../src/tosca/problems.ts';
import { clusterTemplate } from '../../clusters/cluster-template.ts';
import { attempting } from '../attempting/attempting.ts';
import { accepted, limits, memoryWorld, template } from '../world.ts';

const owner = { issuer: 'https://issuer.example', subject: 'user' };

const removing = (id: string): string => `tosca_definitions_version: tosca_simple_yaml_1_0
imports: [{indigo: 'https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml'}]
topology_template:
  node_templates:
    web:
      type: tosca.nodes.indigo.Compute
      capabilities: {scalable: {properties: {count: 1, removal_list: ['${id}']}}}
`;

describe('the dry run of a deletion', () => {
  const planned = async (changes: Partial<Deployment> = {}, force = false, attempt = false) => {
    const one = await attempting();
    if (attempt) await one.begun({ infrastructureId: 'inf-1' });
    const deployment: Deployment = { ...one.deployment, ...changes };
    return { ...(await planDeletion(one.world, deployment, { force })), one };
  };

  it('has all that is removed, and what is stopped first', async () => {
    const { status, resources, attempts, notes } = await planned({}, false, true);
    expect([status, resources.length, attempts.map(({ number }) => number)]).toEqual(['DELETE_IN_PROGRESS', 2, [1]]);
    expect(notes).toEqual(['the CREATE in progress is stopped first']);
  });

  it('says nothing of an attempt whose infrastructure was destroyed', async () => {
    const { one } = await planned({}, false, true);
    await one.record({ state: 'DESTROYED' });
    const deployment: Deployment = { ...one.deployment, status: 'CREATE_FAILED' };
    const { attempts, notes } = await planDeletion(one.world, deployment, { force: false });
    expect([attempts, notes]).toEqual([[], ['no provider has anything of it: only the record is removed']]);
  });

  it('says where no provider has anything', async () => {
    const { attempts, notes } = await planned({ status: 'CREATE_COMPLETE' });
    expect([attempts, notes]).toEqual([[], ['no provider has anything of it: only the record is removed']]);
  });

  it('says what force means', async () => {
    expect((await planned({ status: 'CREATE_COMPLETE' }, true, true)).notes).toEqual([
      expect.stringContaining('with force=true the record is removed even when a provider refuses'),
    ]);
  });

  it('is refused where the deletion would be', async () => {
    await expect(planned({ status: 'DELETE_IN_PROGRESS' })).rejects.toMatchObject({ name: 'ConflictError' });
  });
});

describe('the dry run of a reset', () => {
  const planned = async (status: string, ...states: readonly NodeState[]) => {
    const world = memoryWorld();
    const deployment: Deployment = { ...(await accepted(world)), status: 'DELETE_IN_PROGRESS' };
    const all = await world.resources.all(deployment.id);
    await world.resources.put(all.map((one, index) => ({ ...one, state: states[index] ?? one.state })));
    return planReset(world, deployment, status);
  };

  it('has the resources that the deletion is working on', async () => {
    const { status, resources } = await planned('DELETE_FAILED', 'DELETING', 'ERROR');
    expect([status, resources.map(({ state }) => state)]).toEqual(['DELETE_FAILED', ['DELETING']]);
  });

  it('is refused for another status', async () => {
    await expect(planned('CREATE_COMPLETE')).rejects.toMatchObject({ name: 'InvalidError' });
  });
});

const queue = `tosca_definitions_version: tosca_simple_yaml_1_0
imports: [toscanini-aws-types.yaml]
topology_template: {node_templates: {jobs: {type: toscanini.nodes.aws.Queue}}}
`;

describe('the dry run of an update', () => {
  /** A deployment at rest, with an infrastructure, of which the cloud can tell nothing. */
  const atRest = async (changes: Partial<Deployment> = {}) => {
    const world = memoryWorld();
    const deployment = await accepted(world);
    const where = { status: 'CREATE_COMPLETE', providerId: 'alpha', infrastructureId: 'inf-1' } as const;
    const ports = { ...world, updatePreviewOf: () => undefined };
    return {
      world,
      run: (more: object = {}) =>
        dryRunUpdate(ports, { ...deployment, ...where, ...changes }, { template, parameters: {}, limits, ...more }),
    };
  };

  it('has what is added, kept and removed, and where', async () => {
    const { world, run } = await atRest();
    const before = [...world.stores.kept.files.keys()];
    const { plan, provider, warnings, imports, notes } = await run({ template: template.replace('db:', 'cache:') });
    const names = [plan.added, plan.kept, plan.removed].map((all) => all.map(({ toscaNodeName }) => toscaNodeName));
    expect(names).toEqual([['cache'], ['web'], ['db']]);
    expect([provider, warnings, imports, notes]).toEqual([{ id: 'alpha', name: 'Cloud alpha' }, [], [], []]);
    expect([[...world.stores.kept.files.keys()], world.started]).toEqual([before, []]);
  });

  it('names no provider where nothing was made, and says when one is no longer configured', async () => {
    expect(await (await atRest({ providerId: undefined } as never)).run()).not.toHaveProperty('provider');
    const former = await atRest({ providerId: 'former' });
    expect((await former.run()).provider).toEqual({ id: 'former', name: 'former, which is no longer configured' });
  });

  it('says when the provider has another kind of deployer now', async () => {
    const { run } = await atRest({ provider: { deployer: 'cloudformation' } });
    expect((await run()).notes).toEqual([
      expect.stringMatching(
        /^the update would fail: provider alpha has now the deployer infrastructure-manager, which/,
      ),
    ]);
  });

  it.each<[string, Partial<Deployment>, object, string]>([
    ['its status', { status: 'CREATE_FAILED' }, {}, 'update is possible in'],
    ['its deployer', { provider: { cannot: ['update'] } }, {}, 'cannot update a deployment'],
    ['a name that is no machine', {}, { replace: ['wbe'] }, 'replace names "wbe"'],
    [
      'a type of AWS',
      {},
      { template: queue },
      'provider alpha, where the deployment stays, cannot run the new template',
    ],
    ['a resource that is none', {}, { template: removing('nobody') }, 'the removal_list of web names "nobody"'],
  ])('is refused as the update would be, for %s', async (_, changes, more, message) => {
    await expect((await atRest(changes)).run(more)).rejects.toThrow(message);
  });
});

describe('the dry run of a creation', () => {
  it('has what would be made and where, and makes nothing', async () => {
    const world = memoryWorld();
    const asked: unknown[] = [];
    const rank = world.providers.rank;
    const providers = {
      ...world.providers,
      rank: (request: Parameters<typeof rank>[0]) => {
        asked.push(request.token);
        return rank(request);
      },
    };
    const token = async () => 'token';
    const ports = { ...world, providers, creationPreviewOf: () => undefined };
    const request = { template, parameters: {}, limits, owner, delegation: { token, keep: async () => undefined } };
    const { resources, candidates, warnings, imports, topology } = await dryRunCreation(ports, request);
    expect(resources.map(({ toscaNodeName }) => toscaNodeName)).toEqual(['web', 'db']);
    expect(new Set(resources.map(({ id }) => id)).size).toBe(2);
    expect(candidates.map(({ id }) => id)).toEqual(['alpha', 'beta']);
    expect([warnings, imports, topology.nodes.length, asked]).toEqual([[], [], 2, [token]]);
    expect([world.started, [...world.stores.kept.deployments]]).toEqual([[], []]);
    const { delegation: _, ...anonymous } = request;
    await dryRunCreation(ports, anonymous);
    expect(asked).toEqual([token, undefined]);
  });

  it.each([CmdbError, CprError, MonitoringError, SlamError, VaultError])(
    'says that a service of the federation refuses: it is no mistake of the request, and none of ours (%o)',
    async (Refusal) => {
      const rank = () => Promise.reject(new Refusal('it refused the token'));
      const world = memoryWorld();
      const ports = { ...world, providers: { ...world.providers, rank }, creationPreviewOf: () => undefined };
      const planned = await dryRunCreation(ports, { template, parameters: {}, limits, owner });
      expect(planned).toMatchObject({ candidates: [], dropped: [] });
      expect(planned.notes).toEqual(['the providers cannot be ranked: it refused the token']);
      expect(planned.resources).toHaveLength(2);
    },
  );

  it('hides no mistake of ours as a refusal', async () => {
    const rank = () => Promise.reject(new TypeError('a mistake'));
    const world = memoryWorld();
    const ports = { ...world, providers: { ...world.providers, rank }, creationPreviewOf: () => undefined };
    await expect(dryRunCreation(ports, { template, parameters: {}, limits, owner })).rejects.toThrow('a mistake');
  });
});

describe('a cluster that cannot scale', () => {
  const lacking = (what: 'exchange' | 'nothing') => ({ lacking: () => what, issue: async () => undefined });
  const worldOf = (what: 'exchange' | 'nothing') => ({
    ...{ ...memoryWorld(), clusterCredentials: lacking(what) },
    ...{ creationPreviewOf: () => undefined, updatePreviewOf: () => undefined },
  });
  const texts = (warnings: readonly Problem[]) =>
    warnings.filter(({ code }) => code === 'cluster-cannot-scale').map(({ message }) => message);
  const request = { template: clusterTemplate(), parameters: {}, limits };
  const serviceUrl = 'https://toscanini.example/v1';

  it('is a warning of the dry run of its creation', async () => {
    const { warnings } = await dryRunCreation(worldOf('exchange'), { ...request, owner });
    expect(texts(warnings)).toEqual([expect.stringContaining('the cluster elastic will not scale')]);
    const { warnings: none } = await dryRunCreation(worldOf('nothing'), { ...request, owner, origin: { serviceUrl } });
    expect(texts(none)).toEqual([]);
  });

  it('is a warning of the dry run of an update, which writes down where the service is', async () => {
    const world = worldOf('nothing');
    const deployment: Deployment = { ...(await accepted(world)), status: 'CREATE_COMPLETE' };
    const without = await dryRunUpdate(world, deployment, request);
    expect(texts(without.warnings)).toEqual([expect.stringContaining('before the service kept its own address')]);
    expect(texts((await dryRunUpdate(world, deployment, { ...request, serviceUrl })).warnings)).toEqual([]);
    const known = { ...deployment, origin: { serviceUrl } };
    expect(texts((await dryRunUpdate(world, known, request)).warnings)).toEqual([]);
  });
});

describe('a template with problems', () => {
  const broken = template.replaceAll('tosca.nodes.Compute', 'tosca.nodes.Nothing');
  const oneBroken = broken.replace(/ {4}db:\n.*\n/, '');

  it.each([
    [oneBroken, 'it has a problem:'],
    [`${oneBroken}  workflows: { w: { steps: { a: { target: nobody, activities: [] } } } }\n`, 'it has a problem:'],
    [broken, 'it has 2 problems:'],
  ])('is refused with the number of its errors: %#', async (text, message) => {
    const { imports } = memoryWorld();
    await expect(processRequest({ imports }, { template: text, parameters: {} })).rejects.toMatchObject({
      ...{ name: 'InvalidError', message: expect.stringContaining(message) },
    });
  });
});
