import { describe, expect, it } from 'vitest';
import { sweepLogLines } from '../../src/domain/deployments/finishing/sweep.ts';
import { endedUnkilled } from '../e2e/chaos/audit-sweeps.ts';

const at = (second: number): number => Date.UTC(2026, 0, 1, 12, 0, second);
const line = (fields: object, message: string = sweepLogLines.ended): string =>
  JSON.stringify({ level: 'WARN', message, timestamp: new Date(at(50)).toISOString(), deploymentId: 'd1', ...fields });
const executions = [{ name: 'o1', startedAt: at(10) }];

describe('the audit of sweeps', () => {
  it.each(Object.values(sweepLogLines))('finds that the sweep %s although nobody killed it', (message) => {
    const log = `no JSON\n${line({ operationId: 'o1', endedBy: 'States.Timeout' }, message)}\n{"cut off`;
    for (const kills of [[], [at(9)], [at(51)]])
      expect(endedUnkilled(log, executions, kills)).toEqual([`${message}: o1 of d1 (States.Timeout)`]);
  });

  it('lets pass what was killed while it was at work', () => {
    expect(endedUnkilled(line({ operationId: 'o1' }), executions, [at(20)])).toEqual([]);
  });

  it('takes an action and a callback by their own executions', () => {
    const named = [...executions, { name: 'a1', startedAt: at(30) }, { name: 'n1-r1', startedAt: at(30) }];
    for (const own of [{ actionId: 'a1' }, { notificationId: 'n1' }]) {
      expect(endedUnkilled(line({ operationId: 'o1', ...own }), named, [at(20)])).toHaveLength(1);
      expect(endedUnkilled(line({ operationId: 'o1', ...own }), named, [at(40)])).toEqual([]);
    }
  });

  it('lets pass what was to begin just before a kill, and never began', () => {
    expect(endedUnkilled(line({ operationId: 'o2' }), executions, [at(0)])).toEqual([]);
    expect(endedUnkilled(line({ operationId: 'o2' }), executions, [])).toHaveLength(1);
  });

  it('hears nothing in other lines', () => {
    const quoted = JSON.stringify({ message: 'told', text: sweepLogLines.ended });
    expect(endedUnkilled(`${quoted}\n`, executions, [])).toEqual([]);
  });
});
