import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../src/tosca/topology.ts';
import { epoch, limits } from '../domain/deployments/world.ts';
import { type Engine, engineWorld, startEngine } from './engine-world.ts';
import { scenario, statesOf } from './scenario.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

const begin = (changes: Parameters<typeof scenario>[1] = {}) => scenario(engineWorld(engine), changes);

describe('create-deployment', () => {
  it('ends complete, with outputs, started resources and their machines', async () => {
    const one = await begin();
    const ran = await one.run();
    expect(ran).toMatchObject({ status: 'SUCCEEDED' });
    expect(await one.now()).toMatchObject({
      status: 'CREATE_COMPLETE',
      task: 'NONE',
      providerId: 'alpha',
      infrastructureId: 'inf-1',
      outputs: { url: 'http://192.0.2.10/' },
    });
    expect(await statesOf(one)).toEqual({ web: 'STARTED', db: 'STARTED' });
    const [web] = await one.world.resources.all(one.deployment.id);
    expect(web).toMatchObject({ toscaNodeName: 'web', physicalId: '0' });
    expect(JSON.parse(web?.metadata['VirtualMachineInfo'] ?? '')).toEqual({
      vmProperties: [{ class: 'system', id: 'web', state: 'configured' }],
    });
    expect(await one.world.files.readLog(one.deployment.id)).toContain('VM 0 of inf-1: configured');
  });

  it('tries the next provider when the first one fails, and destroys what that made', async () => {
    const one = await begin();
    one.world.clouds.set('alpha', { create: 'unconfigured' });
    await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', providerId: 'beta' });
    expect(one.world.clouds.standing.map(({ providerId }) => providerId)).toEqual(['beta']);
    expect((await one.world.attempts.list(one.deployment.id)).map(({ state }) => state)).toEqual([
      'DESTROYED',
      'COMPLETE',
    ]);
  });

  it('tries the next provider at once when the first one refuses', async () => {
    const one = await begin();
    one.world.clouds.set('alpha', { create: 'refuse' });
    const ran = await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', providerId: 'beta' });
    expect(ran.path.filter((state) => state === 'Submit the template')).toHaveLength(2);
  });

  it('fails with a block for each provider when all of them fail, and leaves nothing behind', async () => {
    const one = await begin();
    one.world.clouds.set('alpha', { create: 'refuse' });
    one.world.clouds.set('beta', { create: 'unconfigured' });
    const ran = await one.run();
    expect(ran.status).toBe('SUCCEEDED');
    const failed = await one.now();
    expect(failed).toMatchObject({ status: 'CREATE_FAILED', task: 'NONE' });
    expect(failed?.infrastructureId).toBeUndefined();
    expect(failed?.statusReasonWithLogs?.text).toBe(
      [
        'Retries on cloud providers exhausted. Error list is:',
        '',
        '-'.repeat(64),
        'Cloud Provider <Cloud alpha>',
        'Cloud Provider Service <alpha>',
        '',
        'alpha has no such image',
        '',
        '-'.repeat(64),
        'Cloud Provider <Cloud beta>',
        'Cloud Provider Service <beta>',
        '',
        'the infrastructure is unconfigured',
        'virtual machine 0 of web is unconfigured',
        'virtual machine 1 of db is unconfigured',
        'contextualization message:',
        'VM 0 of inf-1: launched',
        'VM 0 of inf-1: unconfigured',
      ].join('\n'),
    );
    const log = await one.world.files.readLog(one.deployment.id);
    expect(log.trimEnd().split('\n').at(-1)).toMatch(
      / the deployment is CREATE_FAILED: Retries on cloud providers exhausted\.$/,
    );
    expect(await statesOf(one)).toEqual({ web: 'ERROR', db: 'ERROR' });
    const shown = await one.world.resources.all(one.deployment.id);
    expect(shown.filter(({ physicalId, metadata }) => physicalId ?? metadata['VirtualMachineInfo'])).toEqual([]);
    expect(one.world.clouds.standing).toEqual([]);
  });

  it('goes on to the next provider within some minutes when the first one answers everything but this', async () => {
    const one = await begin();
    one.world.clouds.set('alpha', { create: 'down' });
    one.world.clouds.set('beta', { bootSeconds: 0, addingSeconds: 0 });
    await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', providerId: 'beta' });
    expect(one.world.clock.now().getTime() - epoch).toBeLessThan(240_000);
    const [first] = await one.world.attempts.list(one.deployment.id);
    expect(first?.reason).toContain('but left 3 create calls unanswered: alpha answered 502');
  });

  it('tries as many providers as maxProvidersRetry says', async () => {
    const one = await begin({ limits: { ...limits, maxProvidersRetry: 1 } });
    one.world.clouds.set('alpha', { create: 'refuse' });
    await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_FAILED' });
    expect(one.world.clouds.made).toEqual([]);
  });

  it('says what stood in the way when no provider may be tried', async () => {
    const world = engineWorld(engine);
    const dropped = [{ id: 'alpha', name: 'Cloud alpha', reason: 'it is for physics only' }];
    const rank = async () => ({ candidates: [], dropped, notes: ['CPR was not asked'] });
    const one = await scenario({ ...world, providers: { ...world.providers, rank } });
    await one.run();
    expect(await one.now()).toMatchObject({
      status: 'CREATE_FAILED',
      statusReason:
        'No cloud provider meets the deployment requirements\nnot Cloud alpha (alpha): it is for physics only\nCPR was not asked',
    });
    expect(await world.files.readLog(one.deployment.id)).toContain('not Cloud alpha (alpha): it is for physics only');
  });

  it('keeps what the last provider made, when asked to', async () => {
    const one = await begin({ limits: { ...limits, keepLastAttempt: true } });
    one.world.clouds.set('alpha', { create: 'fail' });
    one.world.clouds.set('beta', { create: 'fail' });
    await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_FAILED', infrastructureId: 'inf-2', providerId: 'beta' });
    expect((await one.now())?.statusReasonWithLogs?.text).toContain(
      'kept, as keepLastAttempt asks: infrastructure inf-2',
    );
    expect(one.world.clouds.standing.map(({ id }) => id)).toEqual(['inf-2']);
  });

  const hangs: readonly [string, Parameters<typeof scenario>[1], string][] = [
    [
      'providerTimeoutMins',
      { limits: { ...limits, providerTimeoutMins: 5 } },
      'did not finish within 5 minutes: the infrastructure is pending',
    ],
    ['fifteen minutes without a machine', {}, 'launched nothing'],
  ];
  it.each(hangs)('gives a provider up after %s', async (_, changes, reason) => {
    const one = await begin(changes);
    one.world.clouds.set('alpha', { create: 'launch-nothing', addingSeconds: 0 });
    one.world.clouds.set('beta', { create: 'refuse' });
    await one.run();
    expect((await one.now())?.statusReason).toContain(reason);
    expect(one.world.clouds.standing).toEqual([]);
  });

  it('fails when its own time is up, cleans up and tries nobody else', async () => {
    const one = await begin({ timeoutMins: 10 });
    one.world.clouds.set('alpha', { create: 'never-ready' });
    const ran = await one.run();
    expect(ran.status).toBe('SUCCEEDED');
    expect(await one.now()).toMatchObject({ status: 'CREATE_FAILED' });
    expect((await one.now())?.statusReason).toMatch(
      /^Timeout: Maximum execution time exceeded\.\n\n-{64}\nCloud Provider <Cloud alpha>/,
    );
    // what the provider said last
    expect((await one.now())?.statusReasonWithLogs?.text).toContain(
      ': the infrastructure is running\ncontextualization message:\nVM 0 of inf-1: launched',
    );
    expect(one.world.clouds.made).toHaveLength(1);
    expect(one.world.clouds.standing).toEqual([]);
  });

  it('takes up what was made when only the answer was lost', async () => {
    const one = await begin();
    one.world.clouds.set('alpha', { create: 'lose' });
    await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', infrastructureId: 'inf-1' });
    expect(one.world.clouds.made).toHaveLength(1);
  });

  it('waits for addresses that are late, but not for ever', async () => {
    const one = await begin();
    one.world.clouds.set('alpha', { addressSeconds: 60 });
    await one.run();
    expect((await one.now())?.outputs).toEqual({ url: 'http://192.0.2.10/' });
    const other = await begin();
    other.world.clouds.set('alpha', { addressSeconds: 100_000 });
    await other.run();
    expect(await other.now()).toMatchObject({ status: 'CREATE_COMPLETE', outputs: { url: null as Json } });
  });

  it('calls back after each submission and at its end', async () => {
    const one = await begin({ callback: 'https://receiver.example/hook' });
    one.world.clouds.set('alpha', { create: 'fail' });
    await one.run();
    const operation = one.deployment.operation.id;
    expect(one.world.notified).toEqual([
      `${operation}-submitted-1`,
      `${operation}-submitted-2`,
      `${operation}-complete`,
    ]);
    const { url, body } = await one.world.files.getNotification(`${operation}-complete`);
    expect(url).toBe('https://receiver.example/hook');
    expect(JSON.parse(body)).toMatchObject({ id: one.deployment.id, status: 'CREATE_COMPLETE' });
  });

  it('is complete all the same when no callback can be queued', async () => {
    const one = await begin({ callback: 'https://receiver.example/hook' });
    const { workflows } = one.world;
    workflows.startNotification = async () => {
      throw new Error('Step Functions is down');
    };
    const ran = await one.run();
    expect(ran.status).toBe('SUCCEEDED');
    expect(ran.path.at(-1)).toBe('Continue without the callback');
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE' });
  });

  it('ends as FAILED on what nobody foresaw, with its error, and leaves all as it is for another execution', async () => {
    const one = await begin();
    one.world.clouds.status = async () => {
      throw new TypeError('cannot read properties of undefined');
    };
    const ran = await one.run();
    expect(ran.status).toBe('FAILED');
    expect(ran.error).toContain('TypeError');
    expect(ran.path.at(-1)).toBe('Interrupted');
    expect(await one.now()).toMatchObject({ status: 'CREATE_IN_PROGRESS', infrastructureId: 'inf-1' });
    expect(one.world.clouds.standing).toHaveLength(1);
  });
});
