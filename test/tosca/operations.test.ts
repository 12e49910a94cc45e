/** Operations that have an implementation: of types and templates, of nodes and relationships. */

import { describe, expect, it } from 'vitest';
import { deployable } from '../../src/tosca/infrastructure-manager/deployable.ts';
import { zip } from './archives.ts';
import { noImports, topologyOf } from './fixtures.ts';

const types = `
tosca_definitions_version: tosca_simple_yaml_1_3
artifact_types:
  tosca.artifacts.Implementation.Ansible: { derived_from: tosca.artifacts.Implementation }
  tosca.artifacts.AnsibleGalaxy.role: { derived_from: tosca.artifacts.Root }
repositories:
  ours: { url: https://files.example.org/scripts/ }
relationship_types:
  my.Uses:
    derived_from: tosca.relationships.ConnectsTo
    interfaces:
      Configure:
        pre_configure_source:
          implementation: join.sh
          inputs: { peer: { type: string, default: { get_attribute: [TARGET, private_address] } } }
node_types:
  my.Base:
    derived_from: tosca.nodes.SoftwareComponent
    properties: { port: { type: integer, default: 80 } }
    interfaces:
      Standard:
        inputs: { everywhere: { type: string, default: yes-here } }
        create: { implementation: https://files.example.org/base.sh }
        configure:
          implementation: base-configure.sh
          inputs:
            port: { type: integer, default: { get_property: [SELF, port] } }
            kept: { type: string, default: from the base }
  my.App:
    derived_from: my.Base
    requirements:
      - peer: { capability: tosca.capabilities.Endpoint, relationship: my.Uses, occurrences: [0, 1] }
    artifacts:
      installer: { file: install.yml, type: tosca.artifacts.Implementation.Ansible, repository: ours }
      nginx: { file: some.nginx, type: tosca.artifacts.AnsibleGalaxy.role }
    interfaces:
      Standard:
        create: { implementation: installer }
`;

const topology = `
topology_template:
  inputs:
    pin: { type: string, default: '1234567' }
  node_templates:
    machine: { type: tosca.nodes.Compute }
    other: { type: tosca.nodes.Compute }
    app:
      type: my.App
      properties: { port: 8080 }
      requirements:
        - host: machine
        - peer: other
      interfaces:
        Standard:
          configure:
            inputs:
              kept: from the template
              address: { get_attribute: [HOST, private_address] }
              hidden: { get_input: pin }
          start:
            implementation:
              primary: |
                #!/bin/bash
                echo started
              dependencies: [lib/common.sh]
              timeout: 60
`;

const operationsOf = async (text: string, node = 'app') => {
  const { nodes, secrets } = await topologyOf(text);
  const index = nodes.findIndex(({ name }) => name === node);
  return { operations: nodes[index]?.operations ?? {}, node: nodes[index], secrets };
};

