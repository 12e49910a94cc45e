import { describe, expect, it } from 'vitest';
import { chronos, jobOf, own, qcg, reasonsOf, translated, warningsOf } from './translated.ts';

const runtime = (host: object) => ({
  type: 'tosca.nodes.indigo.Container.Runtime.Docker',
  capabilities: { host: { properties: host } },
});
const hosted = (host: object, properties: object = {}) => ({
  job: chronos(properties, { requirements: [{ host: 'place' }] }),
  place: runtime(host),
});

describe('a job of our own type', () => {
  it.each([
    ['no size', {}, { cpus: '0.25', memory: 512 }],
    ['a size between two pairs', { num_cpus: 0.3, mem_size: '600 MiB' }, { cpus: '0.5', memory: 1024 }],
    ['much memory', { mem_size: '9 GiB' }, { cpus: '2', memory: 9216 }],
    ['memory that the smallest size has not', { mem_size: '1200 MiB' }, { cpus: '0.25', memory: 2048 }],
    ['many processors', { num_cpus: 9 }, { cpus: '16', memory: 32768 }],
    ['retries', { retries: 2 }, { attempts: 3 }],
    ['a timeout', { timeout: '2 h' }, { timeoutSeconds: 7200 }],
    ['an array', { array_size: 10 }, { arraySize: 10 }],
    ['an environment', { environment: { A: 'b' } }, { environment: { A: 'b' } }],
    ['secrets', { secrets: { KEY: 'arn:aws:ssm:x' } }, { secrets: { KEY: 'arn:aws:ssm:x' } }],
    ['a disk', { disk_size: '50 GiB' }, { disk: 50 }],
    ['a small disk', { disk_size: '1 GiB' }, { disk: 21 }],
    ['graphics processors', { num_gpus: 1 }, { queue: 'gpu', platform: 'EC2', gpus: 1, cpus: '1' }],
    ['a queue', { queue: 'gpu' }, { queue: 'gpu', platform: 'EC2' }],
  ])('with %s', async (_, properties, expected) => {
    expect(await jobOf({ job: own(properties) })).toMatchObject(expected);
  });

  it('runs its command by a shell that prints the results, and copies inputs and output', async () => {
    const { command = [] } = await jobOf({
      job: own({ command: "echo 'a b'", inputs: ['s3://in/a.csv', 's3://in/all/'], output: 's3://out/x/' }),
    });
    expect(command.slice(0, 2)).toEqual(['/bin/sh', '-c']);
    expect(command.slice(3)).toEqual(['job', "echo 'a b'"]);
    expect(command[2]).toContain('aws s3 cp --only-show-errors \'s3://in/a.csv\' "$TOSCANINI_INPUTS/"');
    expect(command[2]).toContain("aws s3 cp --recursive --no-progress 's3://in/all/'");
    expect(command[2]).toContain('"$TOSCANINI_OUTPUTS/" \'s3://out/x/\'');
  });

  it("without a command runs the image's own", async () => {
    expect(await jobOf({ job: { type: 'toscanini.nodes.Job', properties: { image: 'busybox' } } })).not.toHaveProperty(
      'command',
    );
  });

  it('waits for the jobs that it depends on', async () => {
    const made = await translated({ last: own({}, { requirements: [{ dependency: 'first' }] }), first: own() });
    expect(made.ok && made.blueprint.jobs.map(({ node, after }) => [node, after])).toEqual([
      ['first', []],
      ['last', ['first']],
    ]);
  });
});

