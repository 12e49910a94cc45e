import { describe, expect, it } from 'vitest';
import { wholeState } from '../../../src/adapters/infrastructure-manager/whole-state.ts';
import type { InfrastructureState } from '../../../src/domain/deployers/machines.ts';

const orders = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, index) => orders(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));

const numbered = (states: readonly InfrastructureState[]) =>
  Object.fromEntries(states.map((state, index) => [`${index}`, state]));

describe('wholeState', () => {
  it.each<[InfrastructureState, readonly InfrastructureState[]]>([
    ['failed', ['unknown', 'configured', 'failed']],
    ['failed', ['pending', 'unconfigured', 'failed']],
    ['pending', ['pending', 'unknown', 'unconfigured']],
    ['running', ['running', 'unconfigured', 'off']],
    ['unconfigured', ['unconfigured', 'unknown', 'configured']],
    ['unknown', ['configured', 'unknown', 'stopped']],
    ['off', ['configured', 'off', 'stopped']],
    ['stopped', ['configured', 'configured', 'stopped']],
    ['configured', ['configured', 'configured']],
  ])('is %s for %o, in every order and whatever the total says', (expected, states) => {
    for (const order of orders(states)) {
      for (const total of ['configured', 'unknown', 'failed'] as const) {
        expect(wholeState(total, numbered(order)), order.join()).toBe(expected);
      }
    }
  });

  it.each(['pending', 'failed', 'unknown'] as const)('is the total %s without machines', (total) => {
    expect(wholeState(total, {})).toBe(total);
  });

  it('is deleting as soon as the total says so, whatever its machines are', () => {
    expect(wholeState('deleting', { '0': 'configured', '1': 'failed' })).toBe('deleting');
  });
});
