import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statuses } from '../../../../src/domain/deployments/record/deployment.ts';
import {
  advance,
  inProgress,
  type LifecycleEvent,
  transitions,
} from '../../../../src/domain/deployments/record/lifecycle.ts';
import { ConflictError } from '../../../../src/foundation/errors.ts';

const happenings: readonly LifecycleEvent[] = ['update', 'retry', 'delete', 'reset', 'complete', 'fail'];

/** The table of docs/contract/silent-points.md, "Statuses", written down a second time. */
const allowed: Record<LifecycleEvent, Record<string, string>> = {
  update: {
    CREATE_COMPLETE: 'UPDATE_IN_PROGRESS',
    UPDATE_COMPLETE: 'UPDATE_IN_PROGRESS',
    UPDATE_FAILED: 'UPDATE_IN_PROGRESS',
  },
  retry: { CREATE_FAILED: 'CREATE_IN_PROGRESS' },
  delete: Object.fromEntries(
    statuses
      .filter((status) => status !== 'DELETE_IN_PROGRESS' && status !== 'DELETE_COMPLETE')
      .map((status) => [status, 'DELETE_IN_PROGRESS']),
  ),
  reset: { DELETE_IN_PROGRESS: 'DELETE_FAILED' },
  complete: {
    CREATE_IN_PROGRESS: 'CREATE_COMPLETE',
    UPDATE_IN_PROGRESS: 'UPDATE_COMPLETE',
    DELETE_IN_PROGRESS: 'DELETE_COMPLETE',
  },
  fail: {
    CREATE_IN_PROGRESS: 'CREATE_FAILED',
    UPDATE_IN_PROGRESS: 'UPDATE_FAILED',
    DELETE_IN_PROGRESS: 'DELETE_FAILED',
  },
};

describe('advance', () => {
  it.each(statuses.flatMap((status) => happenings.map((happening) => [status, happening] as const)))(
    'from %s on %s follows the table',
    (status, happening) => {
      const expected = allowed[happening][status];
      if (expected !== undefined) expect(advance(status, happening)).toBe(expected);
      else expect(() => advance(status, happening)).toThrow(ConflictError);
    },
  );

  it('never leaves the table, whatever happens in whatever order', () => {
    fc.assert(
      fc.property(fc.constantFrom(...statuses), fc.array(fc.constantFrom(...happenings)), (from, events) => {
        let status = from;
        for (const event of events) {
          const next = (transitions[status] as Partial<Record<LifecycleEvent, typeof status>>)[event];
          if (next === undefined) expect(() => advance(status, event)).toThrow(ConflictError);
          else status = advance(status, event);
          expect(statuses).toContain(status);
        }
      }),
    );
  });

  it('says where the wish could be granted', () => {
    expect(() => advance('CREATE_IN_PROGRESS', 'update')).toThrow(
      'the deployment is CREATE_IN_PROGRESS; update is possible in CREATE_COMPLETE, UPDATE_COMPLETE, UPDATE_FAILED only',
    );
  });

  it('has three statuses in which an operation is running', () => {
    expect(statuses.filter(inProgress)).toEqual(['CREATE_IN_PROGRESS', 'UPDATE_IN_PROGRESS', 'DELETE_IN_PROGRESS']);
  });

  it('lets every deployment in progress fail, so that none has to stay so', () => {
    for (const status of statuses.filter(inProgress)) expect(advance(status, 'fail')).toMatch(/_FAILED$/);
  });
});
