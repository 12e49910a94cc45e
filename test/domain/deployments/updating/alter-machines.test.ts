import { describe, expect, it } from 'vitest';
import type { VirtualMachine } from '../../../../src/domain/deployers/machines.ts';
import type { Submission } from '../../../../src/domain/deployers/planner.ts';
import type { SubmittedAttempt } from '../../../../src/domain/deployments/record/claim-attempt.ts';
import { alterMachines } from '../../../../src/domain/deployments/updating/alter-machines.ts';
import type { PendingAlteration, Resource } from '../../../../src/domain/resources/resource.ts';
import {
  NotFoundError,
  NotReadyError,
  ProviderFailedError,
  ProviderUnavailableError,
} from '../../../../src/foundation/errors.ts';
import { computeResource } from '../../resources/compute-resource.ts';
import { afterSeconds, attempting } from '../attempting/attempting.ts';

const machine = (id: string): VirtualMachine => ({ id, node: 'web', state: 'configured', properties: [{ id: 'web' }] });

const failing = (error: Error) => async (): Promise<never> => {
  throw error;
};

/** Running machines, one for each of `becoming`, that the update with the id `update` is to alter. */
const altering = async (...becoming: readonly Partial<PendingAlteration>[]) => {
  const one = await attempting();
  const { world, deployment } = one;
  await one.begun({ infrastructureId: 'inf-1', operationId: deployment.operation.id });
  await world.resources.remove(
    deployment.id,
    (await world.resources.all(deployment.id)).map(({ id }) => id),
  );
  const put = (id: string, more: Partial<Resource>) =>
    world.resources.put([computeResource(id, 'web', { deploymentId: deployment.id, state: 'STARTED', ...more })]);
  for (const [index, more] of becoming.entries())
    await put(`r${index}`, { physicalId: `${index}`, becoming: { operationId: deployment.operation.id, ...more } });
  const altered: string[] = [];
  const judged: unknown[] = [];
  const answers = { alter: async (id: string) => machine(id), lacks: [] as readonly string[] };
  const usual = world.deployerOf('alpha');
  const deployer = {
    ...usual,
    alter: async (infrastructureId: string, id: string, submission: Submission) => {
      altered.push(`${infrastructureId} ${id} ${submission}`);
      return answers.alter(id);
    },
    policy: {
      ...usual.policy,
      lostUpdateSeconds: 120,
      shortfall: (...given: readonly unknown[]) => {
        judged.push(given);
        return answers.lacks;
      },
    },
  };
  const template = { submission: 'the template' as Submission, sending: <T>(send: () => Promise<T>) => send() };
  return {
    ...{ ...one, put, altered, judged, answers, after: (seconds: number) => world.clock.advance(seconds) },
    alter: async (kept: Parameters<typeof alterMachines>[2]['kept'] = {}) =>
      alterMachines({ ...world, deployerOf: () => deployer }, (await one.attempt()) as SubmittedAttempt, {
        template,
        kept,
      }),
    resource: async (index = 0) => (await world.resources.all(deployment.id))[index] as Resource,
  };
};

describe('alterMachines', () => {
  it('alters a machine, then records what it was made from, and says so', async () => {
    const one = await altering({});
    one.after(10);
    expect(await one.alter()).toEqual({ is: 'done' });
    expect(one.altered).toEqual(['inf-1 0 the template']);
    const resource = await one.resource();
    expect(resource).toMatchObject({
      ...{ state: 'STARTED', physicalId: '0', madeBy: one.deployment.operation.id, updatedAt: afterSeconds(10) },
      metadata: { VirtualMachineInfo: '{"vmProperties":[{"id":"web"}]}' },
    });
    expect(resource).not.toHaveProperty('becoming');
    expect(await one.log()).toBe(`${afterSeconds(10)} altered in place: virtual machine 0 of web\n`);
    expect(await one.alter()).toEqual({ is: 'done' });
    expect(one.altered).toHaveLength(1);
  });

  it.each<[string, Partial<Resource>]>([
    ['no template asks for it', { becoming: undefined } as never],
    ['another update asked for it', { becoming: { operationId: 'earlier' } }],
    ['it is being deleted', { state: 'DELETING' }],
    ['it has no machine', { physicalId: undefined } as never],
  ])('alters nothing where %s', async (_, more) => {
    const one = await altering({});
    await one.put('r0', { ...(await one.resource()), ...more });
    expect(await one.alter()).toEqual({ is: 'done' });
    expect([one.altered, await one.log()]).toEqual([[], '']);
  });

  it('alters five at a time, and says how many are left', async () => {
    const one = await altering({}, {}, {}, {}, {}, {}, {});
    expect(await one.alter()).toEqual({ is: 'waiting', why: '2 more machines are to be altered' });
    expect(one.altered).toHaveLength(5);
    expect(await one.alter()).toEqual({ is: 'done' });
    expect(new Set(one.altered).size).toBe(7);
  });

  it.each([
    [4, { is: 'done' }],
    [5, { is: 'waiting', why: 'the machines are altered, and the rest follows' }],
  ])('leaves the rest of the step to another run when the calls took %i seconds', async (seconds, expected) => {
    const one = await altering({});
    one.answers.alter = async (id) => {
      one.after(seconds);
      return machine(id);
    };
    expect(await one.alter()).toEqual(expected);
    expect(await one.resource()).not.toHaveProperty('becoming');
  });

  it('records that it called before it calls', async () => {
    const one = await altering({});
    const own = new TypeError('a mistake of the code');
    one.answers.alter = failing(own);
    await expect(one.alter()).rejects.toBe(own);
    const at = afterSeconds(0);
    expect((await one.resource()).becoming).toMatchObject({ firstAskedAt: at, askedAt: at });
  });

  it('passes on what is thrown that is no error', async () => {
    const one = await altering({});
    one.answers.alter = () => Promise.reject('a text');
    await expect(one.alter()).rejects.toBe('a text');
  });
});

