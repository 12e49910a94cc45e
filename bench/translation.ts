import { planner } from '../src/adapters/cloudformation/planner.ts';
import { stackReach } from '../src/domain/cloudformation/fit.ts';
import { processTemplate } from '../src/tosca/process.ts';
import type { Topology } from '../src/tosca/topology.ts';
import { inPairs, threadTime } from './pairs.ts';
import type { Row } from './row.ts';

/**
 * Translating a topology for CloudFormation, and writing the machines' ids into the text of the stack, each compared with
 * processing the TOSCA text that it comes from. They alternate in one process, so that other load affects all. The budget
 * (docs/contract/budgets.md, "Templates") is 2 times at every size, and 2.5 times for the text, whose time depends most on the
 * garbage collector. The greater size is the greatest stack: 100 machines of five resources each, and a stack may have 500.
 */
const sizes = [10, 100];
const rounds = 11;

const imports = { read: async () => Promise.reject(new Error('no imports here')) };
const offer = { id: 'aws', name: 'AWS', priority: 1, stack: { region: 'eu-central-1' } };

/** Servers with a disk and open ports each; every server connects to the one before it. */
const template = (machines: number): string => {
  const lines = ['tosca_definitions_version: tosca_simple_yaml_1_3', 'topology_template:', '  node_templates:'];
  for (let index = 0; index < machines; index += 1) lines.push(...server(index));
  lines.push('  outputs:', '    address: { value: { get_attribute: [server_0, public_address] } }');
  return `${lines.join('\n')}\n`;
};

const server = (index: number): string[] => [
  `    server_${index}:`,
  '      type: tosca.nodes.Compute',
  '      capabilities:',
  '        host: { properties: { num_cpus: 2, mem_size: 4 GB, disk_size: 20 GB } }',
  '        os: { properties: { type: linux, distribution: ubuntu, version: 24.04 } }',
  '        endpoint: { properties: { protocol: tcp, port: 443 } }',
  '      requirements:',
  `        - local_storage: { node: disk_${index}, relationship: { type: AttachesTo, properties: { location: /data } } }`,
  ...(index === 0 ? [] : [`        - dependency: { node: server_${index - 1}, relationship: ConnectsTo }`]),
  `    disk_${index}:`,
  '      type: tosca.nodes.Storage.BlockStorage',
  '      properties: { size: 10 GB }',
];

const topologyOf = async (text: string): Promise<Topology> => {
  const processed = await processTemplate(text, { inputs: {}, imports });
  if (!processed.ok) throw new Error(`the benchmark's template is wrong: ${processed.problems[0]?.message}`);
  return processed.topology;
};

/** What ranking does for each provider. */
const translated = (topology: Topology): string => {
  const { blueprint, lacks } = stackReach.fit(topology, offer);
  if (blueprint === undefined) throw new Error(`the benchmark's template cannot be translated: ${lacks.join('; ')}`);
  return blueprint;
};

/** What is done when the stack is made: the ids of the machines are written in. */
const submitted = ({ nodes }: Topology, blueprint: string): string => {
  const machines = nodes.map(({ name: node }, index) => ({ node, resourceId: `resource-${index}` }));
  return planner.plan({ template: '', inputs: {}, name: 'toscanini-1-1', edits: [], blueprint, machines });
};

/** Each is done so often in a row that it collects its own garbage, and not that of the one before it. */
const inARow = (machines: number): number => Math.ceil(2_000 / machines);

export const run = async function* (): AsyncIterable<Row> {
  for (const machines of sizes) {
    const text = template(machines);
    const times = inARow(machines);
    const topology = await topologyOf(text);
    const blueprint = translated(topology);
    const processing = () => threadTime(times, () => topologyOf(text));
    for (const [what, work, budget] of [
      ['translation', () => translated(topology), 2],
      ['stack text', () => submitted(topology, blueprint), 2.5],
    ] as const) {
      await inPairs(2, () => threadTime(times, work), processing); // warm-up
      const { ratio, spread, one, other } = await inPairs(rounds, () => threadTime(times, work), processing);
      const detail = `${one.toFixed(2)} ms against ${other.toFixed(2)} ms of processing`;
      yield { name: `${what} of ${machines} machines`, ratio, spread, budget, detail };
    }
  }
};
