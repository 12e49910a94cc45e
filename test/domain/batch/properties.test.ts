/** Every property that the types of jobs declare does something, is refused, or is said to be ignored: none is lost without a word. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { chronos, jobOf, own, qcg, reasonsOf, translated, warningsOf } from './translated.ts';

/** `changes`: the job is another one. `warns`, `refuses`: the text that says it. `nothing`: why there is nothing to say. */
type Effect = 'changes' | { readonly warns: string } | { readonly refuses: string } | { readonly nothing: string };
type Rows = Readonly<Record<string, readonly [value: unknown, effect: Effect]>>;

const ownRows: Rows = {
  image: ['alpine', 'changes'],
  command: ['false', 'changes'],
  num_cpus: [2, 'changes'],
  mem_size: ['4 GiB', 'changes'],
  max_mem_size: ['4 GiB', 'changes'],
  num_gpus: [1, 'changes'],
  disk_size: ['50 GiB', 'changes'],
  environment: [{ A: 'b' }, 'changes'],
  secrets: [{ A: 'arn:aws:ssm:x' }, 'changes'],
  timeout: ['2 h', 'changes'],
  retries: [1, 'changes'],
  retry_rules: [[{ exit_code: 75 }], { nothing: 'without retries there is nothing to decide' }],
  array_size: [2, 'changes'],
  inputs: [['s3://a/b'], 'changes'],
  output: ['s3://a/b/', 'changes'],
  queue: ['gpu', 'changes'],
};

const chronosRows: Rows = {
  command: ['false', 'changes'],
  uris: [['https://example.org/a'], 'changes'],
  environment_variables: [{ A: 'b' }, 'changes'],
  constraints: [[['a', 'CLUSTER', 'b']], { warns: 'constraints on Mesos, which are ignored' }],
  secrets: [{ A: 'arn:aws:ssm:x' }, 'changes'],
  labels: [{ a: 'b' }, 'changes'],
  schedule: ['R/2026-01-01T00:00:00Z/PT1H', { refuses: 'only a job that runs once, at once' }],
  description: ['words', 'changes'],
  retries: [2, 'changes'],
  epsilon: ['PT1H', { nothing: 'how late a repetition may be; a job that repeats is refused' }],
  privileged: [false, { nothing: 'its default is true, which warns' }],
  force_pull_image: [false, { nothing: 'Fargate pulls an image for each job' }],
};

const hostRows: Rows = {
  num_cpus: [2, 'changes'],
  mem_size: ['4 GiB', 'changes'],
  num_gpus: [1, 'changes'],
  disk_size: ['50 GiB', 'changes'],
  volumes: [['/data:rw'], { warns: 'mounts /data:rw' }],
  publish_ports: [[{ source: 80 }], { warns: 'has publish_ports, and nobody can reach a job: ignored' }],
  publish_all: [true, { warns: 'has publish_all, and nobody can reach a job: ignored' }],
  expose_ports: [[{ source: 80 }], { nothing: 'containers of one network may always reach each other' }],
  cpu_frequency: ['2 GHz', { warns: 'asks its host for cpu_frequency, which is ignored' }],
  version: [['20.10'], { warns: 'asks its host for version, which is ignored' }],
  host_id: ['x', { warns: 'asks its host for host_id, which is ignored' }],
  volume_id: ['x', { warns: 'asks its host for volume_id, which is ignored' }],
};

const qcgRows: Rows = {
  executable: ['ls', 'changes'],
  arguments: [['-l'], 'changes'],
  environment: [{ A: 'b' }, 'changes'],
  schema: ['x', { warns: 'a schema of QCG, which is ignored' }],
  note: ['words', 'changes'],
  directory: ['/tmp', 'changes'],
  stdin: ['in', 'changes'],
  stdout: ['out', 'changes'],
  stderr: ['err', 'changes'],
  std_outerr: ['both', 'changes'],
  total_cores: [2, 'changes'],
  total_nodes: [2, { refuses: 'asks for 2 nodes' }],
  cores_per_node: [2, 'changes'],
  memory_per_node: [4096, 'changes'],
  memory_per_core: [4096, 'changes'],
  gpus: [1, 'changes'],
  queue: ['gpu', 'changes'],
  wall_clock: ['01:00:00', 'changes'],
  batch_system_options: [['-x'], { warns: 'batch_system_options, which are ignored' }],
};

const hosted = (host: object): object => ({
  job: chronos({}, { requirements: [{ host: 'place' }] }),
  place: { type: 'tosca.nodes.indigo.Container.Runtime.Docker', capabilities: { host: { properties: host } } },
});

interface Definition {
  readonly derived_from?: string;
  readonly properties?: object;
}
const sections = ['indigo-custom-types', 'tosca-simple-1.0', 'toscanini-types'].map(
  (file) =>
    load(readFileSync(join(import.meta.dirname, `../../../src/tosca/catalog/${file}.yaml`), 'utf8')) as Record<
      'node_types' | 'capability_types',
      Record<string, Definition> | undefined
    >,
);

/** The properties of a type and of all that it derives from. */
const declaredBy = (section: 'node_types' | 'capability_types', type: string): readonly string[] => {
  const found = sections.map((each) => each[section]?.[type]).find((each) => each !== undefined);
  if (found === undefined) return [];
  return [...Object.keys(found.properties ?? {}), ...declaredBy(section, found.derived_from ?? '')];
};

const kinds = [
  ['toscanini.nodes.Job', 'node_types', ownRows, (more: object) => ({ job: own(more) })],
  [
    'tosca.nodes.indigo.Container.Application.Docker.Chronos',
    'node_types',
    chronosRows,
    (more: object) => ({ job: chronos(more) }),
  ],
  ['tosca.capabilities.indigo.Container.Docker', 'capability_types', hostRows, hosted],
  ['tosca.nodes.indigo.Qcg.Job', 'node_types', qcgRows, (more: object) => ({ job: qcg(more) })],
] as const;

describe.each(kinds)('%s', (type, section, rows, nodes) => {
  it('has a row for each property', () => {
    expect(Object.keys(rows).toSorted()).toEqual([...new Set(declaredBy(section, type))].toSorted());
  });

  it.each(Object.entries(rows))('%s', async (name, [value, effect]) => {
    const [without, given] = [nodes({}), nodes({ [name]: value })];
    if (effect === 'changes') {
      expect(JSON.stringify(await jobOf(given))).not.toBe(JSON.stringify(await jobOf(without)));
    } else if ('warns' in effect) {
      expect((await warningsOf(given)).join('\n')).toContain(effect.warns);
      expect((await warningsOf(without)).join('\n')).not.toContain(effect.warns);
    } else if ('refuses' in effect) {
      expect(await reasonsOf(given)).toContain(effect.refuses);
    } else {
      expect(await translated(given)).toMatchObject({ ok: true });
    }
  });
});

it('refuses a job of a grid, whose files and computing elements are nowhere here', async () => {
  const job = {
    type: 'tosca.nodes.indigo.Grid.Job',
    properties: {
      executable: 'ls',
      ce_urls: ['https://ce.example.org'],
      environment: {},
      inputsandbox: [],
      outputsandbox: [],
    },
  };
  expect(await reasonsOf({ job })).toContain('node job (tosca.nodes.indigo.Grid.Job) is a job of a grid');
});
