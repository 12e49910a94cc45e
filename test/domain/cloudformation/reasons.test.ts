/** Limits of CloudFormation: beyond them a template counts as wrong at every provider, so they are looked at before. */

import { describe, expect, it } from 'vitest';
import { reasonsOf } from './translated.ts';

describe('a stack', () => {
  it('has at most 500 resources: machines with their volumes', async () => {
    const many = (count: number) => `server:
  type: tosca.nodes.Compute
  capabilities: {scalable: {properties: {min_instances: 1, max_instances: 999, default_instances: ${count}}}}
  requirements: [{local_storage: {node: disk}}]
disk: {type: tosca.nodes.BlockStorage, properties: {size: 5 GB}}`;
    expect(await reasonsOf(many(166))).toEqual([]);
    expect(await reasonsOf(many(167))).toEqual([
      'the template becomes 503 resources of CloudFormation, and a stack may have 500: ask for fewer machines, or for fewer volumes of each',
    ]);
  });

  it('has ids of at most 255 characters, made of the names of machine and volume', async () => {
    const named = (machine: string, disk: string) => `${machine}:
  type: tosca.nodes.Compute
  requirements: [{local_storage: {node: ${disk}}}]
${disk}: {type: tosca.nodes.BlockStorage, properties: {size: 5 GB}}`;
    const [long, fits] = ['n'.repeat(120), 'd'.repeat(91)];
    expect(await reasonsOf(named(long, fits))).toEqual([]);
    expect(await reasonsOf(named(long, `${fits}d`))).toEqual([
      `node ${long} (tosca.nodes.Compute) becomes a resource whose id has 256 characters, and CloudFormation takes 255: shorten its name, or that of what it is attached or connected to`,
    ]);
    expect((await reasonsOf(named('機'.repeat(30), '盤'.repeat(20)))).join()).toMatch(/id has \d+ characters/);
  });

  it('has at most 200 outputs', async () => {
    const outputs = (count: number) =>
      Array.from(
        { length: count },
        (_, index) => `o${index}: {value: {get_attribute: [server, private_address]}}`,
      ).join('\n');
    const nodes = 'server: {type: tosca.nodes.Compute}';
    expect(await reasonsOf(nodes, { outputs: outputs(200) })).toEqual([]);
    expect(await reasonsOf(nodes, { outputs: outputs(201) })).toEqual([
      'the template has 201 outputs, and a stack may have 200',
    ]);
  });

  it('has an output of its own, with an id of at most 255 characters, for each output', async () => {
    const reasons = (...names: readonly string[]) =>
      reasonsOf('server: {type: tosca.nodes.Compute}', {
        outputs: names.map((name) => `${name}: {value: {get_attribute: [server, private_address]}}`).join('\n'),
      });
    const [long, fits] = ['住'.repeat(52), '住'.repeat(51)];
    expect(await reasons(fits, 'a-b', 'a_b')).toEqual([]);
    expect(await reasons(long, 'a-b', 'ax2db')).toEqual([
      `output ${long} becomes one whose id has 260 characters, and CloudFormation takes 255: shorten its name`,
      'the outputs a-b and ax2db become one output ax2db of the stack: give one another name',
    ]);
  });
});
