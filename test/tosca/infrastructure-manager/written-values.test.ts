import { load } from 'js-yaml';
import { expect, it } from 'vitest';
import { bindTemplate } from '../../../src/tosca/infrastructure-manager/bind.ts';
import { deployable } from '../../../src/tosca/infrastructure-manager/deployable.ts';
import { noImports } from '../fixtures.ts';

const start = 'tosca_definitions_version: tosca_simple_yaml_1_3';

const written = async (text: string): Promise<unknown> => {
  const { text: readable, processed } = await deployable(text, { inputs: {}, imports: noImports });
  if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
  return load(bindTemplate(readable, { inputs: {}, name: 'x' }));
};

it('writes a scalar with a unit without an exponent, which the manager does not know', async () => {
  const template = `${start}
topology_template:
  inputs: { disk: { type: scalar-unit.size, default: 2e1 GB } }
  node_templates:
    vm: { type: tosca.nodes.Compute, capabilities: { host: { properties: { mem_size: 1.5e3 MB } } } }
    a: { type: tosca.nodes.BlockStorage, properties: { size: +10 GB } }
    b: { type: tosca.nodes.BlockStorage, properties: { size: { get_input: disk } } }
`;
  expect(await written(template)).toMatchObject({
    topology_template: {
      inputs: { disk: { default: '20 GB' } },
      node_templates: {
        vm: { capabilities: { host: { properties: { mem_size: '1500 MB' } } } },
        a: { properties: { size: '10 GB' } },
      },
    },
  });
  const given = bindTemplate(template, { inputs: { disk: '1e-3 TB' }, name: 'x' });
  expect(load(given)).toMatchObject({ topology_template: { inputs: { disk: { default: '0.001 TB' } } } });
});

it('writes the result of a call whose property the manager gets in another form', async () => {
  const template = `${start}
topology_template:
  node_templates:
    vm:
      type: tosca.nodes.Compute
      capabilities:
        host: { properties: { name: web, cpu_frequency: 2.4 GHz, num_cpus: 2 } }
        endpoint: { properties: { protocol: https, port: 443 } }
    app:
      type: tosca.nodes.SoftwareComponent
      requirements: [ { host: vm } ]
      interfaces:
        Standard:
          create:
            implementation: https://scripts.example/a.yml
            inputs:
              scheme: { get_property: [ vm, endpoint, protocol ] }
              name: { get_property: [ vm, host, name ] }
              cpus: { get_property: [ vm, host, num_cpus ] }
  outputs: { speed: { value: { get_property: [ vm, host, cpu_frequency ] } } }
`;
  expect(await written(template)).toMatchObject({
    topology_template: {
      node_templates: {
        app: {
          interfaces: {
            Standard: {
              create: { inputs: { scheme: 'https', name: 'web', cpus: { get_property: ['vm', 'host', 'num_cpus'] } } },
            },
          },
        },
      },
      outputs: { speed: { value: '2.4 GHz' } },
    },
  });
});

it.each(['random(8)-suffix', 'access_token()'])(
  'writes a text that the manager would replace into the calls: %s',
  async (text) => {
    const template = `${start}
topology_template:
  inputs: { word: { type: string, default: ${text} } }
  node_templates:
    vm: { type: tosca.nodes.Compute }
    app:
      type: tosca.nodes.SoftwareComponent
      requirements: [ { host: vm } ]
      interfaces:
        Standard:
          create:
            implementation: https://scripts.example/a.yml
            inputs: { one: { get_input: word }, two: { concat: [ a, { get_input: word } ] } }
`;
    expect(await written(template)).toMatchObject({
      topology_template: {
        inputs: { word: { default: '' } },
        node_templates: {
          app: { interfaces: { Standard: { create: { inputs: { one: text, two: `a${text}` } } } } },
        },
      },
    });
  },
);
