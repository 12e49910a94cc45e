import { load } from 'js-yaml';
import { processTemplate } from '../src/tosca/process.ts';
import { type Compared, growthOf, inPairs, threadTime } from './pairs.ts';
import type { Row } from './row.ts';

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

/**
 * Each is measured so often in a row that it collects its own garbage, and hardly that of the other. A row is longer than
 * 100 ms: some systems count a thread's time in steps of 4 to 10 ms.
 */
const inRow = (nodes: number): number => Math.max(5, 10_000 / nodes);

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

const pairsOf = (nodes: number): number => (nodes >= 10_000 ? 9 : 21);

const measure = (nodes: number, pairs = pairsOf(nodes)): Promise<Compared> => {
  const text = template(nodes);
  return inPairs(
    pairs,
    () => threadTime(inRow(nodes), () => processTemplate(text, { inputs: {}, imports })),
    () => threadTime(inRow(nodes), () => load(text)),
  );
};

/** One row per size, and one for the growth between 100 and 10,000 nodes. */
export const run = async function* (): AsyncIterable<Row> {
  const check = await processTemplate(template(10), { inputs: {}, imports });
  if (!check.ok) throw new Error(`the benchmark's template is wrong: ${check.problems[0]?.message}`);
  await measure(10, 5); // warm-up
  const all = new Map<number, Compared>();
  for (const nodes of sizes) {
    const measured = await measure(nodes);
    all.set(nodes, measured);
    const { ratio, spread, one, other } = measured;
    const detail = `${one.toFixed(2)} ms against ${other.toFixed(2)} ms of js-yaml`;
    yield { name: `template of ${nodes} nodes`, ratio, spread, budget, detail };
  }
  const [small, large] = [all.get(100), all.get(10_000)];
  if (small === undefined || large === undefined) throw new Error('the sizes 100 and 10,000 were not measured');
  const detail = 'the ratio at 10,000 nodes against the ratio at 100';
  yield { name: 'template, linear', ...growthOf(large, small), budget: linearity, detail };
};
