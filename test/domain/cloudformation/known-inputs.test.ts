/** Values that are worked out while the software of a deployment is set up. */

import { describe, expect, it } from 'vitest';
import { evaluate, type Known, textIn } from '../../../src/domain/cloudformation/software/known-inputs.ts';
import type { Step } from '../../../src/domain/cloudformation/software/software.ts';
import { machinesOf, type SoftwareMachine } from '../../../src/domain/cloudformation/software/software-machines.ts';

const machine = (id: string, node = 'web', more: Partial<SoftwareMachine> = {}): SoftwareMachine => ({
  ...{ id, node, resourceId: id, privateAddress: `10.0.0.${id}`, publicAddress: `192.0.2.${id}` },
  ...{ launchedAt: '2026-01-01T00:00:00.000Z', runs: true },
  ...more,
});
const step: Step = {
  ...{ key: 'k', node: 'app', operation: 'create', host: 'web', script: { file: 'a.sh', text: 'true' } },
  ...{ inputs: {}, outputs: [], after: [] },
};
const known = (machines: readonly SoftwareMachine[], more: Partial<Known> = {}): Known => ({
  ...{ machines, steps: [step], attributes: {}, logins: {}, privateKey: async () => 'no key' },
  outputsOf: async (_, { id }): Promise<{ readonly [name: string]: string }> => (id === '9' ? {} : { token: `t${id}` }),
  ...more,
});
const two = [machine('1'), machine('2'), machine('3', 'other')];
const attribute = (...path: readonly (string | number)[]) => ({ get_attribute: path });

describe('the machines of a node', () => {
  it('come in the order of their launch, and of their resource where they were launched together', () => {
    const all = [
      machine('3', 'web', { launchedAt: '2026-01-01T00:00:02.000Z' }),
      machine('2', 'web', { resourceId: 'b' }),
      machine('1', 'web', { resourceId: 'a' }),
      machine('4', 'other'),
    ];
    const ids = (machines: readonly SoftwareMachine[]) => machinesOf(machines, 'web').map(({ id }) => id);
    expect(ids(all)).toEqual(['1', '2', '3']);
    expect(ids(all.toReversed())).toEqual(['1', '2', '3']);
  });
});

describe('an attribute', () => {
  it('of the machine itself is its own, of another node that of its only machine or a list', async () => {
    expect(await evaluate(attribute('web', 'private_address'), known(two), two[1])).toBe('10.0.0.2');
    expect(await evaluate(attribute('web', 'public_address'), known(two), two[1])).toBe('192.0.2.2');
    expect(await evaluate(attribute('other', 'private_address'), known(two), two[1])).toBe('10.0.0.3');
    expect(await evaluate(attribute('web', 'private_address'), known(two), two[2])).toEqual(['10.0.0.1', '10.0.0.2']);
    expect(await evaluate(attribute('web', 'private_address'), known(two))).toEqual(['10.0.0.1', '10.0.0.2']);
  });

  it('with an index is that of the machine at this place, also on another one; behind the last it is empty', async () => {
    expect(await evaluate(attribute('web', 'private_address', 0), known(two), two[1])).toBe('10.0.0.1');
    expect(await evaluate(attribute('web', 'private_address', 1), known(two))).toBe('10.0.0.2');
    expect(await evaluate(attribute('web', 'private_address', 2), known(two))).toBe('');
  });

  it('of a node without machines is what the stack says', async () => {
    const attributes = { 'db address': 'db.example.org' };
    expect(await evaluate(attribute('db', 'address'), known(two, { attributes }), two[0])).toBe('db.example.org');
  });
});

describe('the output of an operation', () => {
  const output = (key: string, name = 'token') => ({ get_operation_output: [key, name] });

  it('is that of the machine itself where the operation runs on it, otherwise that of its machines', async () => {
    expect(await evaluate(output('k'), known(two), two[1])).toBe('t2');
    expect(await evaluate(output('k'), known(two), two[2])).toEqual(['t1', 't2']);
    expect(await evaluate(output('k'), known([machine('1')]))).toBe('t1');
  });

  it('is empty where nothing was printed, and where no operation has this key', async () => {
    expect(await evaluate(output('k'), known([machine('9')]))).toBe('');
    expect(await evaluate(output('gone'), known(two))).toBe('');
  });
});

describe('a function', () => {
  it.each([
    ['text', 'text'],
    [7, 7],
    [{ concat: ['http://', attribute('other', 'private_address'), ':', 80] }, 'http://10.0.0.3:80'],
    [{ join: [attribute('web', 'private_address'), ' '] }, '10.0.0.1 10.0.0.2'],
    [{ join: [attribute('web', 'private_address')] }, '10.0.0.110.0.0.2'],
    [{ token: [attribute('other', 'private_address'), '.', 3] }, '3'],
    [{ token: [attribute('other', 'private_address'), '.', 9] }, ''],
    [{ token: [{ concat: ['a/b', attribute('other', 'private_address')] }, './', 1] }, expect.stringMatching(/^b\d+$/)],
    [
      [attribute('other', 'private_address'), 'x'],
      ['10.0.0.3', 'x'],
    ],
    [
      { a: attribute('other', 'private_address'), b: 1 },
      { a: '10.0.0.3', b: 1 },
    ],
    [{ host: attribute('other', 'private_address') }, { host: '10.0.0.3' }],
  ])('%j becomes %j', async (value, expected) => {
    expect(await evaluate(value, known(two))).toEqual(expected);
  });

  it.each([
    ['text', 'text'],
    [null, ''],
    [['a', 'b'], 'a,b'],
    [['a', 1], '["a",1]'],
    [{ a: 1 }, '{"a":1}'],
    [true, 'true'],
    [1.5, '1.5'],
  ])('%j is %s for a shell', (value, expected) => {
    expect(textIn(value)).toBe(expected);
  });
});
