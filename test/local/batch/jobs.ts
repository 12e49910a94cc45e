/** Jobs on AWS Batch: the real routes and workflows in front of the sandbox's AWS, where commands really run. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SSM } from '@aws-sdk/client-ssm';
import { describe, expect, it } from 'vitest';
import { call as toscanini } from '../../cli/called.ts';
import { deploymentsOf } from '../deployments.ts';
import { service } from './service.ts';

const control = (body: object) =>
  fetch(`${service.urls().awsUrl}/_sandbox/aws`, { method: 'PUT', body: JSON.stringify(body) });

const template = (command: string, more: object = {}): string =>
  JSON.stringify({
    tosca_definitions_version: 'tosca_simple_yaml_1_0',
    imports: ['toscanini-types.yaml'],
    topology_template: {
      node_templates: {
        count: { type: 'toscanini.nodes.Job', properties: { image: 'busybox', command, ...more } },
      },
      outputs: {
        words: { value: { get_attribute: ['count', 'results', 'words'] } },
        code: { value: { get_attribute: ['count', 'exit_code'] } },
        known: { value: 7 },
      },
    },
  });

interface Shown {
  readonly uuid: string;
  readonly status: string;
  readonly statusReason?: string;
  readonly outputs: { readonly [name: string]: unknown };
  readonly cloudProviderName?: string;
}

const { call, read, owner } = deploymentsOf(service);

/** What `toscanini jobs` prints. */
const listed = async (uuid: string, ...flags: readonly string[]): Promise<string> => {
  const env = { TOSCANINI_URL: service.urls().url, TOSCANINI_TOKEN: await owner() };
  const { code, out, error } = await toscanini(['jobs', uuid, ...flags], { env });
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return out;
};

const accepted = async (text: string): Promise<string> => {
  const answer = await call('', 'POST', { template: text, parameters: {} });
  const body = await answer.text();
  expect(answer.status, body).toBe(201);
  return (JSON.parse(body) as Shown).uuid;
};

const ended = async (uuid: string): Promise<Shown> => {
  for (;;) {
    const shown = await read<Shown>(`/${uuid}`);
    if (!/IN_PROGRESS$/.test(shown.status)) return shown;
    await setTimeout(500);
  }
};

const created = async (text: string): Promise<Shown> => ended(await accepted(text));

const removed = async (uuid: string): Promise<void> => {
  expect((await call(`/${uuid}`, 'DELETE')).status).toBe(204);
  while ((await call(`/${uuid}`)).status !== 404) await setTimeout(500);
};

const extrainfo = async (uuid: string) => JSON.parse(await (await call(`/${uuid}/extrainfo`)).text());

