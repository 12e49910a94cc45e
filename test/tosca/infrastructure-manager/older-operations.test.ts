import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { bindTemplate } from '../../../src/tosca/infrastructure-manager/bind.ts';
import { deployable } from '../../../src/tosca/infrastructure-manager/deployable.ts';
import { noImports } from '../fixtures.ts';

const file = 'https://files.example/a.yml';

const sent = (body: string): unknown =>
  load(bindTemplate(`tosca_definitions_version: tosca_simple_yaml_1_3\n${body}`, { inputs: {}, name: 'x' }));

const operations = (written: string): unknown => {
  const node = `{ type: my.App, interfaces: { Standard: ${written} } }`;
  const read = sent(`topology_template: { node_templates: { app: ${node} } }`) as {
    readonly topology_template: { readonly node_templates: { readonly app: { readonly interfaces: object } } };
  };
  return read.topology_template.node_templates.app.interfaces;
};

describe('an operation is sent as the parser of the Infrastructure Manager reads it', () => {
  it.each([
    ['with primary', `{ configure: { implementation: { primary: ${file}, timeout: 60 } } }`, { implementation: file }],
    ['with a file', `{ configure: { implementation: { primary: { file: ${file} } } } }`, { implementation: file }],
    ['with an artifact', '{ configure: { implementation: { primary: play } } }', { implementation: 'play' }],
    [
      'with a file of a repository',
      `{ configure: { implementation: { primary: { file: a.yml, repository: r } } } }`,
      { implementation: { file: 'a.yml', repository: 'r' } },
    ],
    ['without its description', `{ configure: { description: d, implementation: ${file} } }`, { implementation: file }],
    [
      'without inputs that are null',
      `{ configure: { implementation: ${file}, inputs: { a: , b: 1 } } }`,
      { implementation: file, inputs: { b: 1 } },
    ],
  ])('%s', (_, written, expected) => expect(operations(written)).toEqual({ Standard: { configure: expected } }));

  it.each(['', '{ }', '{ inputs: { a: 1 } }'])('not at all, if it has no file: %j', (nothing) => {
    expect(operations(`{ create: ${nothing}, start: ${file} }`)).toEqual({ Standard: { start: file } });
  });

  it('also in a type of nodes', () => {
    const operation = `{ description: d, implementation: { primary: ${file} } }`;
    expect(
      sent(`node_types: { T: { interfaces: { Standard: { type: S, operations: { start: ${operation} } } } } }`),
    ).toMatchObject({
      node_types: { T: { interfaces: { Standard: { type: 'S', start: { implementation: file } } } } },
    });
  });

  it('with values instead of the definitions of inputs in a type of nodes', () => {
    const inputs =
      '{ a: { type: string, default: x }, b: { type: D, default: { c: 1 } }, d: { type: string }, e: { type: tcp } }';
    const type = `{ interfaces: { Standard: { start: { implementation: ${file}, inputs: ${inputs} } } } }`;
    expect(
      sent(`data_types: { D: { properties: { c: { type: integer } } } }\nnode_types: { T: ${type} }`),
    ).toMatchObject({
      node_types: {
        T: { interfaces: { Standard: { start: { inputs: { a: 'x', b: { c: 1 }, e: { type: 'tcp' } } } } } },
      },
    });
  });
});

describe('an operation without an implementation', () => {
  const template = (assigned: string): string => `tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  Base:
    derived_from: tosca.nodes.SoftwareComponent
    interfaces: { Standard: { configure: { implementation: ${file}, inputs: { a: { type: string, default: 010 }, b: { get_property: [ SELF, component_version ] } } } } }
  App: { derived_from: Base, interfaces: { Standard: { configure: { inputs: { c: 3 } } } } }
topology_template: { node_templates: { app: { type: App, interfaces: { Standard: { configure: ${assigned} } } } } }`;

  it.each([
    ['{ inputs: { a: x } }', { a: 'x' }],
    ['{ description: d }', { a: '010' }],
    ['{ inputs: { a: x, c: 4 } }', { a: 'x', c: 4 }],
  ])('gets that of the type, and inputs that it lacks: %s', async (assigned, inputs) => {
    const { text } = await deployable(template(assigned), { inputs: {}, imports: noImports });
    const configure = {
      implementation: file,
      inputs: { b: { get_property: ['SELF', 'component_version'] }, c: 3, ...inputs },
    };
    expect(load(bindTemplate(text, { inputs: {}, name: 'x' }))).toMatchObject({
      topology_template: { node_templates: { app: { interfaces: { Standard: { configure } } } } },
    });
  });

  it('does not make a long text of a short one', async () => {
    const many = Array.from({ length: 1_000 }, (_, index) => index);
    const inputs = many.map((index) => `i${index}: x`).join(', ');
    const assigned = '{ Standard: { configure: { inputs: { a: b } } } }';
    const text = `tosca_definitions_version: tosca_simple_yaml_1_3
node_types: { T: { derived_from: tosca.nodes.Root, interfaces: { Standard: { configure: { implementation: ${file}, inputs: { ${inputs} } } } } } }
topology_template: { node_templates: { ${many.map((index) => `n${index}: { type: T, interfaces: ${assigned} }`).join(', ')} } }`;
    const { processed } = await deployable(text, { inputs: {}, imports: noImports });
    expect(processed.problems.map(({ code }) => code)).toContain('template-limit');
  });
});
