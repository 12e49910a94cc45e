import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../../../src/domain/deployments/record/attempt.ts';
import {
  type Found,
  firstCheck,
  mayHaveLeft,
  nextCheck,
  possibleOrphan,
} from '../../../../src/domain/deployments/record/possible-orphans.ts';

const now = new Date('2026-11-20T12:00:00.000Z');

const attempt = (more: Partial<Attempt> = {}): Attempt => ({
  ...{ deploymentId: 'd', operationId: 'o', number: 2, providerId: 'alpha', state: 'DESTROYED', last: true },
  ...{ startedAt: 'then', deadline: 'later', logged: {} },
  ...more,
});

describe('an attempt', () => {
  it('left nothing when its provider refused the first call', () => {
    expect(mayHaveLeft(attempt({ reason: 'no such image' }))).toBe(false);
  });

  it.each<[string, Partial<Attempt>]>([
    ['had an infrastructure', { reason: 'a machine failed', infrastructureId: 'inf-1' }],
    ['was not destroyed', { reason: 'no such image', state: 'FAILED' }],
    ['ended for no known reason', {}],
    ['had a call without an answer before', { reason: 'no such image', unansweredCalls: 1 }],
    ['had a call that was cut off', { reason: 'no such image', cutOffAt: 'then' }],
  ])('may have left something that %s', (_, more) => {
    expect(mayHaveLeft(attempt(more))).toBe(true);
  });
});

describe('what an attempt may have left', () => {
  it('is looked for by its infrastructure, if that is known', () => {
    const ids = { deploymentId: 'd', number: 2, providerId: 'alpha', startedAt: 'then', looks: 0 };
    expect(possibleOrphan(attempt())).toStrictEqual({ ...ids, unanswered: true });
    expect(possibleOrphan(attempt({ infrastructureId: 'inf-1' }))).toStrictEqual({
      ...{ ...ids, infrastructureId: 'inf-1', unanswered: false },
    });
    expect(possibleOrphan(attempt({ deployer: 'batch' }))).toMatchObject({ deployer: 'batch' });
  });

  it.each<Partial<Attempt>>([{ unansweredCalls: 1 }, { cutOffAt: 'then' }])(
    'may be another infrastructure of the same name after a call without an answer: %j',
    (more) => {
      expect(possibleOrphan(attempt({ infrastructureId: 'inf-1', ...more })).unanswered).toBe(true);
    },
  );
});

describe('the checks for an orphan', () => {
  const minutes = (at: Date | undefined) => at && (at.getTime() - now.getTime()) / 60_000;
  const minutesAfter = (looks: number, found: Found) =>
    minutes(nextCheck({ ...possibleOrphan(attempt()), looks }, found, now));

  it('start a minute later', () => {
    expect(minutes(firstCheck(now))).toBe(1);
  });

  it('come less and less often, and end after a day where nothing is found', () => {
    expect([0, 1, 2, 3, 4, 5].map((looks) => minutesAfter(looks, 'nothing'))).toEqual([
      5,
      30,
      180,
      1440,
      undefined,
      undefined,
    ]);
  });

  it('come every five minutes while it is being destroyed, ten times', () => {
    expect([0, 4, 9, 10].map((looks) => minutesAfter(looks, 'asked'))).toEqual([5, 5, 5, 1440]);
  });

  it('go on every day for a month while it exists', () => {
    expect([0, 3, 4, 33, 34].map((looks) => minutesAfter(looks, 'refused'))).toEqual([5, 1440, 1440, 1440, undefined]);
    expect([33, 34].map((looks) => minutesAfter(looks, 'asked'))).toEqual([1440, undefined]);
  });
});
