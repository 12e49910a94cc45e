import { describe, expect, it } from 'vitest';
import { scheduleDelegation } from '../../../src/domain/credentials/schedule-delegation.ts';
import { ForbiddenError, UnavailableError } from '../../../src/foundation/errors.ts';

const schedule = { id: 'schedule', createdBy: { issuer: 'https://iam.example', subject: 'ann' } };

const delegating = (token: () => Promise<string | undefined>) => {
  const kept: unknown[] = [];
  const asked: string[] = [];
  const passing = scheduleDelegation(
    {
      tokenFor: (id) => {
        asked.push(id);
        return token;
      },
      keep: async (...what) => void kept.push(what),
    },
    schedule,
  );
  return { passing, kept, asked };
};

describe('what was entrusted with a schedule', () => {
  it('becomes an authorization of its own for each deployment', async () => {
    const { passing, kept, asked } = delegating(async () => 'token of the schedule');
    await passing.keep('deployment');
    expect(kept).toEqual([['deployment', schedule.createdBy, 'token of the schedule']]);
    expect(new Set(asked)).toEqual(new Set(['schedule']));
  });

  it('is nothing where nothing was entrusted', async () => {
    const { passing, kept } = delegating(async () => undefined);
    await passing.keep('deployment');
    expect(kept).toEqual([]);
  });

  it('and is withdrawn is missed, with what to do; an issuer that is down is waited for', async () => {
    const cause = new ForbiddenError('it is revoked');
    const revoked = delegating(() => Promise.reject(cause)).passing;
    await expect(revoked.keep('d')).rejects.toMatchObject({
      name: 'ForbiddenError',
      message: 'it is revoked: sign in, and create the schedule again',
      cause,
    });
    const down = delegating(() => Promise.reject(new UnavailableError('down'))).passing;
    await expect(down.keep('d')).rejects.toMatchObject({ name: 'UnavailableError', message: 'down' });
  });
});
