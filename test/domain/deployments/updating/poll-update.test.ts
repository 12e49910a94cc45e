import { describe, expect, it } from 'vitest';
import type { InfrastructureStatus } from '../../../../src/domain/deployers/machines.ts';
import { NotFoundError, NotReadyError } from '../../../../src/foundation/errors.ts';
import { afterSeconds } from '../attempting/attempting.ts';
import { acceptedAt, asked, begun, nodes } from './updating.ts';

type One = Awaited<ReturnType<typeof begun>>;

const gone = ({ clouds }: One) => {
  clouds.status = () => Promise.reject(new NotFoundError('invalid infrastructure ID'));
  clouds.list = async () => [];
};
const whatNow =
  'no update, repair or rollback can bring it back: delete the deployment, then deploy its template anew, which GET /deployments/{deployment_id}/template still has';
const why = 'infrastructure inf-1 no longer exists: its provider does not know it';

describe('an infrastructure that is gone during its update', () => {
  it.each(['change', 'pollUpdate'] as const)('is doubted, then fails the update: %s', async (step) => {
    const one = step === 'change' ? await begun(nodes('web')) : await asked(nodes('web'));
    gone(one);
    await expect(one[step]()).rejects.toMatchObject({ name: 'NotReadyError', message: why });
    one.after(5);
    const message = `${why}; ${whatNow}`;
    await expect(one[step]()).rejects.toMatchObject({ name: 'ProviderFailedError', message });
    expect(await one.attempt()).not.toMatchObject({ state: 'COMPLETE' });
  });
});

describe('pollUpdate, of a deployer that changes an infrastructure as a whole', () => {
  const whole = async (change: InfrastructureStatus['change'], reason?: string) => {
    const one = await asked(nodes('web', 'db', 'cache'));
    one.after(30);
    const status = one.clouds.status.bind(one.clouds);
    one.clouds.status = async (...given) => ({
      ...(await status(...given)),
      ...(change && { change }),
      ...(reason !== undefined && { reason }),
    });
    return one;
  };
  const since = (seconds: number) => afterSeconds(acceptedAt + seconds);

  it('waits while the change is in progress, whatever the machines are', async () => {
    const one = await whole({ is: 'in-progress', since: since(1) });
    await expect(one.pollUpdate()).rejects.toMatchObject({ message: 'the infrastructure is being changed' });
  });

  it('fails where the change did, with the reason', async () => {
    const one = await whole({ is: 'failed', since: since(1) }, 'the subnet is full');
    await expect(one.pollUpdate()).rejects.toMatchObject({
      name: 'ProviderFailedError',
      message: 'the subnet is full',
    });
    expect((await one.attempt()).quotedLog).toContain('launched');
  });

  it.each([
    [-30, 'ProviderFailedError'],
    [-31, undefined],
  ])('does not fail for a change of before, but bears clocks half a minute apart: %i s', async (seconds, name) => {
    const one = await whole({ is: 'failed', since: since(seconds) }, 'the subnet is full');
    if (name === undefined) await one.pollUpdate();
    else await expect(one.pollUpdate()).rejects.toMatchObject({ name });
  });

  it.each([
    ['does not fail for the one before ours, however short ago that was', -2, [], undefined],
    ['fails for another one, whatever the clocks say', -40, [], 'ProviderFailedError'],
    ['fails for another one that began in the same instant', -2, ['ours'], 'ProviderFailedError'],
  ])('%s', async (_, later, more, name) => {
    const one = await begun(nodes('web', 'db', 'cache'));
    const status = one.clouds.status.bind(one.clouds);
    let began = { since: since(-2), updates: ['first'] };
    one.clouds.status = async (...given) => ({
      ...(await status(...given)),
      ...{ change: { is: 'failed', ...began }, reason: 'the subnet is full' },
    });
    await one.change();
    one.after(30);
    began = { since: since(later), updates: ['first', ...more] };
    if (name === undefined) await one.pollUpdate();
    else await expect(one.pollUpdate()).rejects.toMatchObject({ name, message: 'the subnet is full' });
  });

  it('does not fail for a change that failed after the update began and before it was asked for', async () => {
    const one = await begun(nodes('web', 'db', 'cache'));
    one.after(100);
    await one.change();
    one.after(30);
    const status = one.clouds.status.bind(one.clouds);
    const change = { is: 'failed', since: since(50) } as const;
    one.clouds.status = async (...given) => ({ ...(await status(...given)), change, reason: 'the subnet was full' });
    await one.pollUpdate();
    expect(await one.attempt()).toMatchObject({ state: 'COMPLETE' });
  });

  it('judges by the machines once it is done', async () => {
    const one = await whole({ is: 'done', since: since(1) });
    await one.pollUpdate();
    expect(await one.attempt()).toMatchObject({ state: 'COMPLETE' });
  });

  it('says what to do where it is done and a machine is missing, five minutes later and not before', async () => {
    const one = await whole({ is: 'done', since: since(1) });
    const status = one.clouds.status;
    one.clouds.status = async (...given) => {
      const { vms, ...rest } = await status(...given);
      const { '0': _, ...others } = vms;
      return { ...rest, vms: others };
    };
    await expect(one.pollUpdate()).rejects.toMatchObject({ name: 'NotReadyError' });
    one.after(5 * 60 - 30);
    await expect(one.pollUpdate()).rejects.toMatchObject({
      name: 'ProviderFailedError',
      message: expect.stringMatching(/ web.*name its resource in the removal_list of its node/),
    });
  });
});

