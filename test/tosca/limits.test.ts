import { describe, expect, it } from 'vitest';
import { processorTime } from '../support/processor-time.ts';
import { costly } from './costly.ts';
import { errorsOf, topologyOf } from './fixtures.ts';

const head = 'tosca_definitions_version: tosca_simple_yaml_1_3\n';

describe('templates made to hurt', () => {
  it('are refused when aliases multiply without end', async () => {
    const levels = Array.from({ length: 30 }, (_, index) =>
      index === 0
        ? '  a0: &a0 [x, x, x, x, x, x, x, x, x]'
        : `  a${index}: &a${index} [${`*a${index - 1}, `.repeat(9)}]`,
    );
    expect(await errorsOf(`${head}metadata:\n${levels.join('\n')}\n`)).toEqual(['yaml-limit@9']);
  });

  it('are refused when aliases nest without end', async () => {
    const levels = Array.from({ length: 200 }, (_, index) =>
      index === 0 ? '  a0: &a0 [x]' : `  a${index}: &a${index} [*a${index - 1}]`,
    );
    expect(await errorsOf(`${head}metadata:\n${levels.join('\n')}\n`)).toEqual(['yaml-limit@91']);
  });

  it('are refused when merge keys multiply without end', async () => {
    const levels = Array.from({ length: 40 }, (_, index) =>
      index === 0
        ? '  a0: &a0 {x: 1, y: 2}'
        : `  a${index}: &a${index} {k${index}: *a${index - 1}, <<: *a${index - 1}}`,
    );
    expect(await errorsOf(`${head}metadata:\n${levels.join('\n')}\n`)).toEqual([expect.stringMatching(/^yaml-limit@/)]);
  });

  it('are refused when they are nested too deeply', async () => {
    expect(await errorsOf(`${head}metadata: ${'['.repeat(5_000)}`)).toEqual(['yaml-limit@2']);
  });

  it('are refused when an alias holds itself', async () => {
    expect(await errorsOf(`${head}metadata: &a [*a]\n`)).toEqual(['yaml-alias@2']);
  });

  it('are refused when they are larger than a template can be', async () => {
    expect(await errorsOf(`${head}description: ${'x'.repeat(9_000_000)}\n`)).toEqual(['yaml-limit@1']);
  });

  it('are refused when an import imports for ever', async () => {
    let count = 0;
    const read = async () => {
      count += 1;
      return `${head}imports: [ "https://example.org/${count}.yaml" ]\n`;
    };
    const errors = await errorsOf(`${head}imports: [ "https://example.org/first.yaml" ]\n`, {}, { read });
    expect(errors).toEqual(['import-limit@2']);
    expect(count).toBeLessThan(30);
  });

  it('may import some hundred files', async () => {
    const many = Array.from({ length: 300 }, (_, index) => `  - https://example.org/${index}.yaml`).join('\n');
    expect(await errorsOf(`${head}imports:\n${many}\n`, {}, { read: async () => head })).toEqual([]);
  });

  it('are refused when the files that they import are too long together', async () => {
    const many = Array.from({ length: 30 }, (_, index) => `  - https://example.org/${index}.yaml`).join('\n');
    const file = `${head}description: ${'x'.repeat(1_000_000)}\n`;
    const errors = await errorsOf(`${head}imports:\n${many}\n`, {}, { read: async () => file });
    expect(new Set(errors.map((error) => error.split('@')[0]))).toEqual(new Set(['import-limit']));
  });

  it('are refused when one file imports too many', async () => {
    const many = Array.from({ length: 1_300 }, (_, index) => `  - https://example.org/${index}.yaml`).join('\n');
    const errors = await errorsOf(`${head}imports:\n${many}\n`, {}, { read: async () => head });
    expect(new Set(errors.map((error) => error.split('@')[0]))).toEqual(new Set(['import-limit']));
  });

  it('cannot make a function produce more text than memory holds', async () => {
    const doubling = Array.from({ length: 40 }, (_, index) => {
      const value =
        index === 0
          ? 'x'
          : `{ concat: [ ${'{ get_property: [ SELF, p] },'.replace('p]', `p${index - 1} ]`).repeat(2)} ] }`;
      return `        p${index}: ${value}`;
    });
    const types = Array.from({ length: 40 }, (_, index) => `      p${index}: { type: string }`);
    const text = `${head}node_types:\n  my.N:\n    derived_from: tosca.nodes.Root\n    properties:\n${types.join('\n')}
topology_template:\n  node_templates:\n    n:\n      type: my.N\n      properties:\n${doubling.join('\n')}\n`;
    expect(await errorsOf(text)).toEqual([expect.stringMatching(/^function-value@/)]);
  });

  it('keep __proto__ and constructor ordinary names', async () => {
    const text = `${head}topology_template:
  inputs:
    __proto__: { type: string, default: a }
    constructor: { type: string, default: b }
  node_templates:
    __proto__: { type: tosca.nodes.Compute }
    toString: { type: tosca.nodes.Compute }
`;
    const { inputs, nodes } = await topologyOf(text);
    expect(Object.keys(inputs).toSorted()).toEqual(['__proto__', 'constructor']);
    expect(nodes.map(({ name }) => name)).toEqual(['__proto__', 'toString']);
    expect(({} as Record<string, unknown>)['default']).toBeUndefined();
  });

  it.each(Object.entries(costly))('are answered within seconds when they %s', async (_, text) => {
    const started = processorTime();
    expect((await errorsOf(text)).length).toBeGreaterThan(0);
    expect(processorTime() - started).toBeLessThan(10_000);
  });
});
