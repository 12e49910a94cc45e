/** Templates of the normative types only. The marker is a comment, which the service keeps as it was sent. */

const marked = (marker: string, text: string): string => `# ${marker}\n${text}`;

/** Two machines, one needs the other. */
export const pair = (marker: string): string =>
  marked(
    marker,
    `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    front:
      type: tosca.nodes.Compute
      requirements: [{dependency: back}]
    back:
      type: tosca.nodes.Compute
  outputs:
    address: {value: {get_attribute: [front, private_address]}}
`,
  );

const indigo = 'https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml';

/** As many machines as asked for; those of the resources on the list go first. */
export const workers = (marker: string, removalList: readonly string[] = []): string =>
  marked(
    marker,
    `tosca_definitions_version: tosca_simple_yaml_1_0
imports:
  - indigo: ${indigo}
topology_template:
  inputs:
    count: {type: integer, default: 1}
  node_templates:
    worker:
      type: tosca.nodes.indigo.Compute
      capabilities:
        scalable:
          properties:
            count: {get_input: count}
            removal_list: ${JSON.stringify(removalList)}
`,
  );

/** What a user hands to a program, and nobody else may read: not in a log, an execution or a callback. */
export const userSecret = 'chaos-secret-of-a-user-5b1d';

/** A machine with something to install, so that its contextualization can fail; what is installed is told `userSecret`. */
export const software = (marker: string): string =>
  marked(
    marker,
    `tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  chaos.nodes.Program:
    derived_from: tosca.nodes.SoftwareComponent
    properties:
      password: {type: string}
topology_template:
  inputs:
    password: {type: string}
  node_templates:
    program:
      type: chaos.nodes.Program
      properties: {password: {get_input: password}}
      requirements: [{host: machine}]
    machine:
      type: tosca.nodes.Compute
`,
  );

/** How the work of a job can end. */
const works = {
  'one that succeeds': 'echo "{\\"words\\": 3}" > "$TOSCANINI_RESULTS"',
  'one that fails': 'echo no; exit 3',
  'one that takes a while': 'sleep 4',
} as const;

export const kindsOfWork = ['one that succeeds', 'one that fails', 'one that takes a while'] as const;

/** Two jobs, the second of them an array that waits for the first. */
export const jobs = (marker: string, work: (typeof kindsOfWork)[number]): string =>
  marked(
    marker,
    `tosca_definitions_version: tosca_simple_yaml_1_0
imports: [toscanini-types.yaml]
topology_template:
  node_templates:
    count:
      type: toscanini.nodes.Job
      properties: {image: busybox, retries: 1, command: ${JSON.stringify(works[work])}}
    sum:
      type: toscanini.nodes.Job
      properties: {image: busybox, command: 'true', array_size: 3}
      requirements: [{dependency: count}]
  outputs:
    words: {value: {get_attribute: [count, exit_code]}}
`,
  );
