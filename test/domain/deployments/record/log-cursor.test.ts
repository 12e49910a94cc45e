import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  logCursorPattern,
  readLogCursor,
  writeLogCursor,
} from '../../../../src/domain/deployments/record/log-cursor.ts';

describe('the place in a log', () => {
  it('is read from every text that the description of the API allows', () => {
    fc.assert(
      fc.property(fc.stringMatching(new RegExp(logCursorPattern)), (text) => {
        const cursor = readLogCursor(text);
        expect(readLogCursor(writeLogCursor(cursor))).toEqual(cursor);
      }),
    );
  });

  it.each(['', 'now', '17000.short', '17000.12345678.', '-1'])('is not read from %j', (text) => {
    expect(() => readLogCursor(text)).toThrow(
      expect.objectContaining({
        ...{ name: 'InvalidError', message: expect.stringContaining('must come from the header X-Log-Next') },
      }),
    );
  });

  it('stays one that a client may send when very many pieces came at once, and names the last of them', () => {
    const seen = Array.from({ length: 5_000 }, (_, index) => String(index).padStart(8, '0'));
    const read = readLogCursor(writeLogCursor({ at: 1_700_000_000_000, seen }));
    expect(read.at).toBe(1_700_000_000_000);
    expect(read.seen).toEqual(seen.slice(-400));
  });
});
