import type { Check } from '../../src/domain/drift/check.ts';

/** For tests that are about something else: nobody checks what stands. */
export const noChecks = {
  driftChecks: {
    find: async (): Promise<Check | undefined> => undefined,
    replace: async (): Promise<Check | undefined> => {
      throw new Error('no check is expected');
    },
  },
  dailyChecks: false,
  labelSweep: {
    due: async (): Promise<readonly string[]> => [],
    complete: async (): Promise<void> => {
      throw new Error('no labels are expected to be incomplete');
    },
  },
};
