import { describe, expect, it } from 'vitest';
import { policy } from '../../../src/adapters/infrastructure-manager/policy.ts';
import { differenceLine, fitOf, misfit, type Wanted } from '../../../src/domain/adoption/fit.ts';
import type { InspectedMachine } from '../../../src/domain/deployers/inspection.ts';
import type { Json } from '../../../src/tosca/topology.ts';

const node = (name: string, count: number, host: { readonly [name: string]: Json } = {}): Wanted => ({
  ...{ name, count, types: ['tosca.nodes.Compute'] },
  capabilities: { host: { types: ['tosca.capabilities.Compute'], properties: host } },
});

const software: Wanted = { name: 'app', count: 1, types: ['tosca.nodes.SoftwareComponent'], capabilities: {} };

const machine = (id: string, of: string, changes: Partial<InspectedMachine> = {}): InspectedMachine => ({
  ...{ id, node: of, state: 'configured', values: {} },
  ...changes,
});

const compared = (nodes: readonly Wanted[], machines: readonly InspectedMachine[]) =>
  fitOf({ nodes }, { is: 'read', machines }, policy);

describe('what stands', () => {
  it('fits a template that has a node for each machine', () => {
    expect(compared([node('web', 2), software], [machine('0', 'web'), machine('1', 'web')])).toEqual({
      fits: true,
      findings: [],
    });
  });

  it.each([
    ['a machine that is missing', [machine('0', 'web')], 'web: missing: the template asks for 2, and 1 of them stands'],
    ['no machine at all', [], 'web: missing: the template asks for 2, and 0 of them stand'],
    [
      'one that is gone at its cloud',
      [machine('0', 'web'), machine('1', 'web', { state: 'gone' })],
      'web: missing: the template asks for 2, and 1 of them stands',
    ],
    [
      'one too many',
      [machine('0', 'web'), machine('1', 'web'), machine('2', 'web')],
      'web (machine 2): unknown: it stands, and the template asks for 2 of this node',
    ],
    [
      'one of another node',
      [machine('0', 'web'), machine('1', 'web'), machine('2', 'db')],
      'db (machine 2): unknown: it stands, and the template has no node of this name',
    ],
    [
      'one that has failed',
      [machine('0', 'web'), machine('1', 'web', { state: 'unconfigured' })],
      'web (machine 1): the template asks for state configured, and it is unconfigured',
    ],
    [
      'one of which nothing is heard',
      [machine('0', 'web'), machine('1', 'web', { state: 'silent' })],
      'web (machine 1): not checked: nothing was heard of it',
    ],
  ])('differs by %s', (_, machines, line) => {
    const { fits, findings } = compared([node('web', 2)], machines);
    expect(fits).toBe(false);
    expect(findings.map(differenceLine)).toEqual([line]);
    expect(misfit(findings)).toContain(line);
  });

  it('may have stopped machines, which stay stopped', () => {
    const { fits, findings } = compared([node('web', 1)], [machine('0', 'web', { state: 'stopped' })]);
    expect(fits).toBe(true);
    expect(findings).toEqual([{ node: 'web', part: '0', is: 'ignored', why: 'it is stopped, and stays stopped' }]);
    expect(misfit(findings)).not.toContain('stopped');
  });

  it('may be larger than asked for, and as large as clouds round it, not smaller', () => {
    const wanted = [node('web', 1, { num_cpus: 4, mem_size: '4 GB', instance_type: 'm1' })];
    const sized = (values: InspectedMachine['values']) => compared(wanted, [machine('0', 'web', { values })]).findings;
    expect(sized({ 'cpu.count': 8, 'memory.size': 3.8e9, instance_type: 'm1' })).toEqual([]);
    expect(sized({})).toEqual([]);
    expect(sized({ 'cpu.count': 2, 'memory.size': 2e9, instance_type: 'm2' }).map(differenceLine)).toEqual([
      'web (machine 0): the template asks for cpu.count 4, and it is 2',
      'web (machine 0): the template asks for memory.size 4000000000, and it is 2000000000',
      'web (machine 0): the template asks for instance_type m1, and it is m2',
    ]);
  });

  it('knows containers by the names that their engine gives them', () => {
    const container: Wanted = {
      name: 'my_app',
      count: 1,
      types: ['tosca.nodes.Container.Application'],
      capabilities: {},
    };
    expect(compared([container], [machine('0', 'my-app-01234567')]).fits).toBe(true);
  });

  it('fits nothing while nobody has told what stands', () => {
    expect(fitOf({ nodes: [] }, { is: 'comparing', comparison: 'a' }, policy).fits).toBe(false);
  });
});
