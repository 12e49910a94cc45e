import { describe, expect, it } from 'vitest';
import { processTemplate } from '../../src/tosca/process.ts';
import { machineOf } from '../../src/tosca/public-address.ts';
import type { Node } from '../../src/tosca/topology.ts';
import { noImports } from './fixtures.ts';

const warnings = async (machine: string, value: string, more = '') => {
  const text = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    s: { type: tosca.nodes.Compute${machine} }
    app: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: s } ] }
${more}
  outputs: { it: { value: ${value} } }`;
  const { ok, problems } = await processTemplate(text, { inputs: {}, imports: noImports });
  return { ok, warned: problems.map(({ severity, message }) => `${severity}: ${message}`) };
};

const asked = "{ concat: [ 'https://', { get_attribute: [ s, public_address ] } ] }";
const outside = (name: string) => `, capabilities: { endpoint: { properties: { network_name: ${name} } } }`;
const warned = { ok: true, warned: [expect.stringMatching(/^warning: the output it .* public address of s/)] };
const nothing = { ok: true, warned: [] };

describe('an output that asks for a public address', () => {
  it('is a warning where the machine asks for no public network', async () => {
    expect(await warnings('', asked)).toEqual(warned);
    expect(await warnings(outside('PRIVATE'), '{ get_attribute: [ app, host, public_address ] }')).toEqual(warned);
  });

  it('is none where an endpoint or a port asks for one, or a private address is asked', async () => {
    expect(await warnings(outside('PUBLIC'), asked)).toEqual(nothing);
    expect(await warnings(outside('{ get_attribute: [ s, tosca_id ] }'), asked)).toEqual(nothing);
    expect(await warnings('', '{ get_attribute: [ s, private_address ] }')).toEqual(nothing);
    const port = `    net: { type: tosca.nodes.network.Network, properties: { network_type: public } }
    port: { type: tosca.nodes.network.Port, requirements: [ { binding: s }, { link: net } ] }`;
    expect(await warnings('', asked, port)).toEqual(nothing);
  });
});

describe('an output that asks through a requirement', () => {
  const client = (isPublic: boolean) =>
    `    client: { type: tosca.nodes.Compute, requirements: [ { dependency: s } ]${isPublic ? outside('PUBLIC') : ''} }`;
  const behind = '{ get_attribute: [ client, dependency, public_address ] }';

  it('is judged by the machine of the node behind it, and not of the one where the path begins', async () => {
    expect(await warnings('', behind, client(true))).toEqual(warned);
    expect(await warnings(outside('PUBLIC'), behind, client(false))).toEqual(nothing);
  });

  it('is judged by the node itself where the name is that of a capability', async () => {
    expect(await warnings('', '{ get_attribute: [ s, endpoint, public_address ] }')).toMatchObject({
      warned: expect.arrayContaining(warned.warned),
    });
  });
});

describe('the machine below a node', () => {
  const node = (name: string, host: string, type = 'Root') =>
    ({ name, types: [type], requirements: [{ name: 'host', node: host }] }) as unknown as Node;
  const named = (nodes: readonly Node[]) => new Map(nodes.map((each) => [each.name, each]));

  it('is found through any number of hosts, once for all of them', () => {
    const chain = Array.from({ length: 10_000 }, (_, index) => node(`n${index}`, `n${index + 1}`));
    const machine = node('n10000', '', 'tosca.nodes.Compute');
    const [byName, known] = [named([...chain, machine]), new Map<Node, Node | undefined>()];
    expect(chain.every((each) => machineOf(each, byName, known) === machine)).toBe(true);
    expect(known.size).toBe(chain.length);
  });

  it('is none where hosts go round', () => {
    const circle = [node('a', 'b'), node('b', 'c'), node('c', 'b')];
    const known = new Map<Node, Node | undefined>();
    for (const each of circle) expect(machineOf(each, named(circle), known)).toBeUndefined();
  });
});
