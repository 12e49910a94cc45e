/** Jobs that fail, each for another reason: who is blamed, what is said, and what stays at the provider. */

import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { deploymentsOf } from '../deployments.ts';
import { service } from './service.ts';

const [first, second] = ['sandbox-batch-eu-central-1', 'sandbox-batch-eu-west-1'];
const { call, read } = deploymentsOf(service);

const sandbox = async (body?: object) => {
  const asked = body === undefined ? {} : { method: 'PUT', body: JSON.stringify(body) };
  const answer = await fetch(`${service.urls().awsUrl}/_sandbox/aws`, asked);
  const shown = await answer.json();
  expect(answer.status, JSON.stringify(shown)).toBe(200);
  return shown as { readonly places: readonly Held[] };
};

interface Held {
  readonly jobs: readonly { readonly status: string }[];
  readonly definitions: readonly { readonly status: string }[];
}

interface Shown {
  readonly uuid: string;
  readonly status: string;
  readonly statusReason?: string;
  readonly cloudProviderName?: string;
}

const accepted = async (properties: object): Promise<string> => {
  const template = JSON.stringify({
    tosca_definitions_version: 'tosca_simple_yaml_1_0',
    imports: ['toscanini-types.yaml'],
    topology_template: {
      node_templates: {
        count: { type: 'toscanini.nodes.Job', properties: { image: 'busybox', command: 'true', ...properties } },
      },
    },
  });
  const answer = await call('', 'POST', { template, parameters: {} });
  const text = await answer.text();
  expect(answer.status, text).toBe(201);
  return (JSON.parse(text) as Shown).uuid;
};

const ended = async (uuid: string): Promise<Shown & { readonly log: string }> => {
  for (;;) {
    const shown = await read<Shown>(`/${uuid}`);
    if (!/IN_PROGRESS$/.test(shown.status)) return { ...shown, log: await (await call(`/${uuid}/log`)).text() };
    await setTimeout(500);
  }
};

/** What the attempt at a provider ended with, in the log. */
const whyOf = (log: string, attempt: number): string =>
  new RegExp(`attempt ${attempt} failed: (.*)`).exec(log)?.[1] ?? `no attempt ${attempt} failed: ${log}`;

const nothingIsLeft = async (uuid: string): Promise<void> => {
  expect((await call(`/${uuid}`, 'DELETE')).status).toBe(204);
  while ((await call(`/${uuid}`)).status !== 404) await setTimeout(500);
  const { places } = await sandbox({ faults: [] });
  expect(places.flatMap(({ jobs }) => jobs).filter(({ status }) => !/SUCCEEDED|FAILED/.test(status))).toEqual([]);
  expect(places.flatMap(({ definitions }) => definitions).filter(({ status }) => status === 'ACTIVE')).toEqual([]);
};

describe('a job whose image is for other machines', () => {
  it('is tried at the next provider, and told as what it is', async () => {
    await sandbox({ faults: [{ job: 'architecture', region: 'eu-central-1' }] });
    const { uuid, log, ...shown } = await ended(await accepted({}));
    expect(shown).toMatchObject({ status: 'CREATE_COMPLETE', cloudProviderName: second });
    expect(whyOf(log, 1)).toBe(
      'job count failed with exit code 255: image busybox is for another processor architecture than job queue toscanini-jobs (exec format error): name an image for that architecture, or a queue for this image',
    );
    await nothingIsLeft(uuid);
  });

  it('is not taken for one whose own program is', async () => {
    const command = 'echo "sh: 1: ./tool: exec format error" >&2; exit 126';
    const { uuid, log, ...shown } = await ended(await accepted({ command }));
    expect(shown.status).toBe('CREATE_FAILED');
    expect(whyOf(log, 1)).toMatch(/exit code 126: .* \(the command could not be executed: it must be executable\)$/);
    expect(log).not.toContain('attempt 2');
    await nothingIsLeft(uuid);
  });
});

