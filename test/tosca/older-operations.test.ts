import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { bindTemplate } from '../../src/tosca/bind.ts';

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

  it.each(['', '{ }'])('not at all, if there is nothing in it: %j', (nothing) => {
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
});
