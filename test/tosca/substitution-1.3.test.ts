import { describe, expect, it } from 'vitest';
import { expectFound, found, simple } from './found.ts';

describe('substitution of 1.3', () => {
  const mapping = (section: string): string =>
    simple(`node_types: { S: { derived_from: tosca.nodes.Root, properties: { size: { type: integer } }, attributes: { address: { type: string } }, interfaces: { Do: { type: my.I } } } }
interface_types: { my.I: { derived_from: tosca.interfaces.Root, go: { description: a } } }
topology_template:
  inputs: { size: { type: integer, default: 1 } }
  substitution_mappings: { node_type: S, ${section} }
  node_templates: { n: { type: tosca.nodes.Compute } }
  workflows: { flow: { steps: {} } }
  outputs: { address: { value: { get_attribute: [ n, private_address ] } } }`);

  it.each([
    ['properties: { size: [ sise ] }', 'error input-unknown'],
    ['properties: { size: { mapping: [ sise ] } }', 'error input-unknown'],
    ['properties: { sise: [ size ] }', 'error property-unknown'],
    ['properties: { sise: 5 }', 'error property-unknown'],
    ['attributes: { address: [ adress ] }', 'error template-unknown'],
    ['attributes: { adress: [ address ] }', 'error attribute-unknown'],
    ['interfaces: { Do: { go: flo } }', 'error template-unknown'],
    ['interfaces: { Do: { goo: flow } }', 'error operation-unknown'],
    ['interfaces: { Doo: { go: flow } }', 'error interface-unknown'],
  ])('%s', async (section, problem) => {
    await expectFound(mapping(section), [problem]);
    expect((await found(mapping(section)))[0]).toContain('did you mean');
  });

  it('is good', async () => {
    const all =
      'properties: { size: [ size ] }, attributes: { address: [ address ] }, interfaces: { Do: { go: flow } }';
    expect(await found(mapping(all))).toEqual([]);
  });
});