describe('a job of Chronos', () => {
  it('has the size of its host, and the image of its artifact', async () => {
    expect(await jobOf(hosted({ num_cpus: 1.0, mem_size: '1 GB' }))).toMatchObject({
      image: 'ubuntu:16.04',
      cpus: '1',
      memory: 2048,
    });
  });

  it.each([
    ['environment_variables', { environment_variables: { A: 'b' } }, { environment: { A: 'b' } }],
    ['retries', { retries: 3 }, { attempts: 4 }],
    ['labels', { labels: { team: 'x' } }, { labels: { team: 'x' } }],
    ['a schedule that runs once at once', { schedule: 'R1//PT1H' }, { attempts: 1 }],
    ['secrets', { secrets: { KEY: 'arn:aws:ssm:x' } }, { secrets: { KEY: 'arn:aws:ssm:x' } }],
  ])('with %s', async (_, properties, expected) => {
    expect(await jobOf({ job: chronos(properties) })).toMatchObject(expected);
  });

  it('fetches its uris into the folder where it runs', async () => {
    const { command = [] } = await jobOf({ job: chronos({ uris: ['https://example.org/a/run.sh?x=1'] }) });
    expect(command[2]).toContain('MESOS_SANDBOX="$here"');
    expect(command[2]).toContain("curl -fsSL -o 'run.sh' 'https://example.org/a/run.sh?x=1'");
  });

  it('asks for GPUs through its host', async () => {
    expect(await jobOf(hosted({ num_cpus: 1, mem_size: '1 GB', num_gpus: 2 }))).toMatchObject({
      queue: 'gpu',
      gpus: 2,
    });
  });

  it('waits for its parent', async () => {
    const made = await translated({
      child: chronos({}, { requirements: [{ parent_job: 'father' }] }),
      father: chronos(),
    });
    expect(made.ok && made.blueprint.jobs.map(({ node, after }) => [node, after])).toEqual([
      ['father', []],
      ['child', ['father']],
    ]);
  });

  it('is privileged by default: Fargate says that it is not, a queue of machines obeys', async () => {
    expect(await warningsOf({ job: chronos() })).toEqual([
      expect.stringContaining('asks to be privileged, which Fargate does not allow: ignored'),
    ]);
    expect(await jobOf({ job: chronos() }, { queues: [{ name: 'own', platform: 'EC2' }] })).toMatchObject({
      privileged: true,
    });
  });

  it('hears of volumes and constraints', async () => {
    const warnings = await warningsOf(
      hosted({ num_cpus: 1, mem_size: '1 GB', volumes: ['/data:rw'] }, { constraints: [['a', 'b']] }),
    );
    expect(warnings.join('\n')).toMatch(/mounts \/data:rw.*\n.*constraints on Mesos, which are ignored/);
  });

  it.each([
    ['no image', { job: { ...chronos(), artifacts: {} } }, 'has no artifact `image`'],
    ['a schedule', { job: chronos({ schedule: 'R/2026-01-01T00:00:00Z/PT1H' }) }, 'only a job that runs once, at once'],
    [
      'a schedule and a parent',
      { a: chronos({ schedule: 'R1//PT1H' }, { requirements: [{ parent_job: 'b' }] }), b: chronos() },
      'has a schedule and a parent_job',
    ],
    [
      'a token of Onedata',
      {
        job: chronos({ environment_variables: { T: { get_attribute: ['space', 'token'] } } }),
        space: { type: 'tosca.nodes.indigo.OnedataSpace', properties: { space: 'x' } },
      },
      'takes environment_variables from an attribute',
    ],
  ])('with %s drops the provider', async (_, nodes, why) => {
    expect(await reasonsOf(nodes)).toContain(why);
  });
});

describe('a job of QCG', () => {
  it.each([
    ['no image: that of the provider', {}, { image: 'debian' }],
    ['cores and memory', { total_cores: 2, memory_per_node: 4096 }, { cpus: '2', memory: 4096 }],
    ['memory for each core', { total_cores: 2, memory_per_core: 3072 }, { cpus: '2', memory: 6144 }],
    ['cores of its node', { cores_per_node: 4 }, { cpus: '4' }],
    ['a wall clock', { wall_clock: '00:02:00' }, { timeoutSeconds: 120, attempts: 1 }],
    ['a wall clock of hours and minutes', { wall_clock: '2:30' }, { timeoutSeconds: 9_000 }],
    ['a wall clock of all parts', { wall_clock: '1-2:03:04' }, { timeoutSeconds: 93_784 }],
    ['a wall clock of days', { wall_clock: '1-00:00:00' }, { timeoutSeconds: 86_400 }],
    ['GPUs', { gpus: 1 }, { queue: 'gpu' }],
    ['a queue', { queue: 'jobs' }, { queue: 'jobs' }],
    ['an environment', { environment: { N: 2 } }, { environment: { N: '2' } }],
  ])('with %s', async (_, properties, expected) => {
    expect(await jobOf({ job: qcg(properties) })).toMatchObject(expected);
  });

  it('runs its executable with its arguments in its directory, and shows what it writes', async () => {
    const { command = [] } = await jobOf({
      job: qcg({ arguments: ['a b', "c'd"], directory: '${HOME}', std_outerr: 'log.txt', stdin: 'in.txt' }),
    });
    expect(command[2]).toContain('cd "${HOME}" || exit 1');
    expect(command.at(-1)).toBe(
      "printenv 'a b' 'c'\\''d' < 'in.txt' > 'log.txt' 2>&1\ncode=$?\ncat 'log.txt'\nexit $code",
    );
  });

  it.each([
    ['cores', { total_cores: 2, cores_per_node: 4 }, ['has total_cores and cores_per_node: total_cores is taken']],
    ['the same cores', { total_cores: 2, cores_per_node: 2 }, []],
    [
      'memory',
      { total_cores: 2, memory_per_node: 4096, memory_per_core: 1024 },
      ['has memory_per_node and memory_per_core: memory_per_node is taken'],
    ],
    ['the same memory', { total_cores: 2, memory_per_node: 4096, memory_per_core: 2048 }, []],
    [
      'files',
      { std_outerr: 'all', stdout: 'out' },
      ['writes out: ', 'writes all: ', 'has std_outerr and stdout: std_outerr is taken'],
    ],
  ])('hears which of two properties about %s is taken', async (_, properties, expected) => {
    const warnings = await warningsOf({ job: qcg(properties) });
    expect(warnings).toEqual(expected.map((one) => expect.stringContaining(one)));
  });

  it('hears of its files and of options of another system', async () => {
    const warnings = await warningsOf({ job: qcg({ stdout: 'o', batch_system_options: ['-x'], schema: 'y' }) });
    expect(warnings.join('\n')).toMatch(/writes o: .*\n.*batch_system_options, which are ignored\n.*schema of QCG/);
  });

  it.each([
    ['several nodes', qcg({ total_nodes: 2 }), {}, 'asks for 2 nodes'],
    ['an unknown queue', qcg({ queue: 'tesla' }), {}, 'asks for job queue tesla, and there are jobs, gpu'],
    ['no image anywhere', qcg(), { image: undefined }, 'names no image, and the provider has none'],
    ['an unknown queue beside one', qcg({ queue: 'x' }), { queues: [{ name: 'jobs' }] }, 'queue x, and there is jobs'],
    [
      'a queue without GPUs',
      qcg({ queue: 'jobs', gpus: 1 }),
      {},
      'in job queue jobs, which has none: those with GPUs are gpu',
    ],
    ['a wall clock that is none', qcg({ wall_clock: 'soon' }), {}, 'expected is hours:minutes:seconds'],
    ['a wall clock with more behind it', qcg({ wall_clock: '1:00:00 h' }), {}, 'expected is hours:minutes:seconds'],
    ['a wall clock with more before it', qcg({ wall_clock: 'at 1:00' }), {}, 'expected is hours:minutes:seconds'],
  ])('with %s drops the provider', async (_, job, more, why) => {
    expect(await reasonsOf({ job }, more)).toContain(why);
  });
});

