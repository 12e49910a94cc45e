/** @module-tag full */

/** The templates of this repository and of other people: each is translated, or there is a reason, and nothing is thrown. */

import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bindBlueprint } from '../../../src/domain/cloudformation/bind.ts';
import { translate } from '../../../src/domain/cloudformation/translate.ts';
import { capabilityValues } from '../../../src/domain/deployers/capability-values.ts';
import type { StackImage } from '../../../src/domain/providers/stack-offer.ts';
import { mappedTypes as mapped } from '../../../src/domain/resources/aws-types.ts';
import { processTemplate } from '../../../src/tosca/process.ts';
import type { Topology } from '../../../src/tosca/topology.ts';
import { sampled } from '../../support/sampled.ts';
import { corpus, corpusIsHere, filesIn, fixtures, noImports, topologyOf } from '../../tosca/fixtures.ts';
import { inVpc } from './golden-stacks.ts';
import { machinesOf, offer as withoutRights } from './translated.ts';

/** Machines may run software. */
const offer = { ...withoutRights, instanceProfile: 'machines' };

const examples = join(import.meta.dirname, '../../../examples');

it('translates the examples that need no software, and says of the others why not', async () => {
  const judged = new Map<string, string | number>();
  for (const file of filesIn(examples)) {
    const processed = await processTemplate(readFileSync(file, 'utf8'), { inputs: {}, imports: noImports });
    if (!processed.ok) continue;
    const translation = translate(processed.topology, {
      ...offer,
      allowedTypes: ['AWS::SNS::*', 'AWS::SQS::QueuePolicy'],
    });
    judged.set(relative(examples, file), translation.ok ? 'translated' : (translation.reasons[0] ?? ''));
  }
  expect(Object.fromEntries(judged)).toEqual({
    'aws-container.yaml': 'translated',
    'aws-other-types.yaml': 'translated',
    'aws-software.yaml': 'translated',
    'aws-web-tier.yaml': 'translated',
    'cluster.yaml':
      'node front_end (tosca.nodes.indigo.LRMS.FrontEnd.Slurm) is software of a type whose operations this service does not know: define the type in the template, with its scripts',
    ...(judged.has('job.yaml') && { 'job.yaml': expect.stringMatching(/is a job, which AWS Batch runs/) }),
    ...(judged.has('job-per-file.yaml') && {
      'job-per-file.yaml': expect.stringMatching(/is a job, which AWS Batch runs/),
    }),
    'web-server.yaml': 'translated',
    ...(judged.has('cluster-2.0.yaml') && { 'cluster-2.0.yaml': expect.stringMatching(/translated|^node /) }),
  });
});

/** A type that the template defines, with its operations. */
const isOfTemplate = (type: string): boolean =>
  type.startsWith('tosca.nodes.ec3.') || type === 'tosca.nodes.SoftwareComponent';

const judge = async (file: string): Promise<'translated' | 'reasons' | 'invalid'> => {
  const processed = await processTemplate(readFileSync(file, 'utf8'), { inputs: {}, imports: noImports });
  if (!processed.ok) return 'invalid';
  const { topology } = processed;
  const [first, second] = [translate(topology, offer), translate(topology, offer)];
  expect(JSON.stringify(first), file).toBe(JSON.stringify(second));
  if (!first.ok) {
    for (const reason of first.reasons)
      expect(reason, file).toMatch(/^(node \S+ \(\S+\) \S|output \S|the template asks for )/);
    expect(first.reasons.length, file).toBeGreaterThan(0);
    return 'reasons';
  }
  const { template } = bindBlueprint(first.blueprint, machinesOf(topology));
  expect(JSON.stringify(template), file).not.toMatch(/[\u{E000}\u{E001}]/u);
  return 'translated';
};

it('translates every template of the tests, or says why not', async () => {
  const seen = await Promise.all(filesIn(fixtures).map(judge));
  expect(seen.filter((one) => one === 'translated').length).toBeGreaterThan(0);
});

