import { describe, expect, it } from 'vitest';
import type { DeploymentItem } from '../../client/types.ts';
import {
  countGroups,
  filtersIn,
  groupOf,
  hasText,
  listAddress,
  rowsIn,
  stateGroups,
} from '../../ui/pages/deployments/filters.ts';
import { allStatuses } from '../../ui/states/tones.ts';

const item = (more: Partial<DeploymentItem>): DeploymentItem =>
  ({
    uuid: '01a207cb-af0f-72b0-9f32-867c0ec405ff',
    status: 'CREATE_COMPLETE',
    createdBy: { issuer: 'https://iam', subject: 'alice' },
    ...more,
  }) as DeploymentItem;

describe('the list of deployments', () => {
  it('takes its filters from the address, and nothing that is not one', () => {
    expect(filtersIn(new URLSearchParams('state=failed&q=slurm&group=physics&mine=1'))).toEqual({
      state: 'failed',
      text: 'slurm',
      group: 'physics',
      mine: true,
      labels: [],
    });
    expect(filtersIn(new URLSearchParams('label=stage%3Dtest,team')).labels).toEqual(['stage=test', 'team']);
    expect(filtersIn(new URLSearchParams('state=nonsense')).state).toBe('all');
  });

  it('has every status in one group', () => {
    expect(new Set(allStatuses.map(groupOf))).toEqual(new Set(['working', 'running', 'failed']));
    expect(groupOf('DELETE_IN_PROGRESS')).toBe('working');
    const all = allStatuses.map((status) => item({ status }));
    const { all: sum, working, running, failed } = countGroups(all);
    expect(Number(working) + Number(running) + Number(failed)).toBe(Number(sum));
  });

  it('counts a list that is loaded in part as what it is', () => {
    const loaded = [item({ status: 'CREATE_COMPLETE' }), item({ status: 'DELETE_IN_PROGRESS' })];
    expect(countGroups(loaded, 3)).toEqual({ all: '3', working: '1+', running: '1+', failed: '' });
    expect(countGroups(loaded, 2)).toEqual({ all: '2', working: '1', running: '1', failed: '0' });
  });

  it('has as many rows as the address says, as far as the service gives them', () => {
    const rows = (text: string) => rowsIn(new URLSearchParams(text));
    expect(['', 'rows=150', 'rows=1', 'rows=all', 'rows=99999', 'rows=1.5'].map(rows)).toEqual([
      50, 150, 50, 50, 2000, 50,
    ]);
  });

  it('finds a part of name, id, group, creator or provider in any case', () => {
    const one = item({ name: 'Slurm test', userGroup: 'physics', cloudProviderName: 'sandbox-b' });
    for (const text of ['slurm', ' 0EC405FF ', 'PHYS', 'alice', 'sandbox-b', ''])
      expect(hasText(one, text), text).toBe(true);
    expect(hasText(one, 'bob')).toBe(false);
  });

  it('lets the service search, and filter by state once the list is longer than the page', () => {
    const filters = { state: 'failed', text: ' slurm ', group: 'physics', mine: true, labels: [] } as const;
    expect(listAddress(filters, 50, false)).toBe(
      '/deployments?size=50&sort=createdAt%2Cdesc&q=slurm&userGroup=physics&createdBy=me',
    );
    expect(listAddress({ ...filters, labels: ['stage=test', 'team'] }, 50, false)).toContain(
      '&label=stage%3Dtest%2Cteam',
    );
    const asked = new URL(listAddress(filters, 50, true), 'http://x').searchParams;
    expect(asked.get('q')).toBe('slurm');
    expect(asked.get('status')?.split(',')).toEqual(['CREATE_FAILED', 'UPDATE_FAILED', 'DELETE_FAILED']);
    for (const state of stateGroups)
      expect(listAddress({ ...filters, state }, 50, true)).not.toContain('DELETE_COMPLETE');
  });
});
