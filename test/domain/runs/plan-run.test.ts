import { describe, expect, it } from 'vitest';
import { planRun } from '../../../src/domain/runs/plan-run.ts';
import type { Activity, Json, Node, Topology, Workflow } from '../../../src/tosca/topology.ts';

const operation = { interface: 'Care', name: 'a.b', inputs: {}, script: { file: 'a.sh', text: 'true' } };
const node = {
  ...{ name: 'shop', properties: { short: '17' }, capabilities: {}, requirements: [] },
  operations: { 'Care.a.b': operation, 'Care.save': { ...operation, name: 'save' } },
} as unknown as Node;

const workflow = (name: string, activities: readonly Activity[], more: Partial<Workflow> = {}): Workflow => ({
  ...{ name, inputs: [] },
  steps: [{ name: 'one', target: 'shop', nodes: ['shop'], activities, onSuccess: [], onFailure: [] }],
  ...more,
});

const topology = (workflows: readonly Workflow[], secrets: Topology['secrets'] = []) => ({
  version: 'tosca_simple_yaml_1_3',
  ...{ nodes: [node], inputs: { pin: '17', place: 'x' }, workflows, secrets },
});
const nothing = { values: {}, secret: [], known: [] };
const call = (inputs: { readonly [name: string]: Json }): Activity => ({
  is: 'call_operation',
  operation: 'Care.save',
  inputs,
});
const inline = (name: string): Activity => ({ is: 'inline', workflow: name, inputs: {} });

describe('what a run does', () => {
  it('is an operation whose name has a dot', () => {
    const asked = { node: 'shop', interface: 'Care', operation: 'a.b' };
    expect(planRun(topology([]), asked, nothing).calls).toHaveLength(1);
  });

  it.each([
    ['states', [{ is: 'set_state', state: 'x' }] satisfies Activity[], 'it has more than 1000 activities'],
    ['calls', Array.from({ length: 40 }, () => call({})), 'it calls operations more than 500 times'],
  ])('of workflows within workflows with %s without end is refused at once', (_, last, why) => {
    const many = (name: string) => Array.from({ length: 40 }, () => inline(name));
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const all = names.map((name, index) => workflow(name, index === 7 ? last : many(names[index + 1] ?? '')));
    expect(() => planRun(topology(all), { workflow: 'a' }, nothing)).toThrow(why);
  });

  it('takes for a secret what has one inside, however short it is', () => {
    const given = {
      ...{ whole: { get_input: 'pin' }, part: { concat: ['a', { get_input: 'pin' }] }, plain: { get_input: 'place' } },
      property: { get_property: ['SELF', 'short'] },
    };
    const secrets = [
      { at: ['inputs', 'pin'], is: 'secret' },
      { at: ['nodes', '0', 'properties', 'short'], is: 'secret' },
    ] as const;
    const { calls } = planRun(topology([workflow('a', [call(given)])], secrets), { workflow: 'a' }, nothing);
    expect(calls[0]?.secrets).toEqual(['whole', 'part', 'property']);
  });

  it('takes for a secret what a workflow within another declares as one', () => {
    const inner = workflow('b', [call({ word: { get_input: 'given' } })], {
      inputs: [{ name: 'given', required: false, default: 'ab', secret: true }],
    });
    const { calls } = planRun(topology([workflow('a', [inline('b')]), inner]), { workflow: 'a' }, nothing);
    expect(calls[0]).toMatchObject({ secrets: ['word'], operation: { inputs: { word: 'ab' } } });
  });

  it('has functions as the version of the template writes them', () => {
    const inputs = {
      call: { $get_input: 'place' },
      escaped: { $$get_input: '$$place' },
      plain: { get_input: 'place' },
    };
    const read = (version: string) =>
      planRun({ ...topology([workflow('a', [call(inputs)])]), version }, { workflow: 'a' }, nothing).calls[0]?.operation
        .inputs;
    expect(read('tosca_2_0')).toEqual({ call: 'x', escaped: { $get_input: '$place' }, plain: { get_input: 'place' } });
    expect(read('tosca_simple_yaml_1_3')).toEqual({ ...inputs, plain: 'x' });
  });

  it('takes properties of both ends of a relationship, and of the host', () => {
    const at = (name: string, requirements: Node['requirements'] = []) => ({
      ...node,
      ...{ name, requirements, properties: { own: name } },
    });
    const connects = {
      name: 'database',
      node: 'db',
      operations: node.operations,
    } as unknown as Node['requirements'][0];
    const host = {
      name: 'host',
      node: 'vm',
      relationship: 'tosca.relationships.HostedOn',
    } as unknown as Node['requirements'][0];
    const ends = ['SELF', 'SOURCE', 'TARGET', 'HOST'].map((one) => ({ get_property: [one, 'own'] }));
    const [step] = workflow('a', [call({ all: { concat: ends } })]).steps;
    const steps = step ? [{ ...step, relationship: 'database' }] : [];
    const nodes = [at('shop', [connects, host]), at('db'), at('vm')];
    const given = { ...topology([{ name: 'a', inputs: [], steps }]), nodes };
    expect(planRun(given, { workflow: 'a' }, nothing).calls[0]?.operation.inputs).toEqual({ all: 'shopshopdbvm' });
  });
});
