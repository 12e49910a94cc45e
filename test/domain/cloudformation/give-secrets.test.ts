/** What one look writes to the parameters of a stack, and what it removes. */

import { describe, expect, it } from 'vitest';
import { giveSecrets } from '../../../src/domain/cloudformation/software/give-secrets.ts';
import type { Known } from '../../../src/domain/cloudformation/software/known-inputs.ts';
import {
  type KeptSecret,
  parameterName,
  type SecretValues,
} from '../../../src/domain/cloudformation/software/secret-inputs.ts';
import type { Step } from '../../../src/domain/cloudformation/software/software.ts';
import type { SoftwareMachine } from '../../../src/domain/cloudformation/software/software-machines.ts';

const since = '2026-01-02T00:00:00.000Z';
const path = '/toscanini/operations/stack/1';
const step = (secrets: readonly string[], key = 'k'): Step => ({
  ...{ key, node: 'app', operation: 'create', host: 'web', script: { file: 'a.sh', text: 'true' } },
  ...{ inputs: {}, outputs: [], after: [], secrets },
});
const machine = (id: string, runs = true): SoftwareMachine => ({
  ...{ id, node: 'web', resourceId: id, privateAddress: `10.0.0.${id}`, publicAddress: '', launchedAt: since, runs },
});
const nameOf = (id: string, input: string, key = 'k') => parameterName(path, id, { key }, input);

const look = async (
  given: { readonly steps: readonly Step[]; readonly ending?: readonly Step[] },
  values: SecretValues | undefined,
  machines = [machine('1')],
  kept: readonly (readonly [string, KeptSecret])[] = [],
) => {
  const put: unknown[] = [];
  const removed: string[] = [];
  const parameters = {
    ...{ path, list: async () => new Map(kept), wanted: async () => values },
    put: async (...one: readonly unknown[]) => void put.push(one),
    remove: async (names: readonly string[]) => void removed.push(...names),
  };
  const known = { machines, steps: given.steps, attributes: {}, logins: {} } as unknown as Known;
  const { revisions, fault } = await giveSecrets({ software: { ending: [], ...given }, since }, parameters, known);
  return { put, removed, revisions: Object.fromEntries(revisions), fault };
};

describe('a look at the secrets of a stack', () => {
  it('writes what is missing, for each machine and each step, also of those before a deletion', async () => {
    const values = {
      k: { WORD: 'a' },
      end: { WORD: { concat: ['b', { get_attribute: ['web', 'private_address'] }] } },
    };
    const machines = [machine('1'), machine('2')];
    const { put, removed, revisions } = await look(
      { steps: [step(['WORD'])], ending: [step(['WORD'], 'end')] },
      values,
      machines,
    );
    expect(put).toEqual([
      [
        { name: nameOf('1', 'WORD'), machineId: '1', isNew: true },
        { revision: since, value: 'a' },
      ],
      [
        { name: nameOf('2', 'WORD'), machineId: '2', isNew: true },
        { revision: since, value: 'a' },
      ],
      [
        { name: nameOf('1', 'WORD', 'end'), machineId: '1', isNew: true },
        { revision: since, value: 'b10.0.0.1' },
      ],
      [
        { name: nameOf('2', 'WORD', 'end'), machineId: '2', isNew: true },
        { revision: since, value: 'b10.0.0.2' },
      ],
    ]);
    expect(removed).toEqual([]);
    expect(Object.values(revisions)).toEqual([since, since, since, since]);
  });

  it('leaves what is the same, and gives what has changed another revision, twice in one operation too', async () => {
    const name = nameOf('1', 'WORD');
    const lookAfter = (revision: string, value: string) =>
      look({ steps: [step(['WORD'])] }, { k: { WORD: 'new' } }, [machine('1')], [[name, { revision, value }]]);
    const same = await lookAfter('2026-01-01', 'new');
    expect([same.put, same.revisions]).toEqual([[], { [name]: '2026-01-01' }]);
    const changed = await lookAfter('2026-01-01', 'old');
    expect(changed.put).toEqual([
      [
        { name, machineId: '1', isNew: false },
        { revision: since, value: 'new' },
      ],
    ]);
    expect((await lookAfter(since, 'old')).revisions).toEqual({ [name]: `${since}+` });
  });

  it('removes what no step needs any more, but not what a stopped machine has', async () => {
    const secret = { revision: 'r', value: 'x' };
    const kept = ['1', '2', '3'].map((id) => [nameOf(id, 'OLD'), secret] as const);
    const { put, removed } = await look({ steps: [step([])] }, {}, [machine('1'), machine('2', false)], kept);
    expect(put).toEqual([]);
    expect(removed).toEqual([nameOf('1', 'OLD'), nameOf('3', 'OLD')]);
  });

  it('says which machine lacks a secret that nobody knows, and writes nothing for it', async () => {
    for (const values of [undefined, {}, { k: {} }]) {
      const { put, fault } = await look({ steps: [step(['WORD'])] }, values);
      expect(put).toEqual([]);
      expect(fault).toBe('create of app on 1 needs its secret input WORD, and nothing is kept of it');
    }
  });

  it('says that a secret is too long', async () => {
    const value = Array.from({ length: 4_000 }, (_, index) => `${index * 7_919}`).join('');
    const { put, fault } = await look({ steps: [step(['WORD'])] }, { k: { WORD: value } });
    expect(put).toEqual([]);
    expect(fault).toMatch(
      /^create of app on 1 needs its secret input WORD, which is too long: packed, a secret has at most 4096/,
    );
  });

  it('writes twenty at most, and the machines of the others wait for the next look', async () => {
    const inputs = Array.from({ length: 22 }, (_, index) => `W${index}`);
    const values = { k: Object.fromEntries(inputs.map((input) => [input, 'new'])) };
    const last = nameOf('1', 'W21');
    const { put, removed, revisions } = await look(
      { steps: [step(inputs)] },
      values,
      [machine('1')],
      [[last, { revision: 'r', value: 'old' }]],
    );
    expect(put).toHaveLength(20);
    expect(Object.keys(revisions)).toHaveLength(20);
    expect(revisions).not.toHaveProperty([last]);
    expect(removed).toEqual([]);
  });
});
