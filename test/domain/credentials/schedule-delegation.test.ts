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

  describe('and whose access token is refused', () => {
    /** The issuer has ended the token in memory, as some do when another process gets a new one. */
    const refusing = (refused: readonly string[]) => {
      const kept: string[] = [];
      let given = 0;
      const passing = scheduleDelegation(
        {
          tokenFor: () => async (options) => {
            if (options?.fresh) given += 1;
            return `token-${given}`;
          },
          keep: async (_, __, token) => {
            if (refused.includes(token)) throw new ForbiddenError(`${token} is refused`);
            kept.push(token);
          },
        },
        schedule,
      );
      return { passing, kept };
    };

    it('is exchanged with a fresh one', async () => {
      const { passing, kept } = refusing(['token-0']);
      await passing.keep('deployment');
      expect(kept).toEqual(['token-1']);
    });

    it('is missed when the fresh one is refused too', async () => {
      const { passing } = refusing(['token-0', 'token-1']);
      await expect(passing.keep('deployment')).rejects.toThrow('token-1 is refused: sign in, and create the schedule');
    });
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
