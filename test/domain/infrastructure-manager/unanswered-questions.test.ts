import { describe, expect, it } from 'vitest';
import { unanswered } from '../../../src/domain/infrastructure-manager/unanswered-questions.ts';
import { topologyOf } from '../../tosca/fixtures.ts';

const asking = async (value: string, machine = 'type: tosca.nodes.Compute', more = '') =>
  unanswered(
    await topologyOf(`tosca_definitions_version: tosca_simple_yaml_1_3
imports: [ https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml ]
topology_template:
  node_templates:
    s: { ${machine} }
    app:
      type: tosca.nodes.SoftwareComponent
      requirements: [ { host: s } ]
${more}
  outputs: { it: { value: ${value} } }`),
  );

const input = (value: string): string => `      interfaces:
        Standard: { configure: { implementation: https://example.org/a.yml, inputs: { it: ${value} } } }`;

const publicEndpoint =
  'type: tosca.nodes.Compute, capabilities: { endpoint: { properties: { network_name: PUBLIC } } }';
const url = "{ concat: [ 'https://', { get_attribute: [ s, public_address ] } ] }";

describe('what a template asks of the Infrastructure Manager', () => {
  it('is answered where it is an address, an id, or fixed by the template', async () => {
    const nothing = { lacks: [], notes: [], empty: {}, withoutAnswer: [] };
    expect(await asking('{ get_attribute: [ s, private_address, 0 ] }')).toEqual(nothing);
    expect(await asking('{ get_attribute: [ s, tosca_id ] }')).toEqual(nothing);
    expect(await asking(url, publicEndpoint)).toEqual(nothing);
    const list = 'type: tosca.nodes.indigo.Compute';
    expect(await asking('{ get_attribute: [ s, private_address, 1 ] }', list)).toEqual(nothing);
  });

  it.each([
    [url, ''],
    ['0', input('{ get_attribute: [ HOST, public_address ] }')],
    ['0', input('{ get_attribute: [ s, public_address ] }')],
  ])('is said to stay empty where a machine has no public network: %s %s', async (value, more) => {
    const { lacks, notes, empty } = await asking(value, undefined, more);
    expect(lacks).toEqual([]);
    expect(notes).toEqual([expect.stringMatching(/public address of s.*PUBLIC/)]);
    expect(Object.values(empty)).toEqual(more === '' ? notes : []);
  });

  it('comes from a port of a public network too', async () => {
    const more = `    net: { type: tosca.nodes.network.Network, properties: { network_type: public } }
    port: { type: tosca.nodes.network.Port, requirements: [ { binding: s }, { link: net } ] }`;
    expect(await asking(url, undefined, more)).toEqual({ lacks: [], notes: [], empty: {}, withoutAnswer: [] });
  });

  it.each([
    [
      'the second address of a machine without a list',
      '{ get_attribute: [ s, private_address, 1 ] }',
      /private_address, 1 of s/,
    ],
    ['an item of a text', '{ get_attribute: [ s, tosca_id, 0 ] }', /item 0 of tosca_id of s/],
    [
      'an item of an address of an endpoint',
      '{ get_attribute: [ s, endpoint, ip_address, 0 ] }',
      /item 0 of ip_address/,
    ],
    [
      'an address that only endpoints have',
      '{ get_attribute: [ app, host, ip_address ] }',
      /ip_address of app.*of endpoints/,
    ],
    [
      'the output of an operation',
      '{ get_operation_output: [ app, Standard, configure, it ] }',
      /get_operation_output/,
    ],
  ])('is a reason against it where it is %s', async (_, value, message) => {
    const { lacks } = await asking(value, undefined, input('1'));
    expect(lacks).toEqual([expect.stringMatching(message)]);
  });

  it.each([
    ['state', '[ s, state ]'],
    ['networks', '[ s, networks ]'],
    ['networks', '[ SELF, host, networks ]'],
    ['credential', '[ s, endpoint, credential ]'],
  ])('is a reason where software would get None: %s', async (attribute, path) => {
    const { lacks } = await asking('0', undefined, input(`{ concat: [ a, { get_attribute: ${path} } ] }`));
    expect(lacks).toEqual([expect.stringContaining(`asks for ${attribute} of`)]);
  });

  it('is said to stay empty in an output that no machine tells', async () => {
    const { lacks, notes, empty, withoutAnswer } = await asking('{ get_attribute: [ s, state ] }');
    expect(withoutAnswer).toEqual(['it']);
    expect(lacks).toEqual([]);
    expect(notes).toEqual([expect.stringMatching(/output it stays empty.*state of s/)]);
    expect(empty).toEqual({ it: notes[0] });
  });

  it.each(['tosca_id', 'state', 'volume_id'])('is a reason where nothing runs: %s of a volume', async (attribute) => {
    const more = '    disk: { type: tosca.nodes.BlockStorage, properties: { size: 1 GB } }';
    const { lacks } = await asking(`{ get_attribute: [ disk, ${attribute} ] }`, undefined, more);
    expect(lacks).toEqual([expect.stringMatching(/of disk, which is on no machine/)]);
  });

  it('is a reason where an output asks for an artifact, which is no result of an operation', async () => {
    const more = '      artifacts: { f: { type: tosca.artifacts.File, file: https://example.org/f.txt } }';
    const { lacks } = await asking('{ get_artifact: [ app, f ] }', undefined, more);
    expect(lacks).toEqual([
      'output it asks for the artifact f of app (get_artifact), and the Infrastructure Manager tells that only operations: write the address of its file instead',
    ]);
  });

  it('is said to be that of the first machine where there are several', async () => {
    const several =
      'type: tosca.nodes.Compute, capabilities: { scalable: { properties: { default_instances: 3, max_instances: 3 } } }';
    const { notes } = await asking('{ get_attribute: [ s, private_address ] }', several);
    expect(notes).toEqual([expect.stringMatching(/private_address of s, which has 3 machines/)]);
    const listed = several.replace('tosca.nodes.Compute', 'tosca.nodes.indigo.Compute');
    expect((await asking('{ get_attribute: [ s, private_address ] }', listed)).notes).toEqual([]);
  });

  it('is a reason where it is an item of the log of a machine, which is a text', async () => {
    const { lacks } = await asking('{ get_attribute: [ s, ctxt_log, 0 ] }', 'type: tosca.nodes.indigo.Compute');
    expect(lacks).toEqual([expect.stringMatching(/item 0 of ctxt_log of s/)]);
  });

  it('is a reason where the manager has no such attribute', async () => {
    const more = '    net: { type: tosca.nodes.network.Network }';
    const { lacks } = await asking('{ get_attribute: [ net, segmentation_id ] }', undefined, more);
    expect(lacks).toEqual([expect.stringContaining('segmentation_id of net')]);
  });
});
