import { describe, expect, it } from 'vitest';
import { bindTemplate } from '../../src/tosca/infrastructure-manager/bind.ts';
import type { Json } from '../../src/tosca/topology.ts';
import { typedInputs } from '../../src/tosca/typed-inputs.ts';
import { topologyOf } from './fixtures.ts';

const text = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    count: { type: integer }
    ratio: { type: float }
    flag: { type: boolean }
    name: { type: string }
    size: { type: scalar-unit.size }
    ports: { type: list, entry_schema: { type: integer } }
    weights: { type: map, entry_schema: { type: float } }
    optional: { type: integer, required: false }
`;

const typed = async (parameters: { readonly [name: string]: Json }) =>
  typedInputs((await topologyOf(text, { ...parameters })).inputs, parameters);

const good = { count: '3', ratio: '2.50', flag: 'yes', name: '3', size: '4 GB', ports: '["80", 443]', weights: {} };

describe('parameters', () => {
  it('are of the types of their inputs, though all came as text', async () => {
    expect(await typed(good)).toEqual({ ...good, count: 3, ratio: 2.5, flag: true, ports: [80, 443] });
  });

  it('are of their types within lists and maps, and as text where a text is wanted', async () => {
    const given = { ...good, name: 1.5, ports: ['80', 443], weights: { a: '0.5', b: 1 } };
    expect(await typed(given)).toMatchObject({ name: '1.5', ports: [80, 443], weights: { a: 0.5, b: 1 } });
  });

  it('stay as they are where nobody declared them, or they are null', async () => {
    expect(await typed({ ...good, other: '3', optional: null })).toMatchObject({ other: '3', optional: null });
  });

  it('reach the Infrastructure Manager so', async () => {
    const inputs = await typed({ ...good, count: '3' });
    expect(bindTemplate(text, { inputs, name: 'x', edits: [] })).toContain('count: {type: integer, default: 3}');
  });
});

it('keep a value whose name every object of JavaScript has, and that is of no input', () => {
  expect(typedInputs({}, { constructor: 'x', toString: 1 })).toEqual({ constructor: 'x', toString: 1 });
});
