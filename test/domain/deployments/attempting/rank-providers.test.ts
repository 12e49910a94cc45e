import { describe, expect, it } from 'vitest';
import { rankProviders } from '../../../../src/domain/deployments/attempting/rank-providers.ts';
import { SlamError, UnavailableError } from '../../../../src/foundation/errors.ts';
import { importing, importsOf } from '../../../statemachines/imported.ts';
import { afterSeconds, attempting } from './attempting.ts';

const template = (more = '') => `tosca_definitions_version: tosca_simple_yaml_1_0
${more}topology_template:
  inputs:
    size: { type: integer, default: 1 }
  node_templates:
    web:
      type: tosca.nodes.Compute
      capabilities: { host: { properties: { num_cpus: { get_input: size } } } }
  outputs:
    address: { value: { get_attribute: [web, private_address] } }
`;

const ranking = async (changes: Parameters<typeof attempting>[0] = {}, text = template()) => {
  const one = await attempting(changes);
  const { id, operation, templateOf } = one.deployment;
  await one.world.files.putTemplate(id, templateOf, text);
  const { deploymentId, operationId } = one.ref;
  return {
    ...one,
    rank: () => rankProviders(one.world)({ deploymentId, operationId }),
    stored: () => one.world.files.findRanking(id, operation.id),
    pieces: () => [...one.world.stores.kept.files.keys()].filter((key) => key.startsWith(`logs/${id}/`)),
  };
};

type Ranking = Awaited<ReturnType<typeof ranking>>;

/** The services that the ranking needs answer so. */
const answering = ({ world }: Ranking, answer: () => ReturnType<typeof world.providers.rank>) => {
  let asked = 0;
  world.providers.rank = async () => {
    asked += 1;
    return answer();
  };
  return () => asked;
};

describe('rankProviders', () => {
  it('starts the operation and answers who may be tried, best first', async () => {
    const one = await ranking();
    expect(await one.rank()).toEqual({ candidates: ['alpha', 'beta'] });
    expect(await one.now()).toMatchObject({ status: 'CREATE_IN_PROGRESS', task: 'BROKERING' });
    expect(one.world.stores.kept.begun).toContain(one.ref.operationId);
    expect(await one.log()).toBe(
      `${afterSeconds(0)} 2 providers may be tried\n  1. Cloud alpha (alpha)\n  2. Cloud beta (beta)\n`,
    );
    expect(one.messages()).toEqual([]);
  });

  it('stores what the following steps need, so that they read neither template nor imports again', async () => {
    const one = await ranking();
    await one.rank();
    expect(await one.stored()).toMatchObject({
      candidates: [{ id: 'alpha' }, { id: 'beta' }],
      outputs: [{ name: 'address', value: { get_attribute: ['web', 'private_address'] } }],
      secretOutputs: [],
      asked: { web: expect.anything() },
    });
    expect(await one.stored()).not.toHaveProperty('translation');
  });

  it('ranks once: a repeat answers the same, whatever has changed', async () => {
    const one = await ranking();
    await one.rank();
    const [before, log] = [await one.stored(), await one.log()];
    const asked = answering(one, () => Promise.reject(new UnavailableError('CMDB does not answer')));
    one.world.clock.advance(60);
    expect(await one.rank()).toEqual({ candidates: ['alpha', 'beta'] });
    expect([asked(), await one.stored(), await one.log()]).toEqual([0, before, log]);
  });

  it('asks with who owns the deployment and its group, and takes as many as its owner allows', async () => {
    const limits = { providerTimeoutMins: 60, keepLastAttempt: false, maxProvidersRetry: 1 };
    const one = await ranking({ limits, userGroup: 'physics' });
    const rank = one.world.providers.rank;
    const requests: unknown[] = [];
    one.world.providers.rank = async (request) => {
      requests.push(request);
      return rank(request);
    };
    expect(await one.rank()).toEqual({ candidates: ['alpha'] });
    expect(requests).toMatchObject([{ issuer: 'https://issuer.example', userGroup: 'physics' }]);
    expect(await one.log()).toContain('1 more provider meets the requirements and will not be tried');
  });

  it('only reads for an operation that has ended', async () => {
    const one = await ranking();
    await one.world.deployments.record(one.deployment.id, one.ref.operationId, { status: 'CREATE_FAILED' });
    await one.rank();
    expect(await one.now()).toMatchObject({ status: 'CREATE_FAILED', task: 'NONE' });
  });

  it('stops when another operation has taken over', async () => {
    const one = await ranking();
    await one.overtake();
    await expect(one.rank()).rejects.toMatchObject({ name: 'OperationSupersededError' });
    expect(await one.stored()).toBeUndefined();
  });
});

