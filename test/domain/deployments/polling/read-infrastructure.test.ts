import { describe, expect, it } from 'vitest';
import { readInfrastructure } from '../../../../src/domain/deployments/polling/read-infrastructure.ts';
import type { Attempt } from '../../../../src/domain/deployments/record/attempt.ts';
import { NotFoundError, ProviderFailedError, ProviderUnavailableError } from '../../../../src/foundation/errors.ts';
import { afterSeconds, attempting } from '../attempting/attempting.ts';
import type { Behaviour } from '../cloud-behaviour.ts';

/** An infrastructure that a provider of this behaviour was just asked for. */
const submitted = async (behaviour: Behaviour = {}) => {
  const one = await attempting();
  const { clouds, clock, resources } = one.world;
  clouds.set('alpha', behaviour);
  await one.submit();
  return {
    ...one,
    clouds,
    after: (seconds: number) => clock.advance(seconds),
    read: async () => readInfrastructure(one.world, (await one.attempt()) as Attempt),
    states: async () => (await resources.all(one.deployment.id)).map(({ state, physicalId }) => [state, physicalId]),
  };
};

const without = (error: Error) => async (): Promise<never> => {
  throw error;
};

describe('readInfrastructure', () => {
  it('is ready once the machines are configured and every output is there', async () => {
    const one = await submitted();
    one.after(20);
    expect(await one.read()).toEqual({ is: 'ready' });
  });

  it('gives each resource its machine, and shows how far that is', async () => {
    const one = await submitted();
    one.after(6);
    expect(await one.read()).toMatchObject({ is: 'waiting', why: 'the infrastructure is running' });
    const bound = await one.states();
    expect(bound.map(([state]) => state)).toEqual(['CONFIGURING', 'CONFIGURING']);
    expect(bound.map(([, machine]) => machine).toSorted()).toEqual(['0', '1']);
    expect((await one.world.resources.all(one.deployment.id))[0]?.updatedAt).toBe(afterSeconds(6));
  });

  it('leaves the resources alone while machines are being added: their ids may still change', async () => {
    const one = await submitted();
    one.after(4);
    one.clouds.virtualMachines = without(new ProviderFailedError('nobody should ask'));
    expect(await one.read()).toMatchObject({ is: 'waiting', why: 'the infrastructure is pending' });
    expect(await one.states()).toEqual([
      ['CREATING', undefined],
      ['CREATING', undefined],
    ]);
  });

  it("copies the provider's log, and has it in what is not ready", async () => {
    const one = await submitted({ create: 'fail' });
    one.after(20);
    const log = 'VM 0 of inf-1: launched\nVM 0 of inf-1: failed\n';
    expect(await one.read()).toEqual({
      is: 'failed',
      why: 'the infrastructure is failed\nvirtual machine 0 of web is failed\nvirtual machine 1 of db is failed',
      log: expect.stringContaining(log.trim()),
    });
    expect(await one.log()).toContain(log.trim());
  });

  it('adds to the timeline what the provider says of its state', async () => {
    const one = await submitted();
    one.after(6);
    await one.read();
    expect(one.messages().at(-1)).toBe(
      'PROVIDER_SAID: provider alpha: the infrastructure is running, virtual machines: 2 running',
    );
  });

  it('fails for an attempt that never asked for an infrastructure', async () => {
    const one = await submitted();
    await one.record({ infrastructureId: undefined });
    expect(await one.read()).toEqual({ is: 'failed', why: 'the provider was never asked for an infrastructure' });
  });

  it('doubts an infrastructure that its provider does not know, and fails when that is sure', async () => {
    const one = await submitted();
    one.clouds.status = without(new NotFoundError('no such infrastructure'));
    one.clouds.list = async () => [];
    const why = 'infrastructure inf-1 no longer exists: its provider does not know it';
    expect(await one.read()).toEqual({ is: 'waiting', why });
    one.after(5);
    expect(await one.read()).toEqual({ is: 'failed', why });
  });

  it.each(['virtualMachines', 'log', 'outputs'] as const)(
    'is in no outage while the provider gives the state, even if it does not answer %s',
    async (call) => {
      const one = await submitted();
      one.after(20);
      one.clouds[call] = without(new ProviderUnavailableError('504'));
      expect(await one.read()).toMatchObject({ is: call === 'log' ? 'ready' : 'waiting' });
    },
  );

  it('leaves to its caller that nobody answers', async () => {
    const one = await submitted();
    one.clouds.set('alpha', { outage: { from: 0, to: Infinity } });
    await expect(one.read()).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
  });
});

describe('a provider that launches nothing', () => {
  const why = 'the provider accepted the infrastructure and launched nothing';

  it('has failed a quarter of an hour after the attempt started', async () => {
    const one = await submitted({ create: 'launch-nothing' });
    one.after(15 * 60 - 1);
    expect(await one.read()).toMatchObject({ is: 'waiting', why: 'the infrastructure is pending' });
    one.after(1);
    expect(await one.read()).toMatchObject({ is: 'failed', why });
  });

  it('has that time without its outages', async () => {
    const one = await submitted({ create: 'launch-nothing' });
    const outage = { unreachableAt: afterSeconds(0), reachableAt: afterSeconds(600) };
    await one.record({ ...outage, awayUnchangedMs: 600_000 });
    one.after(15 * 60);
    expect(await one.read()).toMatchObject({ is: 'waiting' });
    one.after(600);
    expect(await one.read()).toMatchObject({ is: 'failed', why });
  });

  it('has that time again once it says something else', async () => {
    const one = await submitted({ create: 'launch-nothing' });
    one.after(60);
    await one.read();
    await one.record({ said: 'unknown' });
    one.after(14 * 60);
    expect(await one.read()).toMatchObject({ is: 'waiting' });
    one.after(15 * 60 - 1);
    expect(await one.read()).toMatchObject({ is: 'waiting' });
    one.after(1);
    expect(await one.read()).toMatchObject({ is: 'failed', why });
  });
});

