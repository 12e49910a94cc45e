import { describe, expect, it } from 'vitest';
import { batchReach } from '../../../src/domain/batch/fit.ts';
import { topologyOf } from '../../tosca/fixtures.ts';
import { chronos, jobOf, offer, own, qcg, reasonsOf, text, translated, warningsOf } from './translated.ts';

const onMachines = { queues: [{ name: 'machines', platform: 'EC2' as const }], executionRoleArn: undefined };
const host = (properties: object, more: object = {}) => ({
  job: chronos({ command: 'true', privileged: false }, { requirements: [{ host: 'place' }] }),
  place: {
    type: 'tosca.nodes.indigo.Container.Runtime.Docker',
    capabilities: { host: { properties: { num_cpus: 1, mem_size: '1 GB', ...properties } } },
    ...more,
  },
});

describe('the whole of a job', () => {
  it('on Fargate has what the template says, and nothing else', async () => {
    const job = await jobOf({ job: { type: 'toscanini.nodes.Job', properties: { image: 'busybox' } } });
    expect(job).toStrictEqual({
      ...{ node: 'job', queue: 'jobs', platform: 'FARGATE', architecture: 'X86_64', image: 'busybox' },
      ...{ cpus: '0.25', memory: 512, environment: {}, secrets: {}, attempts: 1, labels: {} },
      ...{ publicAddress: true, after: [], executionRoleArn: offer.executionRoleArn },
    });
  });

  it('on a queue of machines needs no role, no public address and no disk', async () => {
    const job = await jobOf({ job: own({ disk_size: '50 GiB' }) }, onMachines);
    expect(job).toMatchObject({ queue: 'machines', platform: 'EC2', publicAddress: false });
    for (const absent of ['disk', 'executionRoleArn', 'jobRoleArn', 'gpus', 'timeoutSeconds', 'privileged']) {
      expect(job).not.toHaveProperty(absent);
    }
  });

  it('has the role of the provider, the architecture of its queue, and no public address where subnets have a way out', async () => {
    const more = {
      queues: [{ name: 'jobs', architecture: 'arm64' as const }],
      jobRoleArn: 'arn:aws:iam::111111111111:role/jobs',
      publicAddresses: false,
    };
    expect(await jobOf({ job: own() }, more)).toMatchObject({
      architecture: 'ARM64',
      jobRoleArn: more.jobRoleArn,
      publicAddress: false,
    });
  });

  it('of QCG shows what it writes to both of its files', async () => {
    const { command = [] } = await jobOf({ job: qcg({ stdout: 'out', stderr: 'err' }) });
    expect(command.at(-1)).toBe("printenv > 'out' 2> 'err'\ncode=$?\ncat 'out' 'err'\nexit $code");
  });

  it('of QCG is the executable alone, where it asks for nothing else', async () => {
    const { command = [] } = await jobOf({ job: qcg() });
    expect(command.at(-1)).toBe('printenv');
    expect(command[2]).not.toContain('cd ');
  });

  it('is privileged only where its template says so', async () => {
    expect(await jobOf({ job: chronos({ privileged: false }) }, onMachines)).not.toHaveProperty('privileged');
  });

  it('has numbers as texts in its environment', async () => {
    const environment = { N: 2, B: true, T: 'x' };
    expect((await jobOf({ job: chronos({ environment_variables: environment }) })).environment).toEqual({
      N: '2',
      B: 'true',
      T: 'x',
    });
  });
});

describe('the limits of Batch', () => {
  it.each([
    [
      '10 retries',
      chronos({ privileged: false, retries: 10 }),
      /asks for 10 retries, and gets 9, the most that Batch makes/,
    ],
    ['a wall clock of 59 seconds', qcg({ wall_clock: '00:00:59' }), /a timeout of 59 seconds, and gets 60, the least/],
    ['a reserved label', chronos({ privileged: false, labels: { 'aws:x': 'y' } }), /the label aws:x, whose prefix/],
  ])('are said for %s', async (_, job, warning) => {
    const warnings = await warningsOf({ job });
    expect(warnings).toEqual([expect.stringMatching(warning)]);
  });

  it.each([
    ['9 retries', own({ retries: 9 }), { attempts: 10 }],
    ['a timeout of 60 seconds', own({ timeout: '60 s' }), { timeoutSeconds: 60 }],
    ['a disk of 200 GiB', own({ disk_size: '200 GiB' }), { disk: 200 }],
  ])('allow %s', async (_, job, expected) => {
    expect(await warningsOf({ job })).toEqual([]);
    expect(await jobOf({ job })).toMatchObject(expected);
  });

  it('give at least 60 seconds, at most 10 tries, and at most 40 labels', async () => {
    expect(await jobOf({ job: qcg({ wall_clock: '00:00:01' }) })).toMatchObject({ timeoutSeconds: 60 });
    expect(await jobOf({ job: chronos({ retries: 30 }) })).toMatchObject({ attempts: 10 });
    const labels = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`label${index}`, 'x']));
    const labelled = (count: number) => ({ job: chronos({ privileged: false, labels: labels(count) }) });
    expect(await warningsOf(labelled(40))).toEqual([]);
    expect(await warningsOf(labelled(41))).toEqual([expect.stringContaining('has 41 labels, and gets the first 40')]);
  });

  it('allow 200 GiB on Fargate, and not 201', async () => {
    expect(await reasonsOf({ job: own({ disk_size: '201 GiB' }) })).toContain('a disk of 201 GiB, and Fargate gives');
  });
});