describe('a machine that its provider does not alter', () => {
  it('fails the update when it refuses, and the others are recorded', async () => {
    const one = await altering({}, {}, {});
    one.answers.alter = async (id) => {
      if (id === '1') return machine(id);
      throw new ProviderFailedError('not supported');
    };
    expect(await one.alter()).toEqual({
      is: 'failed',
      why: [0, 2].map((id) => `virtual machine ${id} of web cannot be altered: not supported`).join('\n'),
    });
    expect(await one.resource(1)).not.toHaveProperty('becoming');
    expect(await one.resource(0)).toHaveProperty('becoming');
    expect(await one.log()).toContain('altered in place: virtual machine 1 of web\n');
  });

  it('fails the update when it says that it did, and did not', async () => {
    const one = await altering({});
    one.answers.lacks = ['it has 2 CPUs', 'it has 1 GB'];
    const values = { 'capabilities.host.properties.num_cpus': 4 };
    const asked = { web: { type: 't', kind: 'compute' as const, count: 1, machines: [], endpoints: [], values } };
    const altered = [
      { node: 'web', property: 'capabilities.host.properties.num_cpus' },
      { node: 'db', property: 'another' },
    ];
    expect(await one.alter({ asked, altered })).toEqual({
      is: 'failed',
      why: 'provider alpha altered virtual machine 0 of web, and it has 2 CPUs, it has 1 GB',
    });
    expect(one.judged).toEqual([[machine('0'), values, ['capabilities.host.properties.num_cpus']]]);
    expect(await one.resource()).toHaveProperty('becoming');
  });

  it('is believed where nobody stored what was asked', async () => {
    const one = await altering({});
    one.answers.lacks = ['it has 2 CPUs'];
    expect(await one.alter()).toEqual({ is: 'done' });
  });

  it.each([new NotReadyError('409'), new NotFoundError('no such machine'), new ProviderUnavailableError('504')])(
    'is asked again when the answer is lost, but not before the call has had its time: $name',
    async (error) => {
      const one = await altering({}, {});
      one.answers.alter = failing(error);
      const why = [0, 1].map((id) => `virtual machine ${id} of web is being altered: ${error.message}`).join('\n');
      expect(await one.alter()).toEqual({ is: 'waiting', why });
      expect(await one.log()).toBe('');
      one.after(119);
      expect(await one.alter()).toEqual({ is: 'waiting', why: 'the answer to altering machines was lost' });
      expect(one.altered).toHaveLength(2);
      one.after(1);
      await one.alter();
      expect(one.altered).toHaveLength(4);
      expect((await one.resource()).becoming).toMatchObject({
        ...{ firstAskedAt: afterSeconds(0), askedAt: afterSeconds(120) },
      });
    },
  );

  it('fails the update half an hour after the first call', async () => {
    const one = await altering({ firstAskedAt: afterSeconds(0), askedAt: afterSeconds(1800) }, {});
    one.after(30 * 60 - 1);
    expect((await one.alter()).is).toBe('waiting');
    one.after(1);
    expect(await one.alter()).toEqual({
      is: 'failed',
      why: 'virtual machine 0 of web was not altered within 30 minutes',
    });
  });

  it('has as long again after an outage of its provider', async () => {
    const one = await altering({ firstAskedAt: afterSeconds(0), askedAt: afterSeconds(0) });
    await one.record({ unreachableAt: afterSeconds(0), reachableAt: afterSeconds(60) });
    one.after(30 * 60);
    expect(await one.alter()).toEqual({ is: 'done' });
  });
});
