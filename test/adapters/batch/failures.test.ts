import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definition, failed, job, ScriptedBatch } from './scripted-batch.ts';

const name = 'toscanini-1-1';
const batch = new ScriptedBatch();
beforeAll(() => batch.start());
afterAll(() => batch.stop());

const statusOf = (...jobs: readonly object[]) => batch.holds({ definitions: [definition(name)], jobs }).status(name);

describe('the reason why jobs failed', () => {
  it('is absent while none has', async () => {
    const status = await statusOf(job('a', { status: 'SUCCEEDED', container: { exitCode: 0 } }));
    expect(status).not.toHaveProperty('reason');
    expect(status).not.toHaveProperty('blame');
  });

  it('names the job, its exit code and what Batch says, each once', async () => {
    const { reason } = await statusOf(
      failed('a', { container: { exitCode: 4, reason: 'Essential container in task exited' } }),
    );
    expect(reason).toBe('job a failed with exit code 4: Essential container in task exited');
  });

  it('is that of the last attempt, and counts them', async () => {
    const attempts = [1, 2, 3].map((exitCode) => ({ container: { exitCode, reason: `reason ${exitCode}` } }));
    const { reason } = await statusOf(failed('a', { statusReason: 'exited', container: {}, attempts }));
    expect(reason).toBe('job a failed with exit code 3 after 3 attempts: exited; reason 3');
    const lost = await statusOf(failed('a', { statusReason: 'lost', container: {}, attempts: [...attempts, {}] }));
    expect(lost.reason).toBe('job a failed after 4 attempts: lost');
    const once = await statusOf(failed('a', { attempts: attempts.slice(0, 1) }));
    expect(once.reason).not.toContain('attempts');
  });

  it('is said too where Batch gives none', async () => {
    const { reason } = await statusOf(job('a', { status: 'FAILED' }));
    expect(reason).toBe('job a failed: Batch gives no reason');
  });

  it('is that of the job that failed itself, not of one that waited for it', async () => {
    const waited = failed('a', { statusReason: 'Dependent Job failed', container: {} });
    expect((await statusOf(waited, failed('b'))).reason).toMatch(/^job b failed/);
    expect((await statusOf(waited)).reason).toMatch(/^job a failed: Dependent/);
    expect((await statusOf(failed('first', { createdAt: 1 }), failed('second', { createdAt: 2 }))).reason).toMatch(
      /^job first failed/,
    );
  });

  it('of an array is that of a child that failed', async () => {
    const arrayProperties = { size: 5, statusSummary: { SUCCEEDED: 3, FAILED: 2 } };
    const array = failed('a', { statusReason: 'Array Child Job failed', container: {}, arrayProperties });
    const child = (index: number, status: string, exitCode: number) =>
      job(`a:${index}`, {
        status: status as never,
        container: { exitCode },
        arrayProperties: { index },
        tags: { 'toscanini:node': 'a' },
      });
    const children = [child(0, 'SUCCEEDED', 0), child(1, 'FAILED', 7), child(2, 'FAILED', 8), child(3, 'SUCCEEDED', 0)];
    const { reason, blame } = await statusOf(array, ...children);
    expect(reason).toBe(
      'job a failed (2 of 5 children failed): Array Child Job failed; child 1: job a failed with exit code 7: Batch gives no reason',
    );
    expect(blame).toBe('work');
    expect(batch.asked('listjobs').filter(({ arrayJobId }) => arrayJobId !== undefined)).toEqual([
      { arrayJobId: 'a', jobStatus: 'FAILED', maxResults: 3 },
      { arrayJobId: 'a', jobStatus: 'SUCCEEDED', maxResults: 1 },
    ]);
  });

  it('of an array is read from at most three children', async () => {
    const arrayProperties = { size: 5, statusSummary: { SUCCEEDED: 2, FAILED: 3 } };
    const children = [0, 1, 2].map((index) => failed(`a:${index}`, { arrayProperties: { index } }));
    await statusOf(failed('a', { container: {}, arrayProperties }), ...children);
    expect(batch.asked('listjobs').flatMap(({ jobStatus }) => jobStatus ?? [])).toEqual(['FAILED']);
  });

  it('of an array whose failed children are not listed yet is its own', async () => {
    const arrayProperties = { size: 2, statusSummary: { SUCCEEDED: 1 } };
    const child = job('a:0', { status: 'SUCCEEDED', arrayProperties: { index: 0 } });
    const { reason } = await statusOf(
      failed('a', { statusReason: 'cancelled', container: {}, arrayProperties }),
      child,
    );
    expect(reason).toBe('job a failed: cancelled');
  });

  it('of an array whose children are not listed yet is its own', async () => {
    const arrayProperties = { size: 2, statusSummary: {} };
    const { reason } = await statusOf(failed('a', { statusReason: 'cancelled', container: {}, arrayProperties }));
    expect(reason).toBe('job a failed: cancelled');
  });
});