describe('what a template says before its providers are ranked', () => {
  it('is nothing where there is nothing to say', async () => {
    const one = await ranking();
    await one.rank();
    expect(one.pieces().map((key) => key.split('/').at(-1))).toEqual(['0000-ranking']);
  });

  it('are its warnings, in log and timeline', async () => {
    const one = await ranking({}, template('surplus: 1\n'));
    await one.rank();
    const messages = one.messages();
    expect(messages).toEqual([expect.stringMatching(/^WARNING: warning: the template, .*surplus/)]);
    expect(await one.log()).toMatch(/^\S+ warnings of the template\n {2}.*surplus/m);
  });

  it('are the files that its imports came from, where several could have answered', async () => {
    const one = await ranking({}, importing('web'));
    importsOf(one.world);
    await one.rank();
    expect(await one.log()).toMatch(
      /^\S+ imports of the template\n {2}https:\S+: the built-in copy indigo-custom-types\.yaml, which .+$/m,
    );
  });

  it('is stored in the form that a provider can read, where it has another one', async () => {
    const text = 'tosca_definitions_version: tosca_2_0\nimports: [ { profile: org.oasis-open.tosca.simple:2.0 } ]\n';
    const one = await ranking({}, `${text}service_template: { node_templates: { web: { type: Compute } } }\n`);
    await one.rank();
    expect((await one.stored())?.translation).toContain('tosca_simple_yaml_1_');
  });

  it('that can no longer be read is waited for', async () => {
    const one = await ranking({}, template('imports:\n  - https://types.example/types.yaml\n'));
    one.world.imports.read = () => Promise.reject(new Error('https://types.example/types.yaml answered 503'));
    await expect(one.rank()).rejects.toMatchObject({
      ...{ name: 'UnavailableError', message: expect.stringContaining('types.yaml answered 503') },
    });
    expect(await one.stored()).toBeUndefined();
  });
});

describe('a service that the ranking needs and that does not answer', () => {
  const unavailable = () => Promise.reject(new UnavailableError('CMDB does not answer'));

  it('is waited for as for a provider, from when the ranking began', async () => {
    const one = await ranking();
    answering(one, unavailable);
    for (const [seconds, name] of [
      [0, 'NotReadyError'],
      [599, 'NotReadyError'],
      [1, 'ProviderUnavailableError'],
      [24 * 3600 - 601, 'ProviderUnavailableError'],
      [1, 'OutageError'],
    ] as const) {
      one.world.clock.advance(seconds);
      await expect(one.rank(), `after ${seconds} more seconds`).rejects.toMatchObject({
        ...{ name, message: 'CMDB does not answer' },
      });
    }
    expect(one.messages()).toEqual([
      'PROVIDER_SAID: the providers cannot be ranked yet, and it is tried again: CMDB does not answer',
    ]);
    expect(await one.stored()).toBeUndefined();
  });

  it('is waited for also where the operation was accepted days before, since its file was replicated', async () => {
    const one = await ranking();
    answering(one, unavailable);
    one.world.clock.advance(3 * 24 * 3600);
    await expect(one.rank()).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(24 * 3600 - 1);
    await expect(one.rank()).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
    one.world.clock.advance(1);
    await expect(one.rank()).rejects.toMatchObject({ name: 'OutageError' });
  });

  it('is not waited for beyond the deployment’s deadline', async () => {
    const one = await ranking({ timeoutMins: 5 });
    answering(one, unavailable);
    await expect(one.rank()).rejects.toMatchObject({ name: 'DeadlineNearError' });
    one.world.clock.advance(300);
    await expect(one.rank()).rejects.toMatchObject({ name: 'DeploymentTimeoutError' });
  });

  it('is another thing than one whose answer cannot be used', async () => {
    const one = await ranking();
    answering(one, () => Promise.reject(new SlamError('SLAM answered 403')));
    await expect(one.rank()).rejects.toMatchObject({ name: 'SlamError', message: 'SLAM answered 403' });
    expect(one.messages()).toEqual([]);
  });
});
