import { load } from 'js-yaml';
import { processTemplate } from '../src/tosca/process.ts';
import { median } from './row.ts';

/**
 * Processing a service template, compared with js-yaml loading the same text. Both run in one process and alternate, so
 * that other load affects both. The budget (docs/contract/budgets.md, "Templates") is 1.5 times at every size, and linear
 * growth.
 */
const sizes = [10, 100, 1_000, 10_000];
const budget = 1.5;
/**
 * how much the ratio may grow from 100 to 10,000 nodes; it may grow because js-yaml, the measure, itself slows down with
 * the heap
 */
const linearity = 1.2;

/** Each is measured so often in a row that it collects its own garbage, and hardly that of the other. */
const inRow = 5;

const imports = { read: async () => Promise.reject(new Error('no imports here')) };

/** Servers with software on them: inputs, functions, capabilities and requirements in the mix of real templates. */
export function template(nodes: number): string {
  const lines = [
    'tosca_definitions_version: tosca_simple_yaml_1_3',
    'topology_template:',
    '  inputs:',
    '    cpus: { type: integer, default: 2, constraints: [{ in_range: [1, 64] }] }',
    '    memory: { type: scalar-unit.size, default: 4 GB }',
    '  node_templates:',
  ];
  for (let index = 0; index < nodes; index += 2) lines.push(...server(index), ...software(index));
  return `${lines.join('\n')}\n`;
}

const server = (index: number): string[] => [
  `    server_${index}:`,
  '      type: tosca.nodes.Compute',
  '      capabilities:',
  '        host:',
  '          properties:',
  '            num_cpus: { get_input: cpus }',
  '            mem_size: { get_input: memory }',
  '            disk_size: 20 GB',
  '        os:',
  '          properties: { type: linux, distribution: ubuntu, version: 22.04 }',
  '        scalable:',
  '          properties: { min_instances: 1, max_instances: 4, default_instances: 1 }',
];

const software = (index: number): string[] => [
  `    software_${index}:`,
  '      type: tosca.nodes.SoftwareComponent',
  '      properties:',
  '        component_version: 1.2.3',
  '      interfaces:',
  '        Standard:',
  '          configure:',
  '            implementation: configure.yml',
  '            inputs:',
  `              address: { concat: ["http://", { get_attribute: [HOST, private_address] }, ":80${index % 10}"] }`,
  '      requirements:',
  `        - host: server_${index}`,
  ...(index === 0 ? [] : [`        - dependency: software_${index - 2}`]),
];

async function measure(nodes: number): Promise<{ processing: number; loading: number }> {
  const text = template(nodes);
  const rounds = nodes >= 10_000 ? 7 : nodes >= 1_000 ? 15 : 101;
  const processing: number[] = [];
  const loading: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    loading.push(await timed(inRow, async () => load(text)));
    processing.push(await timed(inRow, () => processTemplate(text, { inputs: {}, imports })));
  }
  return { processing: median(processing), loading: median(loading) };
}

/** Milliseconds for doing the work once. */
async function timed(times: number, work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  for (let time = 0; time < times; time += 1) await work();
  return (performance.now() - started) / times;
}

/** One row per size, and one for the growth between 100 and 10,000 nodes. */
export async function run(): Promise<{ name: string; ratio: number; budget: number; detail: string }[]> {
  const check = await processTemplate(template(10), { inputs: {}, imports });
  if (!check.ok) throw new Error(`the benchmark's template is wrong: ${check.problems[0]?.message}`);
  for (let round = 0; round < 20; round += 1) await measure(10);
  const rows = [];
  const ratios = new Map<number, number>();
  for (const nodes of sizes) {
    const { processing, loading } = await measure(nodes);
    ratios.set(nodes, processing / loading);
    const detail = `${processing.toFixed(2)} ms against ${loading.toFixed(2)} ms of js-yaml`;
    rows.push({ name: `template of ${nodes} nodes`, ratio: processing / loading, budget, detail });
  }
  const growth = (ratios.get(10_000) ?? Number.NaN) / (ratios.get(100) ?? Number.NaN);
  const detail = 'the ratio at 10,000 nodes against the ratio at 100';
  return [...rows, { name: 'template, linear', ratio: growth, budget: linearity, detail }];
}

if (import.meta.main) {
  for (const { name, ratio, budget: most, detail } of await run()) {
    console.log(`${name.padEnd(26)} ${ratio.toFixed(2).padStart(6)} (at most ${most})  ${detail}`);
  }
}