describe('a host of Chronos', () => {
  it('of one instance with a plain size gives no warning', async () => {
    expect(await warningsOf(host({}))).toEqual([]);
  });

  it.each([
    ['publish_ports', { publish_ports: [{ source: 80 }] }, /publish_ports, and nobody can reach a job/],
    ['publish_all', { publish_all: true }, /publish_all, and nobody can reach a job/],
  ])('with %s gives one', async (_, properties, warning) => {
    expect(await warningsOf(host(properties))).toEqual([expect.stringMatching(warning)]);
  });
});

describe('inputs and outputs', () => {
  it.each([
    ['inputs', { inputs: ['s3://in/a'] }],
    ['an output', { output: 's3://out/x/' }],
  ])('%s without a command drop the provider', async (_, properties) => {
    const job = { type: 'toscanini.nodes.Job', properties: { image: 'busybox', ...properties } };
    expect(await reasonsOf({ job })).toContain('no command that could use them');
  });

  it('neither of them needs the command line of AWS where it is not asked for', async () => {
    const { command = [] } = await jobOf({ job: own() });
    expect(command[2]).not.toContain('aws');
    expect(command[2]).not.toContain('MESOS_SANDBOX');
  });

  it('an address without a file is fetched to a file all the same', async () => {
    const { command = [] } = await jobOf({ job: chronos({ uris: ['https://example.org/'] }) });
    expect(command[2]).toContain("curl -fsSL -o 'file' 'https://example.org/'");
  });
});

describe('a provider', () => {
  const described = { id: 'batch', name: 'Batch', priority: 1 };

  it('without a region for jobs takes no template', async () => {
    const fit = batchReach.fit(await topologyOf(text({ job: own() })), described as never);
    expect(fit).toEqual({ edits: [], lacks: ['its configuration names no region'] });
  });

  it('takes a template with nothing to say, or says all that is wrong with it', async () => {
    const fitOf = async (nodes: object) =>
      batchReach.fit(await topologyOf(text(nodes)), { ...described, batch: offer } as never);
    expect(await fitOf({ job: own() })).toEqual({ edits: [], lacks: [], notes: [], blueprint: expect.any(String) });
    expect(await fitOf({ job: own({ output: 'http://x/' }) })).toEqual({
      edits: [],
      lacks: [
        expect.stringMatching(/names "http:\/\/x\/", which is no address in S3, such as s3:\/\/bucket\/folder\/$/),
      ],
    });
  });

  it('is given the outputs that only the jobs can tell', async () => {
    const outputs = { code: { value: { get_attribute: ['job', 'exit_code'] } }, plain: { value: 'known before' } };
    const made = await translated({ job: own() }, {}, outputs);
    expect(made.ok && made.blueprint.outputs).toEqual([
      { name: 'code', value: { get_attribute: ['job', 'exit_code'] } },
    ]);
  });

  it('gets the note of a job of Chronos: its description, or else its command', async () => {
    const noteOf = async (properties: object) => (await jobOf({ job: chronos(properties) })).note;
    expect(await noteOf({ command: 'sleep 1', description: 'waits' })).toBe('waits');
    expect(await noteOf({ command: 'sleep 1' })).toBe('sleep 1');
  });

  it('takes a template with the notes on what it leaves out', async () => {
    const topology = await topologyOf(text({ job: chronos({ privileged: false, retries: 12 }) }));
    const fit = batchReach.fit(topology, { ...described, batch: offer } as never);
    expect(fit).toMatchObject({ lacks: [], notes: [expect.stringContaining('asks for 12 retries')] });
    expect(fit).toHaveProperty('blueprint', expect.stringContaining('"node":"job"'));
  });
});