describe('pollUpdate', () => {
  it('fails where no machine was launched a quarter of an hour after the answer', async () => {
    const one = await asked(nodes('web', 'db', 'cache'));
    const status = one.clouds.status.bind(one.clouds);
    one.clouds.status = async (...given) => {
      const { '2': _, ...vms } = (await status(...given)).vms;
      return { state: 'configured', vms };
    };
    one.after(15 * 60 - 1);
    await expect(one.pollUpdate()).rejects.toMatchObject({ message: 'there is no virtual machine for cache yet' });
    one.after(1);
    await expect(one.pollUpdate()).rejects.toMatchObject({
      ...{ name: 'ProviderFailedError', message: expect.stringContaining('launched no virtual machine for cache') },
    });
  });

  it('waits for the addresses of new machines', async () => {
    const one = await begun(nodes('web', 'db', 'cache'));
    one.clouds.set('alpha', { addressSeconds: 9_999 });
    await one.change();
    one.after(26);
    const lacks = { name: 'NotReadyError', message: 'the infrastructure is configured but still lacks addresses' };
    await expect(one.pollUpdate()).rejects.toMatchObject(lacks);
    expect(await one.attempt()).toMatchObject({ configuredAt: afterSeconds(acceptedAt + 26) });
    one.after(94);
    await expect(one.pollUpdate()).rejects.toMatchObject(lacks);
    one.after(1);
    await one.pollUpdate();
  });

  it('waits where the first look after a quiet time meets unknown machines', async () => {
    const one = await asked(nodes('web', 'db', 'cache'));
    const { status, virtualMachines } = one.clouds;
    one.after(3_600);
    one.clouds.status = async (...given) => {
      const { vms } = await status.apply(one.clouds, given);
      return { state: 'unknown', vms: Object.fromEntries(Object.keys(vms).map((id) => [id, 'unknown'])) };
    };
    one.clouds.virtualMachines = async (...given) =>
      (await virtualMachines.apply(one.clouds, given)).map((machine) => ({ ...machine, state: 'unknown' }));
    await expect(one.pollUpdate()).rejects.toMatchObject({ name: 'NotReadyError' });
    Object.assign(one.clouds, { status, virtualMachines });
    await one.pollUpdate();
    expect(await one.attempt()).toMatchObject({ state: 'COMPLETE' });
  });

  it('does not count the time before all machines are at rest', async () => {
    const one = await asked(nodes('web', 'db', 'cache'));
    one.clouds.set('alpha', { addressSeconds: 9_999, update: 'never-ready' });
    one.after(10);
    await expect(one.pollUpdate()).rejects.toMatchObject({ message: /^virtual machine 2 of cache is running$/ });
    expect(await one.attempt()).not.toHaveProperty('configuredAt');
  });

  it('waits until the deployer has set up its machines, and reads the log once for each look', async () => {
    const one = await asked(nodes('web', 'db', 'cache'));
    one.clouds.usual = {
      configurations: [{ is: 'done' }, { is: 'running', what: 'the playbook is running' }],
    };
    one.after(30);
    let reads = 0;
    const log = one.clouds.log.bind(one.clouds);
    one.clouds.log = (...given) => {
      reads += 1;
      return log(...given);
    };
    await expect(one.pollUpdate()).rejects.toMatchObject({ name: 'NotReadyError', message: 'the playbook is running' });
    expect([reads, (await one.attempt()).state]).toEqual([1, 'RUNNING']);
    await one.pollUpdate();
    expect(await one.attempt()).toMatchObject({ state: 'COMPLETE' });
  });

  it('has in its log what an operation printed that ended while the update was looked at', async () => {
    const one = await asked(nodes('web', 'db', 'cache'));
    one.clouds.usual = { configurations: [{ is: 'done' }] };
    one.after(30);
    const { configure } = one.clouds;
    one.clouds.log = async () => 'first\n';
    one.clouds.configure = (...given) => {
      one.clouds.log = async () => 'first\nstarted\n';
      return configure.apply(one.clouds, given);
    };
    await one.pollUpdate();
    expect(await one.attempt()).toMatchObject({ state: 'COMPLETE' });
    expect((await one.log()).match(/first|started/g)).toEqual(['first', 'started']);
  });

  it('fails where its machines could not be set up, with what the log says by then', async () => {
    const one = await asked(nodes('web', 'db', 'cache'));
    one.clouds.usual = { configurations: [{ is: 'done' }, { is: 'failed', why: 'the playbook failed' }] };
    one.after(30);
    const { configure } = one.clouds;
    one.clouds.configure = (...given) => {
      one.clouds.log = async () => 'fatal: no package\n';
      return configure.apply(one.clouds, given);
    };
    await expect(one.pollUpdate()).rejects.toMatchObject({
      ...{ name: 'ProviderFailedError', message: 'the playbook failed' },
    });
    expect((await one.attempt()).quotedLog).toContain('fatal: no package');
  });

  it('waits for no address where all machines are stopped', async () => {
    const one = await asked(nodes('web', 'db'));
    one.clouds.set('alpha', { addressSeconds: 9_999 });
    for (const { id } of one.clouds.made[0]?.machines ?? []) await one.clouds.operate('alpha', 'inf-1', id, 'stop');
    one.after(10);
    await one.pollUpdate();
    expect(await one.attempt()).toMatchObject({ state: 'COMPLETE' });
  });

  it('leaves to the next poll that a machine which is not needed is gone already', async () => {
    const one = await asked(nodes('web', 'cache'));
    one.after(30);
    const [stays] = one.clouds.made[0]?.machines ?? [];
    if (stays) one.clouds.made[0]?.machines.push({ ...stays, id: '9', node: 'db' });
    one.clouds.removeVirtualMachines = () => Promise.reject(new NotReadyError('one of them no longer exists'));
    await expect(one.pollUpdate()).rejects.toMatchObject({ name: 'NotReadyError', message: /no longer exists/ });
  });
});
