import { describe, expect, it, vi } from 'vitest';
import { systemClock, systemIds, systemPasswords } from '../../../src/adapters/environment/system.ts';

describe('the system', () => {
  it('tells the time of the machine', () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00.123Z') });
    expect(systemClock.now().toISOString()).toBe('2026-11-20T12:00:00.123Z');
    vi.useRealTimers();
  });

  it('gives ids of version 7 that ascend', () => {
    const ids = Array.from({ length: 1_000 }, () => systemIds.next());
    expect(ids[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(ids).toEqual([...new Set(ids)].toSorted());
  });

  it('gives passwords of letters and digits, each as long as asked, and never one twice', () => {
    const passwords = Array.from({ length: 100 }, () => systemPasswords.next(32));
    for (const one of passwords) expect(one).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(new Set(passwords).size).toBe(100);
    expect(new Set(passwords.join(''))).toHaveProperty('size', 62);
    expect(systemPasswords.next(0)).toBe('');
  });
});