describe.skipIf(!corpusIsHere)('templates of others', () => {
  it('are translated, or there is a reason', async () => {
    const seen = await Promise.all(filesIn(corpus).map(judge));
    expect(seen.length).toBeGreaterThan(50);
  });

  /** What AWS or this deployer does not have; docs/aws-types.md and decisions 0033, 0036 and 0039 say so. */
  const known = [
    /gives its login a (password|private key)/,
    /asks for (ubuntu|centos|debian|rhel|the image) /i,
    /asks for GPUs, and Fargate has none$/,
    /asks to be privileged, which Fargate does not allow$/,
    /keeps data in .* containers keep nothing here/,
    /names no image: give it an artifact/,
    /asks for HTTPS: use toscanini.nodes.aws.LoadBalancer$/,
    /is attached to no machine$/,
    /asks for ansible_output/,
    /has no machine to run on: its node is hosted on no Compute$/,
  ];

  /** As an operator may have them for old templates: of these versions, and of each name that the template uses. */
  const imagesFor = ({ nodes }: Topology): readonly StackImage[] => {
    const versions = [
      ...['14.04', '16.04'].map((version) => ({ distribution: 'ubuntu', version })),
      { distribution: 'centos', version: '7', user: 'centos' },
    ];
    const names = nodes.flatMap((node) => {
      const name = capabilityValues(node, 'os')['image'];
      return typeof name === 'string' ? [{ name, user: 'cloudadm' }] : [];
    });
    return [...versions, ...names].map((one, index) => ({ id: `ami-${`${index}`.padStart(17, '0')}`, ...one }));
  };

  it('that name only types that become something are translated, or ask for what AWS does not have', async () => {
    const strange: string[] = [];
    let [judged, translated, withImages] = [0, 0, 0];
    for (const file of filesIn(corpus)) {
      const processed = await processTemplate(readFileSync(file, 'utf8'), { inputs: {}, imports: noImports });
      if (!processed.ok || processed.topology.nodes.length === 0) continue;
      if (!processed.topology.nodes.every(({ type }) => mapped.has(type) || isOfTemplate(type))) continue;
      judged += 1;
      const translation = translate(processed.topology, inVpc);
      if (translation.ok) translated += 1;
      if (translate(processed.topology, { ...inVpc, images: imagesFor(processed.topology) }).ok) withImages += 1;
      const reasons = translation.ok ? [] : translation.reasons;
      strange.push(
        ...reasons
          .filter((why) => !known.some((one) => one.test(why)))
          .map((why) => `${relative(corpus, file)}: ${why}`),
      );
    }
    expect(strange).toEqual([]);
    expect(judged).toBeGreaterThan(10);
    expect(translated).toBeGreaterThan(4);
    expect(withImages).toBeGreaterThan(8);
  });
});

const anyTemplate = fc.record({
  count: fc.integer({ min: 0, max: 4 }),
  cpus: fc.integer({ min: 1, max: 64 }),
  memory: fc.integer({ min: 1, max: 256 }),
  port: fc.integer({ min: 1, max: 65_535 }),
  disks: fc.integer({ min: 0, max: 3 }),
  name: fc.stringMatching(/^[a-z][a-z0-9_-]{0,12}$/),
});

it('gives every reference something to refer to, whatever the numbers and names', async () => {
  await fc.assert(
    fc.asyncProperty(anyTemplate, async ({ count, cpus, memory, port, disks, name }) => {
      const volumes = Array.from({ length: disks }, (_, index) => `disk-${index}`);
      const text = JSON.stringify({
        tosca_definitions_version: 'tosca_simple_yaml_1_3',
        topology_template: {
          node_templates: {
            ...Object.fromEntries(
              volumes.map((one) => [one, { type: 'tosca.nodes.BlockStorage', properties: { size: '2 GB' } }]),
            ),
            [name]: {
              type: 'tosca.nodes.Compute',
              capabilities: {
                host: { properties: { num_cpus: cpus, mem_size: `${memory} GB` } },
                scalable: { properties: { min_instances: 0, max_instances: 5, default_instances: count } },
                endpoint: { properties: { port } },
              },
              requirements: volumes.map((node) => ({
                local_storage: {
                  node,
                  relationship: { type: 'tosca.relationships.AttachesTo', properties: { location: `/${node}` } },
                },
              })),
            },
          },
          outputs: { all: { value: { get_attribute: [name, 'private_address'] } } },
        },
      });
      const topology = await topologyOf(text);
      const translation = translate(topology, offer);
      if (!translation.ok) throw new Error(translation.reasons.join('\n'));
      const { template } = bindBlueprint(translation.blueprint, machinesOf(topology));
      const known = new Set([
        ...Object.keys(template['Resources'] ?? {}),
        ...Object.keys(template['Parameters'] ?? {}),
        'AWS::Region',
      ]);
      for (const id of known) expect(id).toMatch(/^[A-Za-z0-9:]+$/);
      for (const [, ref] of JSON.stringify(template).matchAll(/"(?:Ref":|Fn::GetAtt":\[)"([^"]+)"/g))
        expect(known).toContain(ref);
    }),
    { numRuns: sampled(20, 60) },
  );
});
