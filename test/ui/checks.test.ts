import { describe, expect, it } from 'vitest';
import type { Checks } from '../../client/types.ts';
import { driftLine } from '../../src/domain/deployments/record/drift-summary.ts';
import { checkable as ofService } from '../../src/domain/drift/checkable.ts';
import { findingKinds } from '../../src/domain/drift/finding.ts';
import { canCheck, checkPause, findingState, resultOf } from '../../ui/pages/deployment/checks/check-words.ts';
import { allStatuses } from '../../ui/states/tones.ts';

const at = '2026-11-28T10:15:03.120Z';
const checks = (more: Partial<Checks>): Checks => ({ state: 'NONE', findings: [], ...more });
const may = { change: true, seeSecrets: true };

it('a line says how much has drifted, and nothing when all is in order again', () => {
  expect(driftLine({ since: at, drifted: 2, of: 7 })).toBe('drifted: 2 of 7');
  expect(driftLine({ since: at, drifted: 0, of: 7 })).toBeUndefined();
  expect(driftLine(undefined)).toBeUndefined();
});

describe('the checks of a deployment', () => {
  it('can be asked for exactly where the service takes them, and by those who may change it', () => {
    expect(allStatuses.filter((status) => canCheck({ may, status })).toSorted()).toEqual([...ofService].toSorted());
    expect(canCheck({ may: { ...may, change: false }, status: 'CREATE_COMPLETE' })).toBe(false);
  });

  it('show drift only as what the last check saw, and an outage never as order', () => {
    const drift = { since: at, drifted: 2, of: 7 };
    expect(resultOf(checks({}))).toMatchObject({ tone: 'waiting' });
    expect(resultOf(checks({ last: { at, verdict: 'in-order' } }))).toMatchObject({ tone: 'running' });
    expect(resultOf(checks({ last: { at, verdict: 'drifted' }, drift }))).toEqual({
      ...{ tone: 'failed', word: 'drifted: 2 of 7' },
    });
    expect(resultOf(checks({ last: { at, verdict: 'not-checked' }, drift }))).toMatchObject({ tone: 'off' });
    expect(resultOf(checks({ last: { at, verdict: 'nothing-stands' } }))).toMatchObject({ tone: 'waiting' });
  });

  it('mark those findings that are drift, and no others', () => {
    const failed = findingKinds.filter((is) => findingState(is).tone === 'failed');
    expect(failed).toEqual(['missing', 'changed', 'stopped', 'unknown']);
  });

  it('are read often only while a check is asked for or in progress', () => {
    const [none, ...others] = (['NONE', 'WAITING', 'RUNNING'] as const).map((state) => checkPause(checks({ state })));
    for (const pause of others) expect(pause).toBeLessThan((none ?? 0) / 10);
  });
});