describe('a job', () => {
  it('runs to its end, tells its results, and is deleted', async () => {
    const { uuid, ...shown } = await created(
      template(
        'echo counting; printf "%s" "$TEXT" | wc -w | tr -d " " > n; echo "{\\"words\\": $(cat n)}" > "$TOSCANINI_RESULTS"',
        { environment: { TEXT: 'a file arrives' } },
      ),
    );
    expect(shown).toMatchObject({ status: 'CREATE_COMPLETE', outputs: { words: 3, code: 0, known: 7 } });
    // a poll may see the first line alone: the rest is then another piece of the log
    expect(await (await call(`/${uuid}/log`)).text()).toMatch(
      /output of job count:\n.*without the container.*\n(?:.*\n)*counting\n/,
    );
    const [job] = await extrainfo(uuid);
    expect(job).toMatchObject({ state: 'FINISHED', exit_code: 0, description: { execution: { image: 'busybox' } } });
    const { content } = await read<{
      content: readonly { uuid: string; state: string; physicalId: string; metadata: { Job: string } }[];
    }>(`/${uuid}/resources`);
    expect(content).toMatchObject([{ state: 'STARTED', physicalId: job.id }]);
    expect(JSON.parse(content[0]?.metadata.Job ?? '')).toEqual(job);
    const events = await (await call(`/${uuid}/events?size=100`)).text();
    for (const said of ['job count is in queue toscanini-jobs', 'job count has started', 'job count has succeeded'])
      expect(events).toContain(said);
    const update = await call(`/${uuid}`, 'PUT', { template: template('true'), parameters: {} });
    expect([update.status, await update.text()]).toEqual([400, expect.stringContaining('cannot update a deployment')]);
    for (const type of ['start', 'stop']) {
      const action = await call(`/${uuid}/resources/${content[0]?.uuid}/actions`, 'POST', { type });
      const said = [action.status, await action.text()];
      expect(said).toEqual([
        400,
        expect.stringContaining('only nodes whose type derives from tosca.nodes.Compute can be started or stopped'),
      ]);
    }
    expect(await listed(uuid)).toMatch(/^✔ count {2}succeeded {2}0 {5}\d{4}-\S+ \S+ {2}toscanini-jobs {2}\S+$/m);
    const [listedJob] = JSON.parse(await listed(uuid, '--json'));
    expect(listedJob).toMatchObject({ node: 'count', state: 'STARTED', id: job.id, facts: job });
    await removed(uuid);
  });

  it('that fails ends the deployment at the first provider, and says why with the end of its output', async () => {
    const { uuid, ...shown } = await created(template('echo it is broken >&2; exit 3'));
    expect(shown).toMatchObject({ status: 'CREATE_FAILED' });
    expect(shown.statusReason).toContain('job count failed with exit code 3: Essential container in task exited');
    expect(shown.statusReason).toContain('it is broken');
    const log = await (await call(`/${uuid}/log`)).text();
    expect(log).not.toContain('attempt 2');
    const [job] = await extrainfo(uuid);
    expect(job).toMatchObject({ state: 'FAILED', exit_code: 3, queue: 'toscanini-jobs' });
    for (const time of ['submit_time', 'start_time', 'finish_time']) expect(job[time]).toMatch(/^\d{4}-/);
    const { content } = await read<{ content: readonly object[] }>(`/${uuid}/resources`);
    expect(content).toMatchObject([{ state: 'ERROR', physicalId: job.id, metadata: { Job: JSON.stringify(job) } }]);
    expect(JSON.parse(await listed(uuid, '--json'))).toMatchObject([{ id: job.id, facts: job }]);
    expect(await listed(uuid)).toMatch(
      /^✖ count {2}failed {2}3 .* toscanini-jobs .* job count failed with exit code 3: /m,
    );
    await removed(uuid);
  });

  it('that is an array says which child failed, how, and what it wrote', async () => {
    const command = 'echo part $AWS_BATCH_JOB_ARRAY_INDEX; [ $AWS_BATCH_JOB_ARRAY_INDEX != 1 ] || exit 4';
    const { uuid, ...shown } = await created(template(command, { array_size: 3 }));
    expect(shown.statusReason).toContain('job count failed (1 of 3 children failed): Array Child Job failed');
    expect(shown.statusReason).toContain('; child 1: job count failed with exit code 4');
    const log = await (await call(`/${uuid}/log`)).text();
    expect(log).toMatch(/output of job count, child 1:\n.*without the container.*\n(?:.*\n)*part 1\n/);
    const [parent] = await extrainfo(uuid);
    expect(parent).toMatchObject({ array_size: 3, children: [{ index: 1, exit_code: 4, state: 'FAILED' }, {}, {}] });
    expect(log).toMatch(/output of job count, child 0:\n.*\n(?:.*\n)*part 0\n/);
    await removed(uuid);
  });

  it('whose results are no JSON is complete without outputs, and says so', async () => {
    const { uuid, ...shown } = await created(template('echo "{words: " > "$TOSCANINI_RESULTS"'));
    expect(shown).toMatchObject({ status: 'CREATE_COMPLETE', outputs: { known: 7 } });
    expect(await (await call(`/${uuid}/events?size=100`)).text()).toContain(
      'are left out: job count wrote a file of results that is no JSON; its log shows it',
    );
    expect(await (await call(`/${uuid}/log`)).text()).toContain(
      'toscanini: the file of results is no JSON, so it gives outputs no value: {words: ',
    );
    await removed(uuid);
  });

  it('whose queue cannot run it is tried at the next provider', async () => {
    await control({ faults: [{ job: 'no-image', region: 'eu-central-1' }] });
    const { uuid, ...shown } = await created(template('true'));
    await control({ faults: [] });
    expect(shown).toMatchObject({ status: 'CREATE_COMPLETE', cloudProviderName: 'sandbox-batch-eu-west-1' });
    expect(await (await call(`/${uuid}/log`)).text()).toMatch(/attempt 1 failed: .*CannotPullContainerError/);
    await removed(uuid);
  });

  it('is made of each new file by a schedule: the file comes in, its result goes out', async () => {
    const { s3, incoming, results } = JSON.parse(readFileSync(join(service.home, 'running.json'), 'utf8'));
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const store = new S3Client({ endpoint: s3, region: 'us-east-1', forcePathStyle: true, credentials });
    const [Bucket] = incoming as readonly string[];
    const parsed = JSON.parse(
      template('wc -l < "$TOSCANINI_INPUTS/lines.txt" | tr -d " " > "$TOSCANINI_OUTPUTS/count.txt"', {
        inputs: [{ get_input: 'file' }],
        output: { get_input: 'output' },
      }),
    );
    parsed.topology_template.inputs = { file: { type: 'string' }, output: { type: 'string' } };
    const answer = await fetch(`${service.urls().url}/schedules`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await owner()}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        template: JSON.stringify(parsed),
        fileExpression: `${Bucket}:jobs/.*`,
        replicationExpression: 'country=IT',
        numberOfReplicas: 1,
        parameters: { file: '${file.url}', output: `s3://${results}/counted/` },
      }),
    });
    expect(answer.status, await answer.clone().text()).toBe(201);
    const { uuid } = (await answer.json()) as { uuid: string };
    await store.send(new PutObjectCommand({ Bucket, Key: 'jobs/lines.txt', Body: 'a\nb\nc\n' }));
    type Event = { readonly deployment?: { readonly uuid: string } };
    let made: string | undefined;
    while (made === undefined) {
      await setTimeout(500);
      const events = await fetch(`${service.urls().url}/schedules/${uuid}/events`, {
        headers: { authorization: `Bearer ${await owner()}` },
      });
      made = ((await events.json()) as { content: readonly Event[] }).content[0]?.deployment?.uuid;
    }
    const shown = await ended(made);
    expect(shown, await (await call(`/${made}/log`)).text()).toMatchObject({ status: 'CREATE_COMPLETE' });
    const { Body } = await store.send(new GetObjectCommand({ Bucket: results, Key: 'counted/count.txt' }));
    expect(await Body?.transformToString()).toBe('3\n');
    await removed(made);
  });

  it('hands on its files to the next one, with the roles of the installation', async () => {
    const { results } = JSON.parse(readFileSync(join(service.home, 'running.json'), 'utf8'));
    const job = (more: object) => ({ type: 'toscanini.nodes.Job', properties: { image: 'aws-cli', ...more } });
    const chain = (folder: string) =>
      JSON.stringify({
        tosca_definitions_version: 'tosca_simple_yaml_1_3',
        imports: ['toscanini-types.yaml'],
        topology_template: {
          node_templates: {
            one: job({ command: 'echo 42 > $TOSCANINI_OUTPUTS/a.txt', output: `s3://${results}/${folder}/` }),
            two: {
              ...job({
                command: 'echo "{\\"answer\\": $(cat $TOSCANINI_INPUTS/a.txt)}" > "$TOSCANINI_RESULTS"',
                inputs: [`s3://${results}/${folder}/a.txt`],
              }),
              requirements: [{ dependency: 'one' }],
            },
          },
          outputs: { answer: { value: { get_attribute: ['two', 'results', 'answer'] } } },
        },
      });
    const handedOn = await created(chain('chains/one'));
    expect(handedOn).toMatchObject({ status: 'CREATE_COMPLETE', outputs: { answer: 42 } });
    const kept = await created(chain('mine'));
    expect(kept.status).toBe('CREATE_FAILED');
    expect(kept.statusReason).toMatch(/job two failed with exit code .*is not authorized to perform: s3:GetObject/s);
    for (const { uuid } of [handedOn, kept]) await removed(uuid);
  });

  it('gets secrets from Parameter Store that are for containers, and no others', async () => {
    const { awsUrl: endpoint } = service.urls();
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    for (const region of ['eu-central-1', 'eu-west-1']) {
      const ssm = new SSM({ endpoint, region, credentials });
      for (const Name of ['/toscanini-containers/word', '/payroll/word'])
        await ssm.putParameter({ Name, Value: 'swordfish', Type: 'SecureString', Overwrite: true });
    }
    const secret = (name: string) => `arn:aws:ssm:eu-central-1:111111111111:parameter${name}`;
    const command = '[ "$WORD" = swordfish ]';
    const read = await created(template(command, { secrets: { WORD: secret('/toscanini-containers/word') } }));
    expect(read).toMatchObject({ status: 'CREATE_COMPLETE' });
    const refused = await created(template(command, { secrets: { WORD: secret('/payroll/word') } }));
    expect(refused.statusReason).toMatch(/is not authorized to perform: ssm:GetParameters/);
    for (const { uuid } of [read, refused]) await removed(uuid);
  });

  it('that runs is ended by a deletion', async () => {
    const uuid = await accepted(template('sleep 3600'));
    while (!(await (await call(`/${uuid}/events?size=100`)).text()).includes('job count has started'))
      await setTimeout(500);
    await removed(uuid);
  });
});
