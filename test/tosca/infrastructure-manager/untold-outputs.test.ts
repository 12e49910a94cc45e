import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { unanswered } from '../../../src/domain/infrastructure-manager/unanswered-questions.ts';
import { bindTemplate } from '../../../src/tosca/infrastructure-manager/bind.ts';
import { deployable } from '../../../src/tosca/infrastructure-manager/deployable.ts';

const template = (path: string): string => `tosca_definitions_version: tosca_simple_yaml_1_3
capability_types:
  my.Part: { derived_from: tosca.capabilities.Root, properties: { p: { type: integer, required: false } } }
relationship_types: { my.Host: { derived_from: tosca.relationships.HostedOn, attributes: { a: { type: integer } } } }
node_types:
  my.App: { derived_from: tosca.nodes.SoftwareComponent, properties: { p: { type: string, required: false } }, capabilities: { part: { type: my.Part } } }
topology_template:
  node_templates:
    vm: { type: tosca.nodes.Compute }
    app: { type: my.App, requirements: [ { host: { node: vm, relationship: rel } } ] }
  relationship_templates: { rel: { type: my.Host } }
  outputs:
    it: { value: { get_attribute: [ ${path} ] } }
    text: { value: { concat: [ a, { get_attribute: [ ${path} ] } ] } }
    address: { value: { get_attribute: [ vm, private_address ] } }
`;

const sent = async (path: string) => {
  const { text, processed } = await deployable(template(path), {
    inputs: {},
    imports: { read: async () => undefined },
    withoutAnswer: (topology) => unanswered(topology).withoutAnswer,
  });
  if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
  const bound = load(bindTemplate(text, { inputs: {}, name: 'x' })) as {
    readonly topology_template: { readonly outputs: object };
  };
  return { processed, outputs: bound.topology_template.outputs };
};

describe('an output of which the Infrastructure Manager tells nothing', () => {
  it.each(['vm, host, num_cpus', 'app, p', 'app, part, p', 'app, host, num_cpus', 'rel, a'])(
    'is not sent, since it would refuse the whole template: %s',
    async (path) => {
      const { outputs, processed } = await sent(path);
      expect(Object.keys(outputs)).toEqual(['address']);
      expect(processed.ok && Object.keys(unanswered(processed.topology).empty)).toEqual(['it', 'text']);
    },
  );

  it('is none that asks for the id of a node behind a requirement or in a capability', async () => {
    for (const path of ['app, host, tosca_id', 'vm, host, tosca_id'])
      expect((await sent(path)).outputs).toMatchObject({ it: { value: { get_attribute: ['vm', 'tosca_id'] } } });
  });

  it('is none that asks for the name of a node there, which the template knows', async () => {
    for (const path of ['app, host, tosca_name', 'vm, host, tosca_name'])
      expect((await sent(path)).outputs).toMatchObject({ it: { value: 'vm' }, text: { value: 'avm' } });
  });
});
