/** A schedule with files and a deployment of jobs, for the pictures of docs/dashboard.md. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Toscanini } from '../../client/index.ts';

const reprocessing = `
tosca_definitions_version: tosca_simple_yaml_1_3
description: Reprocesses a file
topology_template:
  inputs: { file: { type: string } }
  node_templates: { worker: { type: tosca.nodes.Compute } }
  outputs: { file: { value: { get_input: file } } }
`;

const image = 'public.ecr.aws/docker/library/busybox:stable';

const nightRun = `
tosca_definitions_version: tosca_simple_yaml_1_0
description: Night run
imports: [toscanini-types.yaml]
topology_template:
  node_templates:
    split:
      type: toscanini.nodes.Job
      properties: { image: ${image}, command: echo splitting }
    process:
      type: toscanini.nodes.Job
      properties: { image: ${image}, array_size: 8, num_cpus: 1, mem_size: 2 GB, command: "sleep $((AWS_BATCH_JOB_ARRAY_INDEX * 4))" }
      requirements: [ { dependency: split } ]
    merge:
      type: toscanini.nodes.Job
      properties: { image: ${image}, command: echo merging }
      requirements: [ { dependency: process } ]
`;

const until = async (isReached: () => Promise<boolean>): Promise<void> => {
  while (!(await isReached())) await new Promise((resolve) => setTimeout(resolve, 300));
};

/** Its id. Two of its files have a deployment, the third one is on its way. */
export const scheduleWithFiles = async (client: Toscanini): Promise<string> => {
  const { incoming } = JSON.parse(readFileSync(join(process.env['TOSCANINI_HOME'] ?? '', 'running.json'), 'utf8')) as {
    readonly incoming: readonly string[];
  };
  const { uuid } = await client.createSchedule({
    ...{ name: 'Nightly reprocessing', template: reprocessing, userGroup: 'research' },
    parameters: { file: `${'$'}{file.url}` },
    ...{ fileExpression: `${incoming[0]}:data/.*\\.root`, replicationExpression: 'country=IT', numberOfReplicas: 1 },
  });
  const filesWith = async (status: RegExp): Promise<number> => {
    const seen: boolean[] = [];
    for await (const { deployment } of client.scheduleEvents(uuid)) seen.push(status.test(deployment?.status ?? ''));
    return seen.filter(Boolean).length;
  };
  // the service's environment leads clients to the stores of this machine
  const s3 = new S3Client();
  const put = (name: string) =>
    s3.send(new PutObjectCommand({ Bucket: incoming[0], Key: `data/${name}`, Body: 'content' }));
  await put('run-0411.root');
  await put('run-0412.root');
  await until(async () => (await filesWith(/COMPLETE/)) === 2);
  await put('run-0413.root');
  await until(async () => (await filesWith(/./)) === 3);
  s3.destroy();
  return uuid;
};

/** The id of a deployment that is half way through an array of jobs. */
export const jobsAtWork = async (client: Toscanini): Promise<string> => {
  const { uuid } = await client.create({ template: nightRun, userGroup: 'research' });
  await until(async () => {
    for await (const { metadata } of client.resources(uuid))
      if (/"array":\{[^}]*"SUCCEEDED":[2-6]/.test(metadata['Job'] ?? '')) return true;
    return false;
  });
  return uuid;
};
