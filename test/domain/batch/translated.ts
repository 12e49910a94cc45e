import type { JobBlueprint } from '../../../src/domain/batch/blueprint.ts';
import { translate } from '../../../src/domain/batch/translate.ts';
import type { BatchOffer } from '../../../src/domain/providers/batch-offer.ts';
import { topologyOf } from '../../tosca/fixtures.ts';

export const offer: BatchOffer = {
  region: 'eu-west-1',
  queues: [{ name: 'jobs' }, { name: 'gpu', platform: 'EC2', gpus: true }],
  executionRoleArn: 'arn:aws:iam::111111111111:role/start-jobs',
  image: 'debian',
};

const indigo = 'https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml';

export const text = (nodes: object, outputs: object = {}): string =>
  JSON.stringify({
    tosca_definitions_version: 'tosca_simple_yaml_1_0',
    imports: [indigo, 'toscanini-types.yaml'],
    repositories: { ours: { url: 'https://registry.example/group' } },
    topology_template: { node_templates: nodes, outputs },
  });

export const translated = async (nodes: object, more: Partial<BatchOffer> = {}, outputs: object = {}) =>
  translate(await topologyOf(text(nodes, outputs)), { ...offer, ...more });

export const own = (properties: object = {}, more: object = {}) => ({
  type: 'toscanini.nodes.Job',
  properties: { image: 'busybox', command: 'true', ...properties },
  ...more,
});

export const chronos = (properties: object = {}, more: object = {}) => ({
  type: 'tosca.nodes.indigo.Container.Application.Docker.Chronos',
  properties: { command: 'true', ...properties },
  artifacts: { image: { file: 'ubuntu:16.04', type: 'tosca.artifacts.Deployment.Image.Container.Docker' } },
  ...more,
});

export const qcg = (properties: object = {}) => ({
  type: 'tosca.nodes.indigo.Qcg.Job',
  properties: { executable: 'printenv', environment: {}, ...properties },
});

/** The only job, or the first. */
export const jobOf = async (nodes: object, more: Partial<BatchOffer> = {}): Promise<JobBlueprint> => {
  const made = await translated(nodes, more);
  const job = made.ok ? made.blueprint.jobs[0] : undefined;
  if (job === undefined) throw new Error(JSON.stringify(made));
  return job;
};

export const reasonsOf = async (
  nodes: object,
  more: Partial<BatchOffer> = {},
  outputs: object = {},
): Promise<string> => {
  const made = await translated(nodes, more, outputs);
  return made.ok ? 'it can be made' : made.reasons.join('\n');
};

export const warningsOf = async (nodes: object, more: Partial<BatchOffer> = {}): Promise<readonly string[]> => {
  const made = await translated(nodes, more);
  if (!made.ok) throw new Error(made.reasons.join('\n'));
  return made.warnings;
};
