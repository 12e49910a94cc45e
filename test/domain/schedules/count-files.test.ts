import { describe, expect, it } from 'vitest';
import { isMatch } from '../../../src/domain/schedules/count-files.ts';

describe('an object that a backfill finds', () => {
  it.each([
    ['data/a.csv', 5, true],
    ['data/empty', 0, true],
    ['data/', 0, false],
    ['data/', 5, true],
    ['toscanini-replicas/incoming/data/a.csv', 5, false],
    ['other/a.csv', 5, false],
  ])('%s of %i bytes is a file that matches: %s', (name, size, matches) => {
    expect(isMatch('incoming:(toscanini-replicas/incoming/)?data/.*', { scope: 'incoming', name, size })).toBe(matches);
  });
});
