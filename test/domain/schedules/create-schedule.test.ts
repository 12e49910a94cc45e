import { describe, expect, it } from 'vitest';
import { type CreateSchedulePorts, createSchedule } from '../../../src/domain/schedules/create-schedule.ts';
import type { Schedule } from '../../../src/domain/schedules/schedule.ts';
import { InvalidError, UnavailableError } from '../../../src/foundation/errors.ts';
import { countedIds, epoch } from '../deployments/world.ts';
import { checkPorts, olga, request } from './schedule-request.ts';

/** What is done, in its order, and what is filed; a step of this name fails. */
const world = (failing?: string) => {
  const done: string[] = [];
  const filed: unknown[] = [];
  const step = (name: string) => async () => {
    done.push(name);
    if (name === failing) throw new UnavailableError(`${name}: no answer`);
  };
  const ports = {
    ...{ ...checkPorts(), ids: countedIds(7) },
    files: { putTemplate: step('template'), remove: step('files removed') },
    delegations: { revoke: step('revoked'), remove: step('revoked') },
    scheduleIndex: { counts: async () => new Map() },
    schedules: {
      create: async (_: Schedule, filing: readonly string[]) => {
        filed.push(filing);
        await step('record')();
      },
      remove: step('record removed'),
    },
  } as unknown as CreateSchedulePorts;
  const delegation = { keep: step('authorization') };
  const create = (changes: object = {}, caller: Parameters<typeof createSchedule>[2] = olga) =>
    createSchedule(ports, { ...request, delegation, ...changes }, caller);
  return { done, filed, create };
};

describe('a schedule that is created', () => {
  it('is recorded last, under what each of its files contains', async () => {
    const one = world();
    const { template: _, ...given } = request;
    const now = new Date(epoch).toISOString();
    expect(await one.create()).toStrictEqual({
      ...{ ...given, id: countedIds(7).next(), createdAt: now, updatedAt: now, status: 'RUNNING' },
      createdBy: { issuer: olga.issuer, subject: olga.subject },
      reader: { isAdministrator: false },
    });
    expect(one.done).toEqual(['template', 'authorization', 'record']);
    expect(one.filed).toEqual([[expect.stringMatching(/^.{8}$/)]]);
  });

  it('has the id that was chosen before, and may read what its owner may', async () => {
    const made = await world().create({ id: 'chosen' }, { ...olga, groups: ['physics'], isAdministrator: true });
    expect(made).toMatchObject({ id: 'chosen', reader: { groups: ['physics'], isAdministrator: true } });
    expect(made).not.toHaveProperty('isHeld');
  });

  it('is refused before anything is stored', async () => {
    const one = world();
    await expect(one.create({ numberOfReplicas: 3 })).rejects.toThrow(InvalidError);
    expect(one.done).toEqual([]);
  });

  it('leaves nothing when a step fails, the record first: what failed may have taken effect', async () => {
    for (const step of ['template', 'authorization', 'record']) {
      const one = world(step);
      await expect(one.create()).rejects.toThrow(`${step}: no answer`);
      const undone = one.done.slice(one.done.indexOf(step) + 1);
      expect(undone[0]).toBe('record removed');
      expect(undone).toContain('files removed');
    }
  });

  it('is left to a repeat of the request that has taken over', async () => {
    const one = world('record');
    await expect(one.create({ isHeld: async () => false })).rejects.toThrow('record: no answer');
    expect(one.done.at(-1)).toBe('record');
  });
});
