import { expect, it } from 'vitest';
import { processTemplate } from '../../src/tosca/process.ts';
import { noImports } from './fixtures.ts';

const outputOf = async (value: string) =>
  processTemplate(
    `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    web: { type: tosca.nodes.WebServer, requirements: [ { host: server } ] }
    server: { type: tosca.nodes.Compute, capabilities: { host: { properties: { num_cpus: 4 } }, os: { properties: { distribution: debian } } } }
  outputs: { it: { value: ${value} } }`,
    { inputs: {}, imports: noImports },
  );

/** A web server has a capability `host`, for what it hosts, and a requirement `host`, for its machine. */
it.each([
  ['{ get_property: [ web, host, num_cpus ] }', 4],
  ['{ get_property: [ web, host, os, distribution ] }', 'debian'],
  ['{ get_property: [ web, host, disk_size ] }', null],
])('%s goes through the requirement where the capability of the same name gives nothing', async (value, expected) => {
  const { problems, ...processed } = await outputOf(value);
  expect(problems).toEqual([]);
  expect(processed.ok && processed.topology.outputs[0]?.value).toEqual(expected);
});

it('knows the attributes at the end of such a requirement', async () => {
  expect((await outputOf('{ get_attribute: [ web, host, private_address ] }')).problems).toEqual([]);
  expect((await outputOf('{ get_attribute: [ web, host, num_cpus ] }')).problems).toEqual([]);
  const [wrong] = (await outputOf('{ get_attribute: [ web, host, nonsense ] }')).problems;
  expect(wrong?.message).toContain('the requirement host has no attribute "nonsense"; it has');
});