describe('a job that names no queue', () => {
  const queues = [
    { name: 'small' },
    { name: 'gpu', platform: 'EC2' as const, gpus: true as const },
    { name: 'large', platform: 'EC2' as const },
  ];
  it.each([
    ['that fits Fargate', {}, 'small'],
    ['that is too large for Fargate', { num_cpus: 40 }, 'large'],
    ['that needs a GPU', { num_gpus: 1 }, 'gpu'],
  ])('%s goes to the first that can run it', async (_, properties, queue) => {
    expect((await jobOf({ job: own(properties) }, { queues })).queue).toBe(queue);
  });
});

describe('a template', () => {
  it.each([
    ['without a job', { web: { type: 'tosca.nodes.Compute' } }, 'the template has no job'],
    [
      'with something beside jobs',
      { job: own(), web: { type: 'tosca.nodes.Compute' } },
      'node web (tosca.nodes.Compute) is no job',
    ],
    ['that asks for too much', { job: own({ num_cpus: 40 }) }, 'Fargate has at most 32 vCPUs'],
    ['with an address that is none', { job: own({ inputs: ['/etc'] }) }, 'which is no address in S3'],
    ['with an address after something else', { job: own({ inputs: ['-x s3://in/a'] }) }, 'which is no address in S3'],
    ['with an address of a bucket alone', { job: own({ inputs: ['s3://in/'] }) }, 'which is no address in S3'],
  ])('%s drops the provider', async (_, nodes, why) => {
    expect(await reasonsOf(nodes)).toContain(why);
  });

  it('may ask for what is known of a job after its end, and for nothing else', async () => {
    const asking = (attribute: string) => ({ it: { value: { get_attribute: ['job', attribute] } } });
    expect(await reasonsOf({ job: own() }, {}, asking('exit_code'))).toBe('it can be made');
    expect(await reasonsOf({ job: own() }, {}, asking('tosca_id'))).toContain(
      'known of a job are exit_code, state, results',
    );
  });

  it('needs a role that starts containers, and GPUs where it asks for them', async () => {
    expect(await reasonsOf({ job: own() }, { executionRoleArn: undefined })).toContain('names no executionRoleArn');
    expect(await reasonsOf({ job: own({ num_gpus: 1 }) }, { queues: [{ name: 'jobs' }] })).toContain(
      'asks for 1 GPUs, and no job queue has any (jobs)',
    );
  });
});

describe('the image of a job of Chronos', () => {
  const ofRepository = (repository: string) => ({ artifacts: { image: { file: 'tool:2', type, repository } } });
  const type = 'tosca.artifacts.Deployment.Image.Container.Docker';

  it('comes from the repository that its artifact names', async () => {
    expect(await jobOf({ job: chronos({}, ofRepository('ours')) })).toMatchObject({
      image: 'registry.example/group/tool:2',
    });
  });

  it('is not looked for elsewhere when nobody declares the repository', async () => {
    expect(await reasonsOf({ job: chronos({}, ofRepository('theirs')) })).toContain(
      'takes its image from a repository theirs without an address',
    );
  });
});
