import { describe, expect, it } from 'vitest';
import { countsOf } from '../../ui/pages/schedule/events.ts';

const event = (replicationStatus: string, status?: string) =>
  ({ replicationStatus, ...(status !== undefined && { deployment: { status } }) }) as never;

const content = [
  event('OK', 'CREATE_COMPLETE'),
  event('REPLICATING', 'CREATE_IN_PROGRESS'),
  event('OK', 'UPDATE_IN_PROGRESS'),
  event('OK', 'CREATE_FAILED'),
  event('STUCK'),
  event('OK'),
];

const told = (of: readonly never[], totalElements: number) => countsOf({ content: of, page: { totalElements } });

describe('the line above the files of a schedule', () => {
  it('counts them, and those that are under way or have failed', () => {
    expect(told(content, 6)).toBe('6 files, 2 under way, 2 failed');
    expect(told(content.slice(0, 1), 1)).toBe('1 file');
    expect(told(content.slice(4, 5), 1)).toBe('1 file, 1 failed');
  });

  it('says of which files it knows that, where only some are loaded', () => {
    expect(told(content, 5_000)).toBe('5000 files; of the newest 6: 2 under way, 2 failed');
    expect(told(content.slice(0, 1), 5_000)).toBe('5000 files');
  });
});
