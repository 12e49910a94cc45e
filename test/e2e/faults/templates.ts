/** What a cell deploys: workers that can be counted. */

export interface Wanted {
  readonly count: number;
  /** at the provider where the user has an account of his own */
  readonly ownAccount?: boolean;
  /** with a type that has to be fetched */
  readonly imported?: boolean;
  /** with software that takes a secret and has an output, and a credential: what Systems Manager is needed for */
  readonly software?: boolean;
}

const indigo = 'https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml';

const placed = `  policies:
    - there: { type: tosca.policies.indigo.SlaPlacement, properties: { sla_id: SLA_provider-sandbox-own_sandbox } }
`;

/** Jobs that follow each other: a process may die between the two. */
export const templateOfJobs = `\
tosca_definitions_version: tosca_simple_yaml_1_0
imports: [ toscanini-types.yaml ]
topology_template:
  node_templates:
    first:
      type: toscanini.nodes.Job
      properties: { image: busybox, command: 'echo "{\\"words\\": 3}" > "$TOSCANINI_RESULTS"' }
    second:
      type: toscanini.nodes.Job
      properties: { image: busybox, command: echo done }
      requirements: [ dependency: first ]
  outputs:
    words: { value: { get_attribute: [ first, results, words ] } }
`;

const app = `    app:
      type: tosca.nodes.SoftwareComponent
      requirements: [ host: worker ]
      interfaces:
        Standard:
          create: { inputs: { PASSWORD: not-for-everybody }, implementation: "#!/bin/bash\\ntest $PASSWORD = not-for-everybody\\n" }
          configure: { implementation: "#!/bin/bash\\nWORDS=3\\n" }
          stop: { implementation: "#!/bin/bash\\ntrue\\n" }
`;

const itsOutputs = `    words: { value: { get_operation_output: [ app, Standard, configure, WORDS ] } }
    login: { value: { get_attribute: [ worker, endpoint, credential, 0 ] } }
`;

export const templateOf = ({ count, ownAccount = false, imported = false, software = false }: Wanted): string => `\
tosca_definitions_version: tosca_simple_yaml_1_0
imports:
  - indigo: ${indigo}
${imported ? '  - example: https://types.example/web.yaml\n' : ''}topology_template:
  node_templates:
    worker:
      type: ${imported ? 'example.nodes.Compute' : 'tosca.nodes.indigo.Compute'}
      capabilities:
        scalable: { properties: { count: ${count} } }
        host: { properties: { num_cpus: 1 } }
        os: { properties: { type: linux, distribution: ubuntu, version: 24.04 } }
${software ? app : ''}${ownAccount ? placed : ''}  outputs:
    address: { value: { get_attribute: [ worker, private_address, 0 ] } }
${software ? itsOutputs : ''}`;
