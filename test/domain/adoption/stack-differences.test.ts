import { expect, it } from 'vitest';
import { stackDifferences } from '../../../src/domain/adoption/stack-differences.ts';
import { stacks } from '../cloudformation/golden-stacks.ts';
import { stackOf } from '../cloudformation/translated.ts';

const ours = { Metadata: { toscanini: { node: 'web' } } };
const textOf = (Resources: object) => ({ Resources });

it.each(stacks.map(([name, nodes, more = {}]) => ({ name, nodes, more })))(
  '$name is the same whoever translates it',
  async ({ nodes, more }) => {
    const [one, other] = [await stackOf(nodes, more), await stackOf(nodes, more)];
    expect(Object.keys(one.resources)).not.toEqual([]);
    expect(stackDifferences(one.template, other.template)).toEqual([]);
  },
);

it('names parts that only one of them has, and those of another type', () => {
  const asked = textOf({ A: { Type: 'T::A', ...ours }, B: { Type: 'T::B' } });
  const stands = textOf({ B: { Type: 'T::C' }, D: { Type: 'T::D', ...ours } });
  expect(stackDifferences(asked, stands)).toEqual([
    { node: 'web', part: 'A (T::A)', is: 'missing', why: expect.any(String) },
    { node: 'B', part: 'B (T::B)', is: 'missing', why: expect.any(String) },
    { node: 'B', part: 'B (T::C)', is: 'unknown', why: expect.any(String) },
    { node: 'web', part: 'D (T::D)', is: 'unknown', why: expect.any(String) },
  ]);
});

it('compares plain values, shows sizes and kinds only, and leaves functions out', () => {
  const part = (Properties: object) => textOf({ A: { Type: 'T::A', ...ours, Properties } });
  const told = stackDifferences(
    part({ Size: 20, Engine: 'mysql', Password: 'new-secret', Same: 1, Fn: { Ref: 'x' }, Only: 3 }),
    part({ Size: 10, Engine: 'postgres', Password: 'old-secret', Same: '1', Fn: { Ref: 'y' }, Other: 4 }),
  );
  expect(told).toEqual([
    { node: 'web', part: 'A (T::A)', is: 'changed', property: 'Size', old: '20', new: '10' },
    { node: 'web', part: 'A (T::A)', is: 'changed', property: 'Engine', old: 'mysql', new: 'postgres' },
    { node: 'web', part: 'A (T::A)', is: 'changed', property: 'Password' },
  ]);
  expect(JSON.stringify(told)).not.toContain('secret');
});
