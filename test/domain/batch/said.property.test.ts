/** @module-tag full */

/**
 * Nothing that a template says of a job is lost without a word: each property, artifact, operation and policy makes
 * another job, or the translation names it. Types of users' own may add anything to those of jobs.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { translate } from '../../../src/domain/batch/translate.ts';
import type { BatchOffer } from '../../../src/domain/providers/batch-offer.ts';
import type { Json } from '../../../src/tosca/topology.ts';
import { sampled } from '../../support/sampled.ts';
import { topologyOf } from '../../tosca/fixtures.ts';
import { offer as basic } from './translated.ts';

const offer: BatchOffer = { ...basic, queues: [...basic.queues, { name: 'fast', platform: 'EC2', gpus: true }] };

/** Machines give the size that is asked for. Fargate has fixed sizes, so one may be large enough for two wishes. */
const machines: BatchOffer = {
  ...offer,
  queues: [{ name: 'jobs', platform: 'EC2', gpus: true }, ...offer.queues.slice(1)],
};
const sizes: readonly string[] = [
  ...['num_cpus', 'mem_size', 'total_cores', 'cores_per_node', 'memory_per_node', 'memory_per_core'],
];

/** One thing that a template says, and the word by which a warning or a reason names it. */
interface Said {
  readonly in: 'property' | 'own property' | 'host' | 'artifact' | 'operation' | 'policy';
  readonly name: string;
  readonly value: Json;
}

/** What changes nothing, because it is so anyway. */
const isSoAnyway = ({ name, value }: Said): boolean =>
  ['epsilon', 'force_pull_image', 'expose_ports'].includes(name) || value === 'R1//PT1M';

type Values = Readonly<Record<string, fc.Arbitrary<Json>>>;
const word = fc.stringMatching(/^[a-z][a-z0-9]{2,8}$/);
const words = fc.dictionary(word, word, { minKeys: 1, maxKeys: 3 }) as fc.Arbitrary<Json>;
const some = (values: readonly Json[]): fc.Arbitrary<Json> => fc.constantFrom(...values);
const size = some(['3 GiB', '9 GiB', '700 MiB']);

const ownValues: Values = {
  num_cpus: some([2, 3]),
  mem_size: size,
  num_gpus: some([1, 2]),
  disk_size: some(['25 GiB', '100 GiB', '900 GiB']),
  environment: words,
  secrets: words,
  timeout: some(['90 s', '2 h']),
  retries: some([1, 9]),
  array_size: some([2, 100]),
  inputs: some([['s3://a/b'], ['s3://a/c/', 's3://a/d'], ['/etc']]),
  output: some(['s3://a/b/', 'nowhere']),
  queue: some(['fast', 'none']),
};

const chronosValues: Values = {
  uris: some([['https://example.org/a']]),
  environment_variables: words,
  constraints: some([[['a', 'CLUSTER', 'b']]]),
  secrets: words,
  labels: fc.oneof(
    words,
    some([{ 'aws:a': 'b' }, Object.fromEntries([...Array(45).keys()].map((n) => [`l${n}`, 'x']))]),
  ),
  schedule: some(['R1//PT1M', 'R/2026-01-01T00:00:00Z/PT1H']),
  description: word,
  retries: some([1, 12]),
  epsilon: some(['PT1H']),
  force_pull_image: some([false]),
};

const hostValues: Values = {
  num_cpus: some([2, 3]),
  mem_size: size,
  num_gpus: some([1]),
  disk_size: some(['25 GiB', '900 GiB']),
  volumes: some([['/data:rw'], ['/data:rw', '/more:ro']]),
  publish_ports: some([[{ source: 80 }]]),
  expose_ports: some([[{ source: 80 }]]),
  cpu_frequency: some(['2 GHz']),
};

const qcgValues: Values = {
  arguments: some([['-l'], ['a', 'b']]),
  schema: word,
  note: word,
  directory: some(['/tmp']),
  stdin: word,
  stdout: word,
  stderr: word,
  std_outerr: word,
  total_cores: some([2, 4]),
  total_nodes: some([2]),
  cores_per_node: some([3, 6]),
  memory_per_node: some([4000]),
  memory_per_core: some([3000]),
  gpus: some([1]),
  queue: some(['fast', 'none']),
  wall_clock: some(['01:00:00', 'soon']),
  batch_system_options: some([['-x']]),
};

const saidIn = (where: Said['in'], values: Values): fc.Arbitrary<readonly Said[]> =>
  fc
    .subarray(Object.keys(values))
    .chain((names) =>
      fc.tuple(...names.map((name) => (values[name] ?? word).map((value): Said => ({ in: where, name, value })))),
    );

/** Names that begin like this are declared by no type of ours. */
const extra = (where: Said['in']): fc.Arbitrary<readonly Said[]> =>
  fc
    .uniqueArray(
      word.map((name) => `own_${name}`),
      { maxLength: 2 },
    )
    .map((names) => names.map((name): Said => ({ in: where, name, value: 'x' })));

const extras = fc.tuple(extra('own property'), extra('artifact'), extra('operation'), extra('policy'));

