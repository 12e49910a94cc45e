import { describe, expect, it } from 'vitest';
import { mermaid } from '../../src/tosca/graph.ts';
import { topologyOf } from './fixtures.ts';

const drawn = async (names: readonly string[]): Promise<string[]> => {
  const nodes = names.map((name) => `    ${JSON.stringify(name)}: { type: tosca.nodes.Root }`);
  const text = `tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n${nodes.join('\n')}\n`;
  return mermaid(await topologyOf(text)).split('\n');
};

describe('a topology as Mermaid', () => {
  it.each([
    ['say "hi"', 'say #34;hi#34;'],
    ['a]b[c', 'a]b[c'],
    ['<b>', '#60;b#62;'],
    ['`code`', '#96;code#96;'],
    ['#35;', '#35;35#59;'],
    ['style:a;b', 'style#58;a#59;b'],
    ['end', 'end'],
    ['größe', 'größe'],
    ['a\tb', 'a b'],
    ['back\\slash', 'back#92;slash'],
    ['😀', '#128512;'],
  ])('shows %s, whatever it means to Mermaid', async (name, label) => {
    expect(await drawn([name])).toEqual(['flowchart TD', `  n0["${label}<br/>tosca.nodes.Root"]`]);
  });

  it('has an identifier of its own for each node', async () => {
    expect((await drawn(['a', 'A', 'a-b', 'a_b'])).map((line) => /^ {2}(n\d+)\[/.exec(line)?.[1])).toEqual([
      undefined,
      'n0',
      'n1',
      'n2',
      'n3',
    ]);
  });
});
