import { describe, expect, it } from 'vitest';
import { withoutRemovalLists } from '../../../src/tosca/infrastructure-manager/removal-lists.ts';

const template = (scalable: string, more = ''): string => `tosca_definitions_version: tosca_simple_yaml_1_0
# a comment that stays
topology_template:
  node_templates:
    worker: # and this one
      type: tosca.nodes.indigo.Compute
      capabilities:
        scalable:
${scalable}
        host: { properties: { num_cpus: 1,   mem_size: "2 GB" } }
${more}`;

describe('a template without removal lists', () => {
  const forms: readonly [string, string, string][] = [
    [
      'a sequence below its key',
      '          properties:\n            removal_list:\n              - a\n              - b\n            count: 2',
      '          properties:\n            count: 2',
    ],
    [
      'a sequence as far left as its key',
      '          properties:\n            count: 2\n            removal_list:\n            - a\n            - b',
      '          properties:\n            count: 2',
    ],
    [
      'brackets on a line',
      "          properties:\n            removal_list: ['a', b]  # gone\n            count: 2",
      '          properties:\n            count: 2',
    ],
    [
      'the last within braces',
      '          properties: {count: 2, removal_list: [a]}',
      '          properties: {count: 2}',
    ],
    [
      'the first within braces',
      '          properties: { "removal_list": [a, "b"], count: 2 }',
      '          properties: { count: 2 }',
    ],
    ['the only one', '          properties: {removal_list: []}', '          properties: {}'],
    [
      'a function',
      '          properties:\n            count: 2\n            removal_list: { get_input: gone }',
      '          properties:\n            count: 2',
    ],
    [
      'braces over lines',
      '          properties: {\n            removal_list: [a],\n            count: 2 }',
      '          properties: {\n            count: 2 }',
    ],
  ];
  it.each(forms)('cuts out %s, and nothing else', (_, given, left) => {
    expect(withoutRemovalLists(template(given))).toBe(template(left));
  });

  it('leaves alone what has none, and one that is none', () => {
    for (const text of [
      template('          properties: {count: 1}'),
      template('          properties: {count: 1}', '  outputs: {x: {value: {removal_list: [a]}}}\n'),
      'no: tosca',
      '- a list',
      '',
    ]) {
      expect(withoutRemovalLists(text)).toBe(text);
    }
  });

  it('writes anew what aliases share', () => {
    const shared = `topology_template:
  node_templates:
    a: {capabilities: {scalable: {properties: &p {count: 2, removal_list: [x]}}}}
    b: {capabilities: {scalable: {properties: *p}}}
    c: {capabilities: {scalable: {properties: {removal_list: &l [y, z]}}}, properties: {names: *l}}
`;
    const left = withoutRemovalLists(shared);
    expect(left).not.toContain('removal_list');
    expect(left).toContain('count: 2');
    expect(left.match(/z/g)).toHaveLength(1);
  });
});
