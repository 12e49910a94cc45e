/** What a repair does about each finding: docs/decisions/0077. */

import { describe, expect, it } from 'vitest';
import { requestedNodes } from '../../src/domain/changes/requested.ts';
import type { PlannedRevert } from '../../src/domain/deployers/revert.ts';
import type { Finding } from '../../src/domain/drift/finding.ts';
import { machinesDependingOn } from '../../src/domain/repair/dependent-machines.ts';
import { refusedReverts } from '../../src/domain/repair/judge-reverts.ts';
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

const stack = { deployer: 'cloudformation' };

const finding = (more: { readonly [K in keyof Finding]?: Finding[K] | undefined }) =>
  ({ node: 'web', resource: 'r1', part: '0', is: 'missing', ...more }) as Finding;
const planned = (one: Parameters<typeof finding>[0], more: object = {}) =>
  planRepair([finding(one)], { deployer: 'infrastructure-manager', asked, ...more })[0];

describe('what a repair does about', () => {
  it.each<[string, Parameters<typeof finding>[0], string, object?]>([
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
    ['a part of a stack that is gone', {}, 'remade', stack],
    ['the same that is no resource', { resource: undefined, part: 'Group (AWS::EC2::SecurityGroup)' }, 'remade', stack],
    ['a property of a stack', { is: 'changed', property: 'InstanceType', old: 't3.micro' }, 'altered', stack],
    ['the address of a machine of a stack', { is: 'changed', property: 'address.public' }, 'left', stack],
    ['a machine of a stack that nobody asked for', { is: 'unknown', resource: undefined }, 'left', stack],
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

describe('what an engine would do beside what its comparison has found', () => {
  const reverts = [
    { part: 'web', is: 'changed', node: 'web' },
    { part: 'key', is: 'missing' },
  ] as const;
  const plan = (more: Partial<PlannedRevert>): PlannedRevert => ({
    ...{ id: 'web', node: 'web', action: 'changed', because: [], holdsData: true },
    ...more,
  });
  it.each<[string, Partial<PlannedRevert>, RegExp | undefined, object?]>([
    ['sets a property back', {}, undefined],
    ['makes again what is gone', { id: 'key', action: 'added' }, undefined],
    ['the same in other words', { id: 'key', action: 'replaced' }, undefined],
    ['replaces what has drifted and holds data', { action: 'replaced' }, /data would be lost.*"replace"/],
    ['perhaps replaces it', { action: 'perhaps replaced' }, /data would be lost/],
    ['the same where it is named', { action: 'replaced' }, undefined, { replace: ['web'] }],
    ['the same where another is', { action: 'replaced' }, /data would be lost/, { replace: ['db'] }],
    ['replaces what has drifted and holds none', { action: 'replaced', holdsData: false }, undefined],
    ['replaces what has not drifted', { id: 'db', action: 'replaced', holdsData: false }, /has not drifted/],
    ['the same where all may be lost', { id: 'db', action: 'replaced' }, /has not drifted/, { replace: true }],
    ['changes what has not drifted', { id: 'db' }, /has not drifted/],
    ['changes what follows from one that is made again', { id: 'db', because: ['key'] }, undefined],
    ['changes what follows from one that only changes', { id: 'db', because: ['web'] }, /has not drifted/],
    ['replaces what follows, with its data', { id: 'db', because: ['key'], action: 'replaced' }, /data would be lost/],
    ['removes something', { action: 'removed' }, /would be removed/],
    ['makes what is not gone', { action: 'added' }, /would be made/],
    ['does what nobody knows', { action: 'unknown' }, /unknown way/],
  ])('%s', (_, one, refusal, more) => {
    const refused = refusedReverts([plan(one)], { reverts, ...more });
    if (refusal) expect(refused).toEqual([expect.stringMatching(refusal)]);
    else expect(refused).toEqual([]);
  });
});
