import { describe, expect, it } from 'vitest';
import { pageOf, pages } from '../../ui/pages.ts';
import { match } from '../../ui/router/match.ts';

describe('the addresses', () => {
  it('match patterns with parameters, of which the last may be missing', () => {
    expect(match('deployments/:id/:tab?', 'deployments/4711')).toEqual({ id: '4711' });
    expect(match('deployments/:id/:tab?', 'deployments/4711/log')).toEqual({ id: '4711', tab: 'log' });
    expect(match('deployments/:id', 'deployments/a%20b')).toEqual({ id: 'a b' });
    for (const path of ['deployments', 'deployments/', 'deployments/1/2/3', 'schedules/1', 'deployments/%zz'])
      expect(match('deployments/:id/:tab?', path), path).toBeUndefined();
  });

  it('take an id in capitals for that of the service, and leave other words as they are', () => {
    const id = '01a21b88-4dd2-7325-a5a4-29da0f739848';
    expect(match('deployments/:id/:tab?', `deployments/${id.toUpperCase()}/LOG`)).toEqual({ id, tab: 'LOG' });
  });

  it('lead to the first page that fits, or to none', () => {
    expect(pageOf('')?.entry.pattern).toBe('');
    expect(pageOf('deployments/4711/resources/12')?.parameters).toEqual({
      id: '4711',
      tab: 'resources',
      resource: '12',
    });
    expect(pageOf('deployments/4711/update')?.entry.pattern).toBe('deployments/:id/update');
    expect(pageOf('nothing/here/at/all')).toBeUndefined();
  });

  it('name each pattern once, so that no page hides another', () => {
    const patterns = pages.map(({ pattern }) => pattern);
    expect(new Set(patterns).size).toBe(patterns.length);
  });
});