describe('a job queue that was deleted', () => {
  it('before the job: the next provider is tried', async () => {
    await sandbox({ faults: [{ job: 'queue-gone', region: 'eu-central-1' }] });
    const { uuid, log, ...shown } = await ended(await accepted({}));
    expect(shown).toMatchObject({ status: 'CREATE_COMPLETE', cloudProviderName: second });
    expect(whyOf(log, 1)).toBe(
      'there is no job queue toscanini-jobs in eu-central-1: name one that exists in batch.queues of this provider',
    );
    await nothingIsLeft(uuid);
  });

  it('while the job runs: the same, and the definition of the lost job goes too', async () => {
    const uuid = await accepted({ command: `[ "$AWS_BATCH_JQ_NAME" ] && sleep 5` });
    while (!(await (await call(`/${uuid}/events?size=100`)).text()).includes('job count has started'))
      await setTimeout(250);
    await sandbox({ faults: [{ job: 'queue-gone', region: 'eu-central-1' }] });
    const { log, ...shown } = await ended(uuid);
    expect(shown).toMatchObject({ status: 'CREATE_COMPLETE', cloudProviderName: second });
    expect(whyOf(log, 1)).toBe('job queue toscanini-jobs was deleted, and with it the jobs that were there');
    await nothingIsLeft(uuid);
  });

  it('while the deployment is deleted: nobody waits for its jobs', async () => {
    const uuid = await accepted({ command: 'sleep 3600' });
    while (!(await (await call(`/${uuid}/events?size=100`)).text()).includes('job count has started'))
      await setTimeout(250);
    await sandbox({ faults: [{ job: 'queue-gone' }] });
    await nothingIsLeft(uuid);
  });
});

describe('a job that is too large', () => {
  it('for the largest machine of its queue is not waited for, but tried at the next provider', async () => {
    const { uuid, log, ...shown } = await ended(await accepted({ num_cpus: 96, num_gpus: 1 }));
    expect(shown).toMatchObject({ status: 'CREATE_FAILED' });
    for (const [attempt, provider] of [first, second].entries()) {
      expect(log).toContain(`attempt ${attempt + 1}: provider ${provider} is asked`);
      expect(whyOf(log, attempt + 1)).toMatch(
        /^job count cannot run in job queue toscanini-gpu: ask for less, or name another queue \(MISCONFIGURATION:JOB_RESOURCE_REQUIREMENT/,
      );
    }
    await nothingIsLeft(uuid);
  });
});

describe('a job that fails by itself', () => {
  it.each([
    ['a command that is not there', { command: 'no-such-tool --now' }, /exit code 127: .*\(a command was not found: /],
    ['one that is killed', { command: 'kill -9 $$' }, /exit code 137: .*\(it was killed, mostly because .*mem_size\)/],
    [
      'an array with such children',
      { command: 'no-such-tool', array_size: 2 },
      /^job count failed \(2 of 2 children failed\): .*; child \d: job count failed with exit code 127: .*not found/,
    ],
  ])('names what its exit code means: %s', async (_, properties, why) => {
    const { uuid, log, ...shown } = await ended(await accepted(properties));
    expect(shown).toMatchObject({ status: 'CREATE_FAILED' });
    expect(whyOf(log, 1)).toMatch(why);
    expect(log).not.toContain('attempt 2');
    await nothingIsLeft(uuid);
  });

  it('is told apart from an array whose image cannot be fetched, which the next provider may do', async () => {
    await sandbox({ faults: [{ job: 'no-image', region: 'eu-central-1' }] });
    const { uuid, log, ...shown } = await ended(await accepted({ array_size: 2 }));
    expect(shown).toMatchObject({ status: 'CREATE_COMPLETE', cloudProviderName: second });
    expect(whyOf(log, 1)).toMatch(/child \d: job count failed: Task failed to start; CannotPullContainerError/);
    expect(whyOf(log, 1)).toContain('does this image exist');
    await nothingIsLeft(uuid);
  });
});
