import { planner } from '../src/adapters/cloudformation/planner.ts';
import { stackReach } from '../src/domain/cloudformation/fit.ts';
import { processTemplate } from '../src/tosca/process.ts';
import type { Topology } from '../src/tosca/topology.ts';
import { median, type Row } from './row.ts';

/**
 * Translating a topology to a template of CloudFormation, with the machines' ids in it, compared with processing the TOSCA
 * text that it comes from. Both alternate in one process, so that other load affects both. The budget
 * (docs/contract/budgets.md, "Templates") is 2 times at every size.
 */
const sizes = [10, 100, 400];
const budget = 2;

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

const translated = (topology: Topology): string => {
  const { blueprint, lacks } = stackReach.fit(topology, offer);
  if (blueprint === undefined) throw new Error(`the benchmark's template cannot be translated: ${lacks.join('; ')}`);
  const machines = topology.nodes.map(({ name: node }, index) => ({ node, resourceId: `resource-${index}` }));
  return planner.plan({ template: '', inputs: {}, name: 'toscanini-1-1', edits: [], blueprint, machines });
};

export const run = async (): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for (const machines of sizes) {
    const text = template(machines);
    const topology = await topologyOf(text);
    const rounds = machines >= 400 ? 15 : 51;
    const [processing, translating]: [number[], number[]] = [[], []];
    for (let round = -5; round < rounds; round += 1) {
      const started = performance.now();
      await topologyOf(text);
      const processed = performance.now();
      translated(topology);
      const ended = performance.now();
      if (round < 0) continue;
      processing.push(processed - started);
      translating.push(ended - processed);
    }
    const [one, other] = [median(translating), median(processing)];
    const detail = `${one.toFixed(2)} ms against ${other.toFixed(2)} ms of processing`;
    rows.push({ name: `translation of ${machines} machines`, ratio: one / other, budget, detail });
  }
  return rows;
};
