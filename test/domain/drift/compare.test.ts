import { describe, expect, it } from 'vitest';
import type { InspectedPart } from '../../../src/domain/deployers/inspection.ts';
import { compare } from '../../../src/domain/drift/compare.ts';
import { countDrifted, verdictOf } from '../../../src/domain/drift/finding.ts';
import { machineKey } from '../../../src/domain/resources/states.ts';
import { computeResource } from '../resources/compute-resource.ts';
import { machine } from './drift-world.ts';

const vmProperties = [
  {
    class: 'system',
    ...{
      'cpu.count': 2,
      'memory.size': 4e9,
      'net_interface.0.connection': 'public',
      'net_interface.0.ip': '192.0.2.1',
    },
  },
];
const metadata = { [machineKey]: JSON.stringify({ vmProperties }) };
const web = computeResource('r-web', 'web', { physicalId: '0', state: 'STARTED', metadata });
const read = (...machines: Parameters<typeof machine>[1][]) => ({
  is: 'read' as const,
  machines: machines.map((changes) => machine('0', changes)),
});

describe('what stands, compared with what was noted', () => {
  it.each([
    ['the same', {}, []],
    ['stopped', { state: 'stopped' }, ['stopped']],
    ['switched off', { state: 'off' }, ['stopped']],
    ['gone', { state: 'gone' }, ['missing']],
    ['failed', { state: 'failed' }, ['changed state configured failed']],
    ['not configured', { state: 'unconfigured' }, ['changed state configured unconfigured']],
    ['in motion', { state: 'pending' }, ['not-checked']],
    ['larger', { values: { ...machine('0').values, 'cpu.count': 4 } }, ['changed cpu.count 2 4']],
    ['rounded', { values: { ...machine('0').values, 'memory.size': 4 * 2 ** 30 * 0.95 } }, []],
    [
      'with less memory',
      { values: { ...machine('0').values, 'memory.size': 2e9 } },
      ['changed memory.size 4000000000 2000000000'],
    ],
    [
      'elsewhere',
      { values: { ...machine('0').values, 'address.public': '192.0.2.9' } },
      ['changed address.public 192.0.2.1 192.0.2.9'],
    ],
    [
      'without address',
      { values: { 'cpu.count': 2, 'memory.size': 4e9 } },
      ['changed address.public 192.0.2.1 undefined'],
    ],
    ['with a size that is not told', { values: { 'address.public': '192.0.2.1' } }, []],
  ] as const)('%s', (_, changes, expected) => {
    const found = compare([web], read(changes));
    expect(
      found.map((one) => (one.is === 'changed' ? `changed ${one.property} ${one.old} ${one.new}` : one.is)),
    ).toEqual(expected);
  });

  it('a machine that an action stopped is no drift, and one that runs again is', () => {
    const stopped = { ...web, state: 'STOPPED' as const };
    expect(compare([stopped], read({ state: 'stopped' }))).toMatchObject([{ is: 'ignored' }]);
    expect(compare([stopped], read({}))).toMatchObject([
      { is: 'changed', property: 'state', old: 'stopped', new: 'running' },
    ]);
  });

  it('a machine with an action in progress is left out, whatever it does', () => {
    const busy = { ...web, state: 'STOPPING' as const };
    expect(verdictOf(compare([busy], read({ state: 'off' })))).toBe('in-order');
  });

  it('a machine that the provider lists no more is missing, and one that nobody asked for is unknown', () => {
    const seen = { is: 'read' as const, machines: [machine('7', { node: 'web' })] };
    const found = compare([web], seen);
    expect(found).toMatchObject([
      { is: 'missing', node: 'web', resource: 'r-web' },
      { is: 'unknown', part: '7' },
    ]);
    expect(countDrifted(found)).toBe(2);
  });

  it('a silent machine is missing only while its cloud answers: an outage is never drift', () => {
    const silent = read({ state: 'silent' });
    expect(compare([web], { ...silent, cloudAnswers: true })).toMatchObject([{ is: 'missing' }]);
    expect(compare([web], { ...silent, cloudAnswers: false })).toMatchObject([{ is: 'not-checked' }]);
    expect(compare([web], silent)).toMatchObject([{ is: 'not-checked' }]);
  });

  it('what was noted in another form is not compared', () => {
    const old = { ...web, metadata: { [machineKey]: 'no JSON' } };
    expect(compare([old], read({ values: { 'cpu.count': 64 } }))).toEqual([]);
  });

  it('parts are of their node; what automatic scaling sets is ignored, what cannot be compared is said', () => {
    const parts: readonly InspectedPart[] = [
      { id: 'Gone (AWS::EC2::Instance)', physicalId: '0', is: 'missing' },
      {
        ...{ id: 'Web (AWS::ECS::Service)', node: 'site', is: 'changed' },
        properties: [
          { property: 'DesiredCount', old: '1', new: '4', ignored: 'automatic scaling sets it' },
          { property: 'Tags.0', new: 'x' },
        ],
      },
      { id: 'Other (X::Y)', is: 'not-comparable', why: 'no such thing' },
    ];
    const found = compare([web], { is: 'read', machines: [], parts });
    expect(found.map(({ node, is, property }) => [node, is, property])).toEqual([
      ['web', 'missing', undefined],
      ['site', 'ignored', 'DesiredCount'],
      ['site', 'changed', 'Tags.0'],
      ['Other (X::Y)', 'not-comparable', undefined],
    ]);
  });
});
