import { describe, expect, it } from 'vitest';
import type { UpdatePlan } from '../../client/types.ts';
import type { DeclaredInput } from '../../src/tosca/declared-inputs.ts';
import { inputChanges, withInForce } from '../../ui/wizard/input-changes.ts';
import { replaceable } from '../../ui/wizard/replacements.tsx';
import { marksOf, unchangedOf } from '../../ui/wizard/update-marks.ts';

const resource = (node: string) =>
  ({ toscaNodeName: node, toscaNodeType: 't', state: 'STARTED', requiredBy: [] }) as const;
const known = (node: string) => ({ uuid: 'u', toscaNodeName: node, toscaNodeType: 't' });

const planOf = (part: Partial<UpdatePlan>): UpdatePlan => ({
  topology: {} as UpdatePlan['topology'],
  resources: [],
  difference: { added: [], removed: [] },
  changes: [],
  accepted: true,
  warnings: [],
  ...part,
});

describe('the marks of an update', () => {
  it('tell new nodes from nodes that get more instances, and nodes that go from those that get fewer', () => {
    const plan = planOf({
      resources: [resource('worker'), resource('worker'), resource('cache'), resource('web')],
      difference: { added: [resource('worker'), resource('cache')], removed: [known('web'), known('old')] },
    });
    expect([...marksOf(plan)]).toEqual([
      ['worker', 'changed'],
      ['cache', 'added'],
      ['web', 'changed'],
      ['old', 'removed'],
    ]);
    expect(unchangedOf(plan)).toBe(2);
  });

  it('show a replacement or a refusal before everything else, and nothing for what is kept', () => {
    const plan = planOf({
      resources: [resource('database'), resource('web'), resource('portal')],
      difference: { added: [resource('database')], removed: [known('database')] },
      changes: [
        { node: 'database', property: 'size', how: 'replaced' },
        { node: 'web', property: 'type', how: 'kept' },
        { node: 'portal', property: 'image', how: 'refused' },
      ],
    });
    expect([...marksOf(plan)]).toEqual([
      ['database', 'replaced'],
      ['portal', 'refused'],
    ]);
    expect(unchangedOf(plan)).toBe(2);
  });
});

describe('what may be replaced', () => {
  it('is offered where the refusal names it, each node once', () => {
    const why =
      'it cannot be changed on an existing machine; with "replace": ["web","db"] in the request the machine is removed';
    expect(
      replaceable([
        { node: 'web', property: 'a', how: 'refused', why },
        { node: 'db', property: 'b', how: 'refused', why },
        { node: 'x', property: 'c', how: 'refused', why: 'make a new deployment to drop it' },
        { node: 'y', property: 'd', how: 'altered', why },
      ]),
    ).toEqual(['web', 'db']);
  });
});

describe('the inputs of an update', () => {
  const declared: readonly DeclaredInput[] = [
    { name: 'workers', required: true, default: 6 },
    { name: 'password', required: true, default: 'one', secret: true },
    { name: 'ports', required: false },
  ];
  const inputs = withInForce(declared, { workers: 3, gone: 1 });

  it('begin with what is in force, not with the default of the template', () => {
    expect(inputs.map((input) => input.default)).toEqual([3, 'one', undefined]);
    expect(inputChanges(inputs, {})).toEqual([]);
  });

  it('are listed with both values, and no secret is shown', () => {
    expect(inputChanges(inputs, { workers: 6, password: 'two', ports: [80] })).toEqual([
      { name: 'workers', old: '3', new: '6' },
      { name: 'password', old: '••••••••', new: '••••••••' },
      { name: 'ports', old: undefined, new: '[80]' },
    ]);
  });
});