describe('operations', () => {
  it('come from the types and the template, the nearest first, with all inputs', async () => {
    const { operations } = await operationsOf(types + topology);
    expect(Object.keys(operations)).toEqual(['standard.create', 'standard.configure', 'standard.start']);
    expect(operations['standard.create']).toEqual({
      interface: 'Standard',
      name: 'create',
      of: 'standard',
      inputs: { everywhere: 'yes-here' },
      script: {
        file: 'install.yml',
        url: 'https://files.example.org/scripts/install.yml',
        type: 'tosca.artifacts.Implementation.Ansible',
        roles: ['some.nginx'],
      },
    });
    expect(operations['standard.configure']?.inputs).toEqual({
      everywhere: 'yes-here',
      port: 8080,
      kept: 'from the template',
      address: { get_attribute: ['HOST', 'private_address'] },
      hidden: '1234567',
    });
    expect(operations['standard.start']?.script).toMatchObject({
      text: '#!/bin/bash\necho started\n',
      timeoutSeconds: 60,
      dependencies: [{ file: 'lib/common.sh' }],
    });
  });

  it('of a relationship come from its type', async () => {
    const { node } = await operationsOf(types + topology);
    const peer = node?.requirements.find(({ name }) => name === 'peer');
    expect(peer?.operations).toEqual({
      'configure.pre_configure_source': {
        interface: 'Configure',
        name: 'pre_configure_source',
        of: 'configure',
        inputs: { peer: { get_attribute: ['TARGET', 'private_address'] } },
        script: { file: 'join.sh' },
      },
    });
  });

  it('are absent where nothing is implemented', async () => {
    const { node } = await operationsOf(types + topology, 'machine');
    expect(node).not.toHaveProperty('operations');
  });

  it('show which of their inputs are secrets, by name and by where the value comes from', async () => {
    const { secrets, node } = await operationsOf(
      (types + topology)
        .replace('pin: { type: string', 'admin_password: { type: string')
        .replace('get_input: pin', 'get_input: admin_password'),
    );
    expect(node?.operations?.['standard.configure']?.inputs['hidden']).toBe('1234567');
    const places = secrets.map(({ at }) => at.slice(2).join('/'));
    expect(places).toContain('operations/standard.configure/inputs/hidden');
    const named = await operationsOf((types + topology).replace('hidden:', 'db_password:'));
    expect(named.secrets.map(({ at }) => at.slice(2).join('/'))).toContain(
      'operations/standard.configure/inputs/db_password',
    );
  });

  it('have the text of files of their archive, beside the document that names them', async () => {
    const archive = zip({
      'TOSCA-Metadata/TOSCA.meta':
        'TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: us\nEntry-Definitions: defs/app.yaml\n',
      'defs/app.yaml': types + topology,
      'defs/base-configure.sh': 'echo configured',
      'defs/lib/common.sh': 'shared=1',
    });
    const { operations } = await operationsOf(archive);
    expect(operations['standard.configure']?.script).toMatchObject({
      file: 'base-configure.sh',
      text: 'echo configured',
    });
    expect(operations['standard.start']?.script.dependencies).toEqual([{ file: 'lib/common.sh', text: 'shared=1' }]);
  });

  it('of 2.0 have the text of files of their archive too, and their secrets stay secrets', async () => {
    const text = `tosca_definitions_version: tosca_2_0
imports: [{ profile: org.oasis-open.tosca.simple:2.0 }]
service_template:
  inputs: { admin_password: { type: string, default: s3cr3t-word } }
  node_templates:
    machine: { type: Compute }
    app:
      type: SoftwareComponent
      requirements: [{ host: machine }]
      interfaces:
        Standard:
          operations:
            create:
              implementation: scripts/create.sh
              inputs: { hidden: { $get_input: admin_password } }
`;
    const archive = zip({ 'app.yaml': text, 'scripts/create.sh': 'echo created' });
    const { processed } = await deployable(archive, { inputs: {}, imports: noImports });
    if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
    const { nodes, secrets } = processed.topology;
    const index = nodes.findIndex(({ name }) => name === 'app');
    expect(nodes[index]?.operations?.['standard.create']).toMatchObject({
      script: { text: 'echo created' },
      inputs: { hidden: 's3cr3t-word' },
    });
    expect(secrets.map(({ at }) => at.join('/'))).toContain(`nodes/${index}/operations/standard.create/inputs/hidden`);
  });
});

it('an operation has the inputs that have a default in the type of its interface', async () => {
  const { nodes } = await topologyOf(`tosca_definitions_version: tosca_simple_yaml_1_3
interface_types:
  I: { derived_from: tosca.interfaces.Root, inputs: { common: { type: string, default: c } }, operations: { go: { inputs: { n: { type: integer, default: 1 } } } } }
  J: { derived_from: I, inputs: { more: { type: string, default: m }, none: { type: string, required: false } } }
node_types:
  P: { derived_from: tosca.nodes.Root, interfaces: { own: { type: J, operations: { go: { implementation: '#!/bin/sh' } } } } }
  Q: { derived_from: P, interfaces: { own: { type: J, operations: { go: { inputs: { n: { type: integer, default: 2 } } } } } } }
topology_template:
  node_templates:
    p: { type: P }
    q: { type: Q, interfaces: { own: { inputs: { common: mine } } } }
`);
  expect(nodes.map(({ operations }) => operations?.['own.go']?.inputs)).toEqual([
    { common: 'c', more: 'm', n: 1 },
    { common: 'mine', more: 'm', n: 2 },
  ]);
});
