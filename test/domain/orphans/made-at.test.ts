import fc from 'fast-check';
import { v1, v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { madeAt } from '../../../src/domain/orphans/made-at.ts';

describe('when an id was made', () => {
  it('is what ids of versions 1 and 7 say, to the millisecond', () => {
    const instants = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2200, 0) });
    fc.assert(
      fc.property(instants, (msecs) => {
        expect(madeAt(v1({ msecs }))?.getTime()).toBe(msecs);
        expect(madeAt(v7({ msecs }))?.getTime()).toBe(msecs);
      }),
    );
  });

  it('is not known of others', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.uuid({ version: [2, 3, 4, 5, 6, 8] })), (id) => {
        expect(madeAt(id)).toBeUndefined();
      }),
    );
  });
});
