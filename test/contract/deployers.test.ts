/** What every deployer has to do (docs/decisions/0029): from here on, a deployer is what passes these checks. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProviderLog } from '../../src/domain/deployers/log.ts';
import { longestAttemptMins, searchSeconds, submitSeconds } from '../../src/domain/deployments/record/deadlines.ts';
import { matchMachines } from '../../src/domain/resources/match.ts';
import { computeResource } from '../domain/resources/compute-resource.ts';
import {
  type Bench,
  batchBench,
  cloudFormationBench,
  infrastructureManagerBench,
  scriptedBench,
} from './deployer-benches.ts';
import { name, on, orderOf, type Wish } from './deployer-orders.ts';

const aReason = expect.stringMatching(/^\S.{9,}/);

describe.each([
  ['the Infrastructure Manager over HTTP', infrastructureManagerBench, 'machines'],
  ["the scripted deployer of the domain's tests", scriptedBench, 'machines'],
  ['CloudFormation over the SDK', cloudFormationBench, 'machines'],
  ['AWS Batch over the SDK', batchBench, 'jobs'],
] as const)('%s', (_, make, makes) => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await make();
  });
  afterEach(() => bench.stop());

  const plan = (wish?: Wish) => on(bench).plan(wish);
  const create = (wish?: Wish) => on(bench).create(wish);
  const planUpdate = (wish: Wish, dropped?: readonly string[]) => on(bench).planUpdate(wish, dropped);
  const machinesOf = (id: string) => on(bench).machinesOf(id);
  const verdict = (...given: Parameters<ReturnType<typeof on>['verdict']>) => on(bench).verdict(...given);
  const ended = (id: string) => on(bench).ended(id);
  const ready = (wish?: Wish) => on(bench).ready(wish);
  const gone = (id: string) => on(bench).gone(id);
  const refusal = (id: string) => on(bench).refusal(id);

  describe('creates', () => {
    it('what is found by its name, in the list and by its id, and by no other name', async () => {
      const id = await create();
      bench.pass(1);
      expect(await bench.deployer.find(name)).toBe(id);
      expect(await bench.deployer.find(name.slice(0, -2))).toBeUndefined();
      expect(await bench.deployer.list()).toEqual([id]);
      expect(await bench.deployer.names([id, 'nobody-knows-me'])).toEqual(new Map([[id, name]]));
    });

    it('machines that have an id of their own and the name of their node, until all is ready', async () => {
      const id = await ready({ workers: 2 });
      const machines = await machinesOf(id);
      expect(machines.map(({ node }) => node).sort()).toEqual(['front', 'worker', 'worker']);
      expect(new Set(machines.map((machine) => machine.id)).size).toBe(3);
      for (const { properties, node, job = properties.at(-1) } of machines)
        expect(job).toMatchObject(makes === 'jobs' ? { state: 'FINISHED' } : { class: 'system', id: node });
      expect(await bench.deployer.virtualMachines(id, ['nobody-knows-me'])).toEqual([]);
      expect(await bench.deployer.configure(id, { since: new Date(0).toISOString() })).toEqual({ is: 'done' });
    });

    it('machines of which each resource gets one of its node', async () => {
      const found = await machinesOf(await ready({ workers: 2 }));
      const resources = orderOf({ workers: 2 }).machines.map(({ resourceId, node }) =>
        computeResource(resourceId, node),
      );
      const arranged = bench.deployer.policy.arrange(found.toReversed(), resources);
      expect(arranged.map(({ id }) => id).sort()).toEqual(found.map(({ id }) => id).sort());
      const bound = matchMachines(resources, arranged);
      const nodeOf = new Map(arranged.map(({ id, node }) => [id, node]));
      expect(bound.map(({ physicalId = '' }) => nodeOf.get(physicalId))).toEqual(['front', 'worker', 'worker']);
      expect(new Set(bound.map(({ physicalId }) => physicalId)).size).toBe(3);
      for (const { resourceId, id } of arranged) {
        if (resourceId !== undefined) expect(bound.find((one) => one.id === resourceId)?.physicalId).toBe(id);
      }
    });

    it('nothing that could become ready when the provider refuses, and says why at once or later', async () => {
      await bench.set('refuse-create');
      const made = await create().then(ended, ({ message, name }: Error) => ({ is: 'failed', why: message, name }));
      expect(made).toMatchObject({ is: 'failed', why: aReason });
      if ('name' in made) expect(made.name).toBe('ProviderFailedError');
      await bench.set('none');
      for (const id of await bench.deployer.list()) expect((await ended(id)).is).toBe('failed');
    });

    it('what is found by its name although the answer was lost', async () => {
      await bench.set('lose-answer');
      await expect(create()).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
      await bench.set('none');
      bench.pass(bench.deployer.policy.lostCreateSeconds + 1);
      const id = await bench.deployer.find(name);
      expect(await bench.deployer.list()).toEqual([id]);
    });

    it('what fails, with the reason', async () => {
      await bench.set('fail');
      const seen = await ended(await create());
      expect(seen).toMatchObject({ is: 'failed', why: aReason });
    });

    it('what has failed when nothing was launched within the time of its policy', async () => {
      await bench.set('launch-nothing');
      const id = await create();
      bench.pass(bench.deployer.policy.launchMins * 60);
      expect((await verdict(id)).is).toBe('waiting');
      expect((await verdict(id, true)).is).toBe('failed');
    });
  });

  describe.skipIf(makes === 'jobs')('updates', () => {
    it('to more machines, and keeps those that are there', async () => {
      const id = await ready({ workers: 1 });
      const before = await machinesOf(id);
      await bench.deployer.update(id, await planUpdate({ workers: 3 }));
      expect(await ended(id)).toEqual({ is: 'ready' });
      const after = await machinesOf(id);
      expect(after).toHaveLength(4);
      expect(after.map((machine) => machine.id)).toEqual(expect.arrayContaining(before.map((machine) => machine.id)));
    });

    it('to the same, and changes nothing', async () => {
      const id = await ready({ workers: 1 });
      const before = (await machinesOf(id)).map((machine) => machine.id);
      await bench.deployer.update(id, await planUpdate({ workers: 1 }));
      expect(await ended(id)).toEqual({ is: 'ready' });
      expect((await machinesOf(id)).map((machine) => machine.id)).toEqual(before);
    });

    it('to fewer machines, without those that are named', async () => {
      const id = await ready({ workers: 2 });
      const workers = (await machinesOf(id)).filter(({ node }) => node === 'worker');
      // the order keeps the resource of one of them: where machines know theirs, it is that one's machine that stays
      const leaving = workers.find(({ resourceId }) => resourceId === 'worker-1') ?? workers[0];
      const staying = workers.find((machine) => machine !== leaving);
      await bench.deployer.release(id, [leaving?.id ?? '']);
      await bench.deployer.update(id, await planUpdate({ workers: 1 }));
      expect(await ended(id)).toEqual({ is: 'ready' });
      const left = (await machinesOf(id)).filter(({ node }) => node === 'worker');
      expect(left.map((machine) => machine.id)).toEqual([staying?.id]);
    });

    it('without a node that is dropped', async () => {
      const id = await ready({ workers: 1 });
      const workers = (await machinesOf(id)).filter(({ node }) => node === 'worker').map((machine) => machine.id);
      await bench.deployer.release(id, workers);
      await bench.deployer.update(id, await planUpdate({}, ['worker']));
      expect(await ended(id)).toEqual({ is: 'ready' });
      expect((await machinesOf(id)).map(({ node }) => node)).toEqual(['front']);
    });

    it('after another look, when a machine no longer exists', async () => {
      const id = await ready({ workers: 1 });
      const [machine] = await machinesOf(id);
      const going = [machine?.id ?? '', '999'];
      if (bench.changesAsAWhole) {
        await bench.deployer.release(id, going);
        return expect((await machinesOf(id)).map((each) => each.id)).toContain(machine?.id);
      }
      await expect(bench.deployer.release(id, going)).rejects.toMatchObject({ name: 'NotReadyError' });
      await expect(bench.deployer.alter(id, '999', await plan())).rejects.toMatchObject({ name: 'NotReadyError' });
    });

    it('the size of a machine in place, or says that it cannot', async () => {
      const id = await ready();
      const [machine] = await machinesOf(id);
      const alter = async (cpus: number) => bench.deployer.alter(id, machine?.id ?? '', await plan({ cpus }));
      if (bench.changesAsAWhole) {
        await expect(alter(4)).rejects.toMatchObject({ name: 'ProviderFailedError' });
        await bench.deployer.update(id, await planUpdate({ cpus: 4 }));
        expect(await ended(id)).toEqual({ is: 'ready' });
        const [after] = await machinesOf(id);
        expect(after).toMatchObject({ id: machine?.id, node: 'front' });
        return expect(after?.properties.at(-1)).toMatchObject({ 'cpu.count': 4 });
      }
      const altered = await alter(4);
      expect(altered).toMatchObject({ id: machine?.id, node: 'front' });
      expect(altered.properties.at(-1)).toMatchObject({ 'cpu.count': 4 });
      await bench.set('refuse-alter');
      await expect(alter(8)).rejects.toMatchObject({
        name: 'ProviderFailedError',
      });
    });
  });

  it.skipIf(makes === 'jobs')('stops and starts a machine, and knows which are not there', async () => {
    const id = await ready();
    const [machine] = await machinesOf(id);
    for (const [action, state] of [
      ['stop', 'stopped'],
      ['start', 'configured'],
    ] as const) {
      await bench.deployer.operate(id, machine?.id ?? '', action);
      bench.pass(120);
      expect(await machinesOf(id)).toMatchObject([{ id: machine?.id, state }]);
    }
    await expect(bench.deployer.operate(id, '999', 'stop')).rejects.toMatchObject({ name: 'NotFoundError' });
  });

  it('gives the outputs that the template declares', async () =>
    expect(typeof (await bench.deployer.outputs(await ready()))).toBe('object'));

  it('gives a log whose parts keep their names and grow at their ends while an infrastructure is made', async () => {
    const id = await create();
    let before: ProviderLog = { parts: [], quotable: '' };
    for (let look = 0; look < 30; look += 1) {
      const log = await bench.deployer.log(id);
      const texts = new Map(log.parts.map((part) => [part.name, part.text]));
      expect(texts.size).toBe(log.parts.length);
      for (const part of before.parts) expect(texts.get(part.name)?.startsWith(part.text), part.name).toBe(true);
      before = log;
      bench.pass(5);
    }
    expect(before.parts.map(({ text }) => text).join('')).not.toBe('');
    expect(before.quotable).not.toBe('');
  });

  describe('destroys', () => {
    it('all of it, and a repeat is no error', async () => {
      const id = await ready({ workers: 1 });
      await bench.deployer.destroy(id);
      await gone(id);
      await bench.deployer.destroy(id);
      bench.pass(bench.deployer.policy.goneSeconds);
      expect(await bench.deployer.list()).toEqual([]);
      expect(await bench.deployer.find(name)).toBeUndefined();
      expect(await bench.deployer.names([id])).toEqual(new Map());
    });

    it('what has failed', async () => {
      await bench.set('fail');
      const id = await create();
      await ended(id);
      await bench.deployer.destroy(id);
      await gone(id);
    });

    it('or says why not, when it is to wait for the answer', async () => {
      const id = await ready();
      await bench.set('refuse-destroy');
      expect(await refusal(id)).toMatchObject({ name: 'ProviderFailedError', message: aReason });
      await bench.set('none');
      await bench.deployer.destroy(id, { wait: true });
      await gone(id);
    });

    it('what is not there without an error', async () => {
      await bench.deployer.destroy('nobody-knows-me');
      // the id of jobs does not tell their region or account, and Batch goes on showing the definitions of destroyed ones
      const name = makes === 'jobs' ? 'ProviderUnavailableError' : 'NotFoundError';
      await expect(bench.deployer.status('nobody-knows-me')).rejects.toMatchObject({ name });
    });
  });

  it('never says of an infrastructure that it is gone or failed, while nobody answers', async () => {
    const id = await ready();
    await bench.set('away');
    const { deployer } = bench;
    const calls = [
      () => deployer.status(id),
      () => deployer.virtualMachines(id, ['0']),
      () => deployer.outputs(id),
      () => deployer.log(id),
      async () => deployer.update(id, await plan()),
      async () => deployer.alter(id, '0', await plan()),
      () => deployer.release(id, ['0']),
      () => deployer.operate(id, '0', 'stop'),
      () => deployer.destroy(id),
      async () => deployer.create(await plan()),
    ];
    for (const call of calls)
      await expect(call(), `${call}`).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
    // a list that another service keeps may still answer, but not without the infrastructure
    const isOutage = ({ name }: Error) => expect(name).toBe('ProviderUnavailableError');
    await deployer.list().then((ids) => expect(ids).toContain(id), isOutage);
    await deployer.find(name).then((found) => expect(found).toBe(id), isOutage);
    await bench.set('none');
    expect((await deployer.status(id)).state).toBe('configured');
  });

  it('plans the same for the same order, and something else for another', async () => {
    expect(await plan({ workers: 2 })).toBe(await plan({ workers: 2 }));
    expect(await plan({ workers: 2 })).not.toBe(await plan({ workers: 3 }));
    expect(await on(bench).plan({}, { name: 'another' })).not.toBe(await plan());
  });

  it('has times that fit into the lifecycle', () => {
    const { policy } = bench.deployer;
    const { createSeconds, launchMins, ...waits } = policy;
    expect(createSeconds).toBeGreaterThan(0);
    // a create call ends before its step is stopped, and its late effect is still searched for
    expect(createSeconds).toBeLessThan(submitSeconds);
    expect(policy.lostCreateSeconds).toBeLessThan(searchSeconds);
    expect(launchMins).toBeGreaterThan(0);
    expect(launchMins).toBeLessThan(longestAttemptMins);
    for (const wait of Object.values(waits)) if (typeof wait === 'number') expect(wait).toBeGreaterThanOrEqual(0);
  });
});
