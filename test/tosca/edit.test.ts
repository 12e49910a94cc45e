import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import type { NodeEdit } from '../../src/tosca/edit.ts';
import { bindTemplate } from '../../src/tosca/infrastructure-manager/bind.ts';

const nodesOf = (text: string, edits: readonly NodeEdit[]): unknown => {
  const bound = load(bindTemplate(text, { inputs: {}, name: 'n', edits })) as {
    topology_template: { node_templates: unknown };
  };
  return bound.topology_template.node_templates;
};
const image = (node: string, value: string): NodeEdit => ({ node, path: ['capabilities', 'os', 'image'], value });
const head = 'tosca_definitions_version: tosca_simple_yaml_1_0\ntopology_template:\n  node_templates:\n';

describe('an edit of a node template', () => {
  it('sets a value, and makes the keys above it that are not there', () => {
    expect(nodesOf(`${head}    a: { type: t }\n`, [image('a', 'x')])).toEqual({
      a: { type: 't', capabilities: { os: { image: 'x' } } },
    });
  });

  it('removes a value, and nothing where there is none', () => {
    const text = `${head}    a: { type: t, properties: { size: 1, kept: 2 } }\n`;
    const gone = { node: 'a', path: ['properties', 'size'] };
    expect(nodesOf(text, [gone, gone])).toEqual({ a: { type: 't', properties: { kept: 2 } } });
  });

  it('of a node that is not there changes nothing', () => {
    expect(nodesOf(`${head}    a: { type: t }\n`, [image('b', 'x')])).toEqual({ a: { type: 't' } });
  });

  it('of a value that nodes share changes the one node only', () => {
    const text = `${head}    a: { capabilities: &c { os: { image: old } } }\n    b: { capabilities: *c }\n    d: { capabilities: { <<: *c } }\n`;
    expect(nodesOf(text, [image('a', 'x'), image('d', 'y')])).toEqual({
      a: { capabilities: { os: { image: 'x' } } },
      b: { capabilities: { os: { image: 'old' } } },
      d: { capabilities: { '<<': { os: { image: 'old' } }, os: { image: 'y' } } },
    });
  });
});
