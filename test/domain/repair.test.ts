/** What a repair does about each finding: docs/decisions/0077. */

import { describe, expect, it } from 'vitest';
import { requestedNodes } from '../../src/domain/changes/requested.ts';
import type { Finding } from '../../src/domain/drift/finding.ts';
import { machinesDependingOn } from '../../src/domain/repair/dependent-machines.ts';
import { planRepair } from '../../src/domain/repair/plan-repair.ts';
import { agreedOf, mendsOf } from '../../src/domain/repair/repair.ts';
import { attached, compute, software, volume } from './infrastructure-manager/requested.ts';

const nodes = [
  compute('web'),
  compute('db', { requirements: [attached('disk', '/data')] }),
  volume('disk', { size: '10 GB' }),
  software('engine', 'db'),
  software('site', 'web', {
    interfaces: { Standard: { create: { inputs: { db: { get_attribute: ['db', 'private_address'] } } } } },
  }),
];
const asked = requestedNodes({ nodes, policies: [] });

const finding = (more: Partial<Finding>): Finding => ({
  node: 'web',
  resource: 'r1',
  part: '0',
  is: 'missing',
  ...more,
});
const planned = (one: Partial<Finding>, more: object = {}) =>
  planRepair([finding(one)], { deployer: 'infrastructure-manager', asked, ...more })[0];

describe('what a repair does about', () => {
  it.each<[string, Partial<Finding>, string, object?]>([
    ['a machine that is gone', {}, 'remade'],
    ['one with a volume, which would go too', { node: 'db' }, 'refused'],
    ['the same where the volume is named', { node: 'db' }, 'remade', { replace: ['disk'] }],
    ['one of an earlier release, whose volumes nobody knows', {}, 'refused', { asked: undefined }],
    ['a stopped machine', { is: 'stopped' }, 'started'],
    [
      'a machine that somebody started again',
      { is: 'changed', property: 'state', old: 'stopped', new: 'running' },
      'stopped',
    ],
    ['a size', { is: 'changed', property: 'cpu.count', old: '2', new: '8' }, 'altered'],
    ['an address', { is: 'changed', property: 'address.public', old: '192.0.2.1' }, 'left'],
    ['a machine that failed', { is: 'changed', property: 'state', old: 'configured', new: 'failed' }, 'refused'],
    [
      'the same where it is named',
      { is: 'changed', property: 'state', old: 'configured', new: 'failed' },
      'remade',
      { replace: ['web'] },
    ],
    ['a machine whose software runs', { is: 'changed', property: 'state', old: 'configured', new: 'running' }, 'left'],
    ['a part of a stack', {}, 'left', { deployer: 'cloudformation' }],
    ['a stopped machine of a stack', { is: 'stopped' }, 'started', { deployer: 'cloudformation' }],
    ['a node that the request does not name', {}, 'left', { nodes: ['db'] }],
  ])('%s', (_, one, how, more) => {
    expect(planned(one, more)?.how).toBe(how);
  });

  it('a stranger: nothing', () => {
    const { resource: _, ...stranger } = finding({ is: 'unknown' });
    expect(planRepair([stranger], { deployer: 'infrastructure-manager', replace: true })[0]?.how).toBe('left');
  });

  it('what is no drift: nothing at all', () => {
    expect(
      planRepair([finding({ is: 'not-checked' }), finding({ is: 'ignored' })], { deployer: 'infrastructure-manager' }),
    ).toEqual([]);
  });
});

it('does nothing beyond what was agreed to, and sets the sizes of a machine back together', () => {
  const sizes = ['cpu.count', 'memory.size'].map((property) =>
    finding({ is: 'changed', property, old: '2', new: '8' }),
  );
  const agreed = agreedOf(planRepair(sizes, { deployer: 'infrastructure-manager' }));
  expect(agreed).toEqual([{ resource: 'r1', how: 'altered' }]);
  const later = planRepair([...sizes, finding({ resource: 'r2', is: 'stopped' })], {
    deployer: 'infrastructure-manager',
  });
  expect(mendsOf(later, agreed)).toEqual([
    { resource: 'r1', node: 'web', how: 'altered', part: '0', wanted: { 'cpu.count': '2', 'memory.size': '2' } },
  ]);
});

it('tells machines new addresses that were told the old ones, and no others', () => {
  expect([...machinesDependingOn(asked, ['db'])]).toEqual(['web']);
  expect([...machinesDependingOn(asked, ['web'])]).toEqual([]);
});