const of = (said: readonly Said[], where: Said['in']): { [name: string]: Json } =>
  Object.fromEntries(said.filter((one) => one.in === where).map(({ name, value }) => [name, value]));

/** A type of a user's own, which derives from that of the job and adds properties and operations. */
const templateOf = (base: string, fixed: { properties: object; artifacts?: object }, said: readonly Said[]): string => {
  const [own, artifacts, host] = [of(said, 'own property'), of(said, 'artifact'), of(said, 'host')];
  const operations = Object.keys(of(said, 'operation')).map((name) => [name, { implementation: `${name}.sh` }]);
  const hosted = base.endsWith('Chronos');
  return JSON.stringify({
    tosca_definitions_version: 'tosca_simple_yaml_1_0',
    imports: [
      'https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml',
      'toscanini-types.yaml',
    ],
    interface_types: {
      'own.interfaces.More': {
        derived_from: 'tosca.interfaces.Root',
        ...Object.fromEntries(operations.map(([name]) => [name, {}])),
      },
    },
    node_types: {
      'own.nodes.Job': {
        derived_from: base,
        properties: Object.fromEntries(Object.keys(own).map((name) => [name, { type: 'string', required: false }])),
        interfaces: { More: { type: 'own.interfaces.More', ...Object.fromEntries(operations) } },
      },
    },
    topology_template: {
      node_templates: {
        job: {
          type: 'own.nodes.Job',
          properties: { ...fixed.properties, ...of(said, 'property'), ...own },
          artifacts: {
            ...fixed.artifacts,
            ...Object.fromEntries(
              Object.keys(artifacts).map((name) => [name, { file: name, type: 'tosca.artifacts.File' }]),
            ),
          },
          ...(hosted && { requirements: [{ host: 'place' }] }),
        },
        ...(hosted && {
          place: {
            type: 'tosca.nodes.indigo.Container.Runtime.Docker',
            capabilities: { host: { properties: host } },
          },
        }),
      },
      policies: Object.keys(of(said, 'policy')).map((name) => ({
        [name]: { type: 'tosca.policies.Scaling', targets: ['job'] },
      })),
    },
  });
};

const container = { image: { file: 'debian', type: 'tosca.artifacts.Deployment.Image.Container.Docker' } };
const kinds = [
  ['toscanini.nodes.Job', { properties: { image: 'busybox', command: 'true' } }, saidIn('property', ownValues)],
  [
    'tosca.nodes.indigo.Container.Application.Docker.Chronos',
    { properties: { command: 'true', privileged: false }, artifacts: container },
    fc
      .tuple(saidIn('property', chronosValues), saidIn('host', hostValues))
      .map(([properties, host]) => [...properties, ...host]),
  ],
  ['tosca.nodes.indigo.Qcg.Job', { properties: { executable: 'ls', environment: {} } }, saidIn('property', qcgValues)],
] as const;

/** By its name, or by its values if these are what people know. */
const namesOf = ({ name, value }: Said): RegExp =>
  new RegExp([name, ...(Array.isArray(value) ? value : Object.keys(Object(value)))].join('|'));

const spoken = (made: ReturnType<typeof translate>): readonly string[] => (made.ok ? made.warnings : made.reasons);

describe.each(kinds)('%s', (base, fixed, declared) => {
  const made = async (said: readonly Said[], from = offer) =>
    translate(await topologyOf(templateOf(base, fixed, said)), from);

  it('is another job without any one thing that the template says, or the thing is named', async () => {
    await fc.assert(
      fc.asyncProperty(declared, extras, async (properties, added) => {
        const all = [...properties, ...added.flat()];
        for (const one of all.filter((said) => !isSoAnyway(said))) {
          const from = sizes.includes(one.name) ? machines : offer;
          const whole = await made(all, from);
          if (!whole.ok) continue; // nothing runs; the next test is about this
          const rest = all.filter((other) => other !== one);
          const without = await made(rest, from);
          if (!without.ok || JSON.stringify(without.blueprint) !== JSON.stringify(whole.blueprint)) continue;
          const more = whole.warnings.filter((warning) => !without.warnings.includes(warning));
          expect(more, `without ${one.in} ${one.name} of ${JSON.stringify(all)}`).not.toEqual([]);
          expect(more.join('\n')).toMatch(namesOf(one));
        }
      }),
      { numRuns: sampled(15, 40) },
    );
  });

  it('is dropped with a reason for each thing without which it would not be', async () => {
    await fc.assert(
      fc.asyncProperty(declared, async (all) => {
        const whole = await made(all);
        if (whole.ok) return;
        expect(whole.reasons).not.toEqual([]);
        for (const one of all) {
          const without = await made(all.filter((other) => other !== one));
          if (!without.ok) continue;
          // it alone is the cause, so every reason is about it
          expect(spoken(whole).every((reason) => reason.startsWith('node job (own.nodes.Job) '))).toBe(true);
          expect(spoken(without)).not.toEqual(spoken(whole));
        }
      }),
      { numRuns: sampled(15, 40) },
    );
  });
});
