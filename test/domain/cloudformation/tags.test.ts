import { describe, expect, it } from 'vitest';
import { tagReasons } from '../../../src/domain/cloudformation/machines/tags.ts';
import type { Node } from '../../../src/tosca/topology.ts';
import { reasonsOf } from './translated.ts';

const machine = (properties: object) =>
  `server: {type: tosca.nodes.indigo.Compute, properties: ${JSON.stringify(properties)}}`;

const tags = (count: number, more: object = {}) => ({
  ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`team${index}`, 'physics'])),
  ...more,
});

describe('the tags of a machine', () => {
  it.each([
    ['as many as AWS takes beside ours', { tags: tags(41, { Name: 'ours', 'toscanini:node': 'ours', 'aws:x': 'y' }) }],
    ['the longest', { tags: { ['k'.repeat(128)]: 'v'.repeat(256) }, instance_name: 'n'.repeat(256) }],
  ])('may be %s', async (_, properties) => {
    expect(await reasonsOf(machine(properties))).toEqual([]);
  });

  it('leave room for those of the configuration, each counted once', () => {
    const node = (own: object) => ({ name: 'server', properties: { tags: own } }) as unknown as Node;
    const configured = { tags: { team0: 'of the operator', project: 'x' } };
    expect(tagReasons(node(tags(40)), configured)).toEqual([]);
    expect(tagReasons(node(tags(41)), configured)).toEqual([expect.stringContaining('41 tags, and may have 40')]);
  });

  it.each([
    ['too many', { tags: tags(42) }, 'has 42 tags, and may have 41'],
    ['with a long key', { tags: { ['k'.repeat(129)]: 'v' } }, 'has tags that AWS does not take ("kkk'],
    ['with a long value', { tags: { team: 'v'.repeat(257) } }, 'has tags that AWS does not take ("team")'],
    ['a long name', { instance_name: 'n'.repeat(257) }, 'has an instance_name of 257 characters'],
  ])(
    'drop the provider when they are %s: the stack would fail after its other parts were made',
    async (_, properties, why) => {
      expect(await reasonsOf(machine(properties))).toEqual([expect.stringContaining(why)]);
    },
  );
});