it('waits where the first look after a quiet time meets unknown machines, and is ready after the next one', async () => {
  const one = await submitted();
  one.after(7_200);
  one.clouds.status = async () => ({ state: 'unknown', vms: { '0': 'unknown', '1': 'unknown' } });
  expect(await one.read()).toMatchObject({ is: 'waiting', why: 'the infrastructure is unknown' });
  one.clouds.status = async () => ({ state: 'configured', vms: { '0': 'configured', '1': 'configured' } });
  expect(await one.read()).toEqual({ is: 'ready' });
});

describe('machines that stay pending', () => {
  const pending = async (system: object) => {
    const one = await submitted();
    one.clouds.status = async () => ({ state: 'pending', vms: { '0': 'configured', '1': 'pending' } });
    const asked: (readonly string[])[] = [];
    one.clouds.virtualMachines = async (_provider, _id, vmIds) => {
      asked.push(vmIds);
      return vmIds.map((id) => ({ id, node: 'web', state: 'pending', properties: [{ class: 'system', ...system }] }));
    };
    return { ...one, asked };
  };

  it('fail the attempt after an hour without any change if they have no id at the provider', async () => {
    const one = await pending({});
    one.after(3_599);
    expect(await one.read()).toMatchObject({ is: 'waiting' });
    expect(one.asked).toEqual([]);
    one.after(1);
    expect(await one.read()).toMatchObject({ is: 'failed', why: expect.stringContaining('virtual machines 1 ') });
    expect(one.asked).toEqual([['1']]);
  });

  it('are waited for if the provider has begun to make them', async () => {
    const one = await pending({ instance_id: 'i-1' });
    one.after(7_200);
    expect(await one.read()).toMatchObject({ is: 'waiting' });
  });
});

describe('configured machines', () => {
  const lacking = { is: 'waiting', why: 'the infrastructure is configured but still lacks addresses' };

  it('are waited for until the outputs are there', async () => {
    const one = await submitted({ addressSeconds: 40 });
    one.after(20);
    expect(await one.read()).toMatchObject(lacking);
    expect(await one.attempt()).toMatchObject({ configuredAt: afterSeconds(20) });
    one.after(39);
    expect(await one.read()).toMatchObject(lacking);
    one.after(1);
    expect(await one.read()).toEqual({ is: 'ready' });
  });

  it.each([
    ['the template alone decides', false, 'ready'],
    ['the provider evaluates', true, 'waiting'],
  ] as const)('are waited for because of a null in an output that %s: %s', async (_, deferred, is) => {
    const one = await submitted();
    const { id, operation } = one.deployment;
    const note = { name: 'note', value: { a: null, b: ['None'] }, deferred };
    one.clouds.outputsWhenReady = { url: 'http://192.0.2.10/', note: note.value };
    await one.world.files.putRanking(id, operation.id, { candidates: [], dropped: [], notes: [], outputs: [note] });
    one.after(20);
    expect(await one.read()).toMatchObject({ is });
  });

  it.each([
    ['no address', {}, 'waiting'],
    ['an output that stays empty there', { url: 'it never gets one' }, 'ready'],
  ] as const)('are waited for because of %s: %s', async (_, empty, is) => {
    const one = await submitted();
    const { id, operation } = one.deployment;
    const { providerId } = (await one.attempt()) as Attempt;
    const call = { get_attribute: ['web', 'public_address'] };
    const url = { name: 'url', value: { concat: ['https://', call] }, deferred: true };
    one.clouds.outputsWhenReady = { 'toscanini:url:get_attribute:web.public_address': null };
    const candidates = [{ id: providerId, name: 'Alpha', edits: [], empty }];
    await one.world.files.putRanking(id, operation.id, { candidates, dropped: [], notes: [], outputs: [url] });
    one.after(20);
    expect(await one.read()).toMatchObject({ is });
  });

  it('are ready without them when they do not come for 95 seconds after that was first seen', async () => {
    const one = await submitted({ addressSeconds: 9_999 });
    one.after(20);
    await one.read();
    one.after(94);
    expect(await one.read()).toMatchObject(lacking);
    one.after(1);
    expect(await one.read()).toEqual({ is: 'ready' });
  });

  it.each(['down', 'refuse'] as const)(
    'are waited for as long when the outputs cannot be read: %s',
    async (outputs) => {
      const one = await submitted({ outputs });
      one.after(20);
      expect(await one.read()).toMatchObject(lacking);
      one.after(95);
      expect(await one.read()).toEqual({ is: 'ready' });
    },
  );

  it('are waited for while one of them lacks its public address', async () => {
    const one = await submitted();
    one.after(20);
    const find = one.clouds.virtualMachines.bind(one.clouds);
    const net = { class: 'network', id: 'pub', outbound: 'yes' };
    one.clouds.virtualMachines = async (...asked) =>
      (await find(...asked)).map((machine) => ({
        ...machine,
        properties: [net, { class: 'system', 'net_interface.0.connection': 'pub' }],
      }));
    expect(await one.read()).toMatchObject(lacking);
  });
});