describe('the advice for a failed job', () => {
  const adviceOf = async (more: object) =>
    (await statusOf(failed('a', { statusReason: 'exited', container: {}, ...more }))).reason;

  it.each([
    ['its command cannot be executed', 126, / with exit code 126: exited \(the command could not be executed: /],
    ['its command is not there', 127, / with exit code 127: exited \(a command was not found: /],
    ['it was killed', 137, / with exit code 137: exited \(it was killed, mostly because it needs more memory: /],
    ['its program ended with a code of its own', 4, / with exit code 4: exited$/],
  ])('says what can be done where %s', async (_, exitCode, expected) => {
    expect(await adviceOf({ container: { exitCode } })).toMatch(expected);
  });

  it('names the time that was over, if the job has one', async () => {
    const statusReason = 'Job attempt duration exceeded timeout';
    expect(await adviceOf({ statusReason, timeout: { attemptDurationSeconds: 120 } })).toBe(
      `job a failed: ${statusReason} (of 120 seconds): give it more time, or more processors`,
    );
    expect(await adviceOf({ statusReason })).toBe(`job a failed: ${statusReason}`);
    expect(await adviceOf({ timeout: { attemptDurationSeconds: 120 } })).toBe('job a failed: exited');
  });

  it('asks for the image that cannot be pulled', async () => {
    const reason = 'CannotPullContainerError: no such image';
    expect(await adviceOf({ container: { reason } })).toBe(
      `job a failed: exited; ${reason}: does this image exist, and may the execution role of the provider fetch it?`,
    );
  });
});

describe('a secret that a container cannot get', () => {
  const failedWith = (why: string) =>
    `ResourceInitializationError: unable to pull secrets or registry auth: execution resource retrieval failed: ${why}`;
  const statusWith = (reason: string, more: object = {}) =>
    statusOf(failed('a', { statusReason: 'Task failed to start', container: { reason }, ...more }));

  it.each([
    [
      "unable to retrieve secret from asm: service call has been retried 1 time(s): failed to fetch secret arn:aws:secretsmanager:eu-west-1:111111111111:secret:x from secrets manager: ResourceNotFoundException: Secrets Manager can't find the specified secret.",
      /^job a did not start: the secret arn:aws:secretsmanager:eu-west-1:111111111111:secret:x is not there: make it .* \(Resource/,
    ],
    [
      'unable to retrieve secrets from ssm: service call has been retried 1 time(s): invalid parameters: /x',
      /^job a did not start: the secret \/x is not there: make it in this account and region, or correct its ARN/,
    ],
    [
      'unable to retrieve secrets from ssm: service call has been retried 1 time(s): operation error SSM: GetParameters, https response error StatusCode: 400, api error AccessDeniedException: x',
      /^job a did not start: the execution role of the provider has to be able to read a secret .* names that begin with toscanini-containers\/ \(/,
    ],
    [
      'unable to retrieve secret from asm: service call has been retried 1 time(s): retrieved secret from Secrets Manager did not contain json key password',
      /^job a did not start: a secret .* lacks the member that its ARN .* names after it \(/,
    ],
    [
      'unable to retrieve secret from asm: There is a connection issue between the task and AWS Secrets Manager. Check your task network configuration. failed to fetch secret arn:aws:secretsmanager:eu-west-1:111111111111:secret:x from secrets manager: operation error Secrets Manager: GetSecretValue, https response error StatusCode: 0, RequestID: , canceled, context deadline exceeded',
      /^job a did not start: its network has no way to the secret arn:\S+:x: the operator/,
    ],
    ['unable to retrieve secret from asm: service call has been retried 1 time(s): something else', /something else$/],
  ])('is said, with what to do: %s', async (why, advice) => {
    const status = await statusWith(failedWith(why));
    expect(status.reason).toMatch(advice);
    expect(status).not.toHaveProperty('blame');
  });

  it('is looked for in the last attempt, where the container has no reason', async () => {
    const reason = failedWith('unable to retrieve secrets from ssm: invalid parameters: /x');
    const attempts = [{ container: { reason } }];
    const status = await statusOf(failed('a', { statusReason: 'Task failed to start', container: {}, attempts }));
    expect(status.reason).toMatch(/is not there: make it/);
    expect(status).not.toHaveProperty('blame');
  });
});

describe('an image for another processor', () => {
  const lastLine = 'exec /bin/sh: exec format error';
  const stream = { logStreamName: 's-a', image: 'busybox' };
  const statusWith = (more: object, lines: readonly string[] = ['start', lastLine]) =>
    batch.holds({ definitions: [definition(name)], jobs: [failed('a', more)], logs: { 's-a': [lines] } }).status(name);
  const foreign =
    'job a failed with exit code 255: image busybox is for another processor architecture than job queue jobs (exec format error): name an image for that architecture, or a queue for this image';

  it('is known by the last line of the output, and is no fault of the work', async () => {
    const status = await statusWith({ container: { ...stream, exitCode: 255 } });
    expect(status.reason).toBe(foreign);
    expect(status).not.toHaveProperty('blame');
    for (const [exitCode, line] of [
      [1, 'standard_init_linux.go:228: exec user process caused: exec format error'],
      [126, 'exec "/bin/sh": exec format error"'],
    ] as const)
      expect((await statusWith({ container: { ...stream, exitCode } }, [line])).reason).toContain('another processor');
  });

  it('is looked for in the last of several attempts', async () => {
    const attempt = (logStreamName?: string) => ({ container: { exitCode: 255, logStreamName } });
    const attempts = [{}, attempt('s-0'), attempt('s-a')];
    expect((await statusWith({ container: { image: 'busybox' }, attempts })).reason).toBe(foreign);
    expect(batch.asked('getlogevents')[0]).toMatchObject({ logStreamName: 's-a' });
  });

  it.each([
    ['a shell found a wrong program', 126, ['/bin/sh: line 1: exec ./x: exec format error'], 1],
    ['the program printed it and went on', 1, [lastLine, 'more'], 1],
    ['the program said more after it', 1, [`${lastLine}s`], 1],
    ['the container printed nothing', 255, [], 1],
    ['the program ended with a code of its own, so that its log is not read', 4, [lastLine], 0],
  ])('is not the reason where %s', async (_, exitCode, lines, reads) => {
    const { reason, blame } = await statusWith({ container: { ...stream, exitCode } }, lines);
    expect(reason).not.toContain('another processor');
    expect(blame).toBe('work');
    expect(batch.asked('getlogevents').length > 0).toBe(reads > 0);
  });

  it.each([
    { container: { exitCode: 255 } },
    { container: { exitCode: 255 }, attempts: [] },
    { container: { exitCode: 255 }, attempts: [{}] },
  ])('is not looked for where a container has no output: %j', async (more) => {
    await statusWith(more);
    expect(batch.asked('getlogevents')).toEqual([]);
  });
});

describe('the blame for a failed job', () => {
  it.each([
    ['work', 'the container ended by itself', { container: { exitCode: 4 } }],
    ['work', 'an earlier attempt has an exit code', { container: {}, attempts: [{ container: { exitCode: 4 } }] }],
    ['work', 'its time was over', { statusReason: 'Job attempt duration exceeded timeout', container: {} }],
    [
      'work',
      'its children have run',
      { container: {}, arrayProperties: { size: 2, statusSummary: { FAILED: 1, SUCCEEDED: 1 } } },
    ],
    ['work', 'somebody ended it before it ran', { statusReason: 'by hand', container: {}, isTerminated: true }],
    ['work', 'somebody took it out of its queue', { statusReason: 'by hand', container: {}, isCancelled: true }],
    [
      undefined,
      'its queue ended it, as it waited too long',
      {
        statusReason: 'Canceled by JobStateTimeLimit action due to reason: CAPACITY:INSUFFICIENT_INSTANCE_CAPACITY',
        ...{ container: {}, isCancelled: true },
      },
    ],
    [
      undefined,
      'its machine was lost, and it was ended with it',
      { statusReason: 'Host EC2 (instance i-1) terminated.', container: {}, isTerminated: true },
    ],
    [undefined, 'it never ran', { container: {} }],
    [undefined, 'its image cannot be pulled', { container: { exitCode: 1, reason: 'CannotPullContainerError: x' } }],
    [
      undefined,
      'its machine was lost',
      { statusReason: 'Host EC2 (instance i-1) terminated.', container: { exitCode: 1 } },
    ],
    [
      undefined,
      'its place on Fargate Spot was taken',
      { statusReason: 'Your Spot Task was interrupted.', container: { exitCode: 137 } },
    ],
    [
      undefined,
      'the engine of containers gave it up',
      {
        container: {
          exitCode: 137,
          reason: 'DockerTimeoutError: Could not transition to started; timed out after waiting 3m0s',
        },
      },
    ],
    [
      undefined,
      'Fargate got no network for it',
      { statusReason: 'Timeout waiting for network interface provisioning to complete.', container: { exitCode: 1 } },
    ],
    [undefined, 'its program is for other processors', { container: { exitCode: 255, reason: 'exec format error' } }],
  ] as const)('is %s where %s', async (blame, _, more) => {
    expect((await statusOf(failed('a', more))).blame).toBe(blame);
  });
});
