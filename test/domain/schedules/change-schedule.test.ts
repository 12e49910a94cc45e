import { describe, expect, it } from 'vitest';
import { setScheduleStatus } from '../../../src/domain/schedules/change-schedule.ts';
import { scheduleFor } from '../../../src/domain/schedules/find-schedule.ts';
import type { Schedule } from '../../../src/domain/schedules/schedule.ts';
import { scheduleShownTo } from '../../../src/domain/schedules/shown-schedule.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '../../../src/foundation/errors.ts';
import { olga, reader, request } from './schedule-request.ts';

const id = '01980000-0000-7000-8000-000000000001';
const { template: _, ...rest } = request;
const schedule: Schedule = {
  ...{ ...rest, id, createdAt: '', updatedAt: '', reader, status: 'RUNNING', userGroup: 'physics' },
  createdBy: { issuer: olga.issuer, subject: olga.subject },
};
const member = { ...olga, subject: 'peter', groups: ['physics'] };
const stranger = { ...olga, subject: 'sam', groups: ['art'] };

describe('the schedule that a caller asks for', () => {
  const read: string[] = [];
  const schedules = {
    find: async (asked: string) => {
      read.push(asked);
      return asked === id ? schedule : undefined;
    },
  };

  it('is there for its owner, for administrators and, to look at it, for members of its group', async () => {
    for (const caller of [olga, { ...stranger, isAdministrator: true }])
      expect(await scheduleFor(schedules, id, caller, 'change')).toBe(schedule);
    expect(await scheduleFor(schedules, id, member, 'see')).toBe(schedule);
    await expect(scheduleFor(schedules, id, member, 'change')).rejects.toThrow(ForbiddenError);
  });

  it('is not there for others, who learn no more than of one that does not exist', async () => {
    const other = id.replace(/1$/, '2');
    const [hidden, absent] = await Promise.all(
      [id, other].map((asked) => scheduleFor(schedules, asked, stranger, 'change').catch((error: unknown) => error)),
    );
    expect(hidden).toBeInstanceOf(NotFoundError);
    expect(String(hidden).replace(id, other)).toBe(String(absent));
  });

  it.each([
    ['a'.repeat(40), `"${'a'.repeat(40)}"`],
    ['a'.repeat(41), `"${'a'.repeat(40)}…"`],
  ])('is not looked for under what is no id: %s', async (asked, shown) => {
    read.length = 0;
    await expect(scheduleFor(schedules, asked, olga, 'see')).rejects.toThrow(`there is no schedule ${shown} that`);
    expect(read).toEqual([]);
  });
});

describe('the status of a schedule', () => {
  /** What is written, and under how many fragments the schedule is filed then. */
  const world = () => {
    const written: unknown[] = [];
    const ports = {
      schedules: {
        setStatus: async (seen: Schedule, status: Schedule['status'], filing: readonly string[]) => {
          written.push([status, filing.length > 0]);
          return { ...seen, status };
        },
      },
      scheduleIndex: { counts: async () => new Map() },
    };
    const set = (seen: Schedule, status: Schedule['status']) => setScheduleStatus(ports as never, seen, status);
    return { written, set };
  };

  it('takes it out of the index, and puts it back', async () => {
    const one = world();
    const suspended = await one.set(schedule, 'SUSPENDED');
    expect(await one.set(suspended, 'RUNNING')).toEqual(schedule);
    expect(one.written).toEqual([
      ['SUSPENDED', false],
      ['RUNNING', true],
    ]);
  });

  it('is not written where it is the same, and refused where the schedule is being deleted', async () => {
    const one = world();
    expect(await one.set(schedule, 'RUNNING')).toBe(schedule);
    await expect(one.set({ ...schedule, leaving: true }, 'SUSPENDED')).rejects.toThrow(ConflictError);
    expect(one.written).toEqual([]);
  });
});

describe('what a caller sees of a schedule', () => {
  const secret = { ...schedule, parameters: { password: 'sesame' }, callback: 'https://receiver.example/?key=sesame' };

  it('is everything for those who may change it, and no secret for members of its group', () => {
    for (const caller of [olga, { ...stranger, isAdministrator: true }])
      expect(scheduleShownTo(caller, secret)).toEqual(secret);
    const seen = scheduleShownTo(member, secret);
    expect(seen.callback).not.toContain('sesame');
    expect(seen).toMatchObject({ id, userGroup: 'physics', status: 'RUNNING' });
  });
});
