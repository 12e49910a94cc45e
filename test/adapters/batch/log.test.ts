import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definition, job, ScriptedBatch } from './scripted-batch.ts';

const name = 'toscanini-1-1';
const batch = new ScriptedBatch();
beforeAll(() => batch.start());
afterAll(() => batch.stop());

type Logs = { readonly [stream: string]: readonly (readonly string[])[] };
const holds = (jobs: readonly object[], logs: Logs, parameters = {}) =>
  batch.holds({ definitions: [definition(name, { parameters })], jobs, logs });
const logOf = (jobs: readonly object[], logs: Logs = {}) => holds(jobs, logs).log(name);
const spoken = (jobId: string, stream: string, more: object = {}) =>
  job(jobId, { container: { logStreamName: stream }, ...more });

describe('the log of jobs', () => {
  it('says what happened to them, and has the output of each', async () => {
    const log = await logOf([spoken('a', 's-a'), spoken('b', 's-b'), spoken('c', 's-c')], {
      's-a': [['one', 'two']],
      's-b': [['three']],
    });
    expect(log.parts).toEqual([
      { name: 'jobs', title: '', text: expect.stringContaining('1970-01-01T00:00:01.000Z job a is in queue jobs\n') },
      { name: 'a-0', title: 'output of job a:\n', text: 'one\ntwo' },
      { name: 'b-0', title: 'output of job b:\n', text: 'three' },
      { name: 'c-0', title: 'output of job c:\n', text: '' },
    ]);
    expect(log.quotable).toBe(
      'output of job a:\none\ntwo\noutput of job b:\nthree\n1970-01-01T00:00:02.000Z job c has started',
    );
  });

  it('has the output of every attempt once, the first one first', async () => {
    const attempts = [{}, ...['s-1', 's-2', undefined].map((logStreamName) => ({ container: { logStreamName } }))];
    const { parts } = await logOf([spoken('a', 's-2', { attempts })], { 's-1': [['lost']], 's-2': [['again']] });
    expect(parts.slice(1)).toEqual([
      { name: 'a-0', title: 'output of job a:\n', text: 'lost' },
      { name: 'a-1', title: 'output of job a, attempt 2:\n', text: 'again' },
    ]);
  });

  it('has the output of children of an array, those that failed first', async () => {
    const arrayProperties = { size: 9, statusSummary: { SUCCEEDED: 8, FAILED: 1 } };
    const child = (index: number, status: string) =>
      spoken(`a:${index}`, `s-${index}`, { status, arrayProperties: { index }, tags: { 'toscanini:node': 'a' } });
    const children = [child(0, 'SUCCEEDED'), child(1, 'SUCCEEDED'), child(2, 'SUCCEEDED'), child(3, 'FAILED')];
    const { parts } = await logOf([job('a', { arrayProperties }), ...children], {
      's-0': [['fine']],
      's-3': [['bad']],
    });
    expect(parts.slice(1).map(({ title, text }) => `${title}${text}`)).toEqual([
      'output of job a, child 3:\nbad',
      'output of job a, child 0:\nfine',
      'output of job a, child 1:\n',
    ]);
  });

  it('shows a file of results only where it is no JSON', async () => {
    const text = `not JSON ${'x'.repeat(300)}`;
    const { parts } = await logOf([spoken('a', 's-a')], {
      's-a': [['work', 'toscanini-results:{"a":1}', `toscanini-results:${text}`]],
    });
    expect(parts[1]?.text).toBe(
      `work\ntoscanini: the file of results is no JSON, so it gives outputs no value: ${text.slice(0, 200)}`,
    );
  });

  it('goes through all pages of a stream, up to eight, and says where the rest is', async () => {
    const pages = Array.from({ length: 9 }, (_, index) => [`line ${index}`]);
    const { parts } = await logOf([spoken('a', 's-a')], { 's-a': pages });
    expect(parts[1]?.text.split('\n')).toEqual([
      ...pages.flat().slice(0, 8),
      '… the log goes on in CloudWatch Logs: group /aws/batch/job, stream s-a',
    ]);
    expect(batch.asked('getlogevents')[0]).toEqual({
      logGroupName: '/aws/batch/job',
      logStreamName: 's-a',
      startFromHead: true,
    });
  });

  it('shares the eight pages among its jobs, each of which has one at least: a function has only so much memory', async () => {
    const pages = Array.from({ length: 9 }, (_, index) => [`line ${index}`]);
    const linesEach = async (count: number) => {
      const jobs = Array.from({ length: count }, (_, index) => spoken(`j${index}`, `s-${index}`));
      const { parts } = await logOf(jobs, Object.fromEntries(jobs.map((_, index) => [`s-${index}`, pages])));
      return new Set(parts.slice(1).map(({ text }) => text.split('\n').length - 1));
    };
    expect(await linesEach(3)).toEqual(new Set([2]));
    expect(await linesEach(20)).toEqual(new Set([1]));
  });

  it('is of at most twenty jobs', async () => {
    const { parts } = await logOf(Array.from({ length: 21 }, (_, index) => spoken(`j${index}`, `s-${index}`)));
    expect(parts.slice(1)).toHaveLength(20);
  });

  it('is not empty for an outage of the logs: it says what they answered', async () => {
    const deployer = batch.holds({
      definitions: [definition(name)],
      jobs: [spoken('a', 's-a')],
      refusals: { getlogevents: ['ThrottlingException'] },
    });
    await expect(deployer.log(name)).rejects.toMatchObject({
      name: 'ProviderUnavailableError',
      message: expect.stringMatching(/^CloudWatch Logs answered 400: .*ThrottlingException/),
    });
  });
});

describe('the outputs of jobs', () => {
  const declared = (value: object) => ({ 'toscanini-outputs': JSON.stringify([{ name: 'out', value }]) });
  const attribute = (...path: readonly string[]) => declared({ get_attribute: ['a', ...path] });
  const outputsOf = (jobs: readonly object[], parameters: object, logs: Logs = {}) =>
    holds(jobs, logs, parameters as Record<string, string>).outputs(name);

  it('are none where the template declares none, and no log is read', async () => {
    expect(await outputsOf([spoken('a', 's-a')], {}, { 's-a': [['toscanini-results:1']] })).toEqual({});
    expect(batch.asked('getlogevents')).toEqual([]);
  });

  it('are exit code and state of a job, without its log', async () => {
    const ended = spoken('a', 's-a', { status: 'SUCCEEDED', container: { exitCode: 0, logStreamName: 's-a' } });
    expect(await outputsOf([ended], attribute('exit_code'))).toEqual({ out: 0 });
    expect(await outputsOf([ended], attribute('state'))).toEqual({ out: 'SUCCEEDED' });
    const failed = job('a', { status: 'FAILED', container: { exitCode: 4 } });
    expect(await outputsOf([failed], attribute('exit_code'))).toEqual({ out: 4 });
    expect(batch.asked('getlogevents')).toEqual([]);
  });

  it('are the last results that a job wrote in its last attempt, and only its log is read', async () => {
    const attempts = ['s-1', 's-2'].map((logStreamName) => ({ container: { logStreamName } }));
    const jobs = [spoken('a', 's-2', { attempts }), spoken('b', 's-b')];
    const logs = {
      's-1': [['toscanini-results:{"n":1}']],
      's-2': [
        ['toscanini-results:{"n":2}', 'more'],
        ['toscanini-results:{"n":3}', 'end'],
      ],
    };
    expect(await outputsOf(jobs, attribute('results', 'n'), logs)).toEqual({ out: 3 });
    expect(new Set(batch.asked('getlogevents').map(({ logStreamName }) => logStreamName))).toEqual(new Set(['s-2']));
  });

  it('are found at the end of an output that is longer than what is copied of it', async () => {
    const pages = [...Array.from({ length: 30 }, (_, index) => [`line ${index}`]), ['toscanini-results:{"n":4}']];
    expect(await outputsOf([spoken('a', 's-a')], attribute('results', 'n'), { 's-a': pages })).toEqual({ out: 4 });
    expect(batch.asked('getlogevents')).toHaveLength(1);
    const spread = [...pages, ['a line that came late'], []];
    expect(await outputsOf([spoken('a', 's-a')], attribute('results', 'n'), { 's-a': spread })).toEqual({ out: 4 });
  });

  it('are absent where a job wrote none, or has not started', async () => {
    expect(await outputsOf([spoken('a', 's-a')], attribute('results', 'n'), { 's-a': [['work']] })).toStrictEqual({});
    expect(await outputsOf([job('a', { container: {} })], attribute('results', 'n'))).toStrictEqual({});
    expect(batch.asked('getlogevents')).toEqual([]);
  });

  it('are waited for while the end of the output may be on its way to CloudWatch', async () => {
    const outputs = (stoppedAt: number) =>
      outputsOf([spoken('a', 's-a', { stoppedAt })], attribute('results', 'n'), { 's-a': [['work']] });
    await expect(outputs(-19_999)).rejects.toMatchObject({
      ...{
        name: 'ProviderUnavailableError',
        message: expect.stringMatching(/^the end of the output of job a may not/),
      },
    });
    expect(await outputs(-20_000)).toStrictEqual({});
    const there = outputsOf([spoken('a', 's-a', { stoppedAt: 0 })], attribute('results', 'n'), {
      's-a': [['toscanini-results:{"n":5}']],
    });
    expect(await there).toEqual({ out: 5 });
  });

  it('that are no JSON are an error which names the job', async () => {
    const logs = { 's-a': [['toscanini-results:oh']] };
    await expect(outputsOf([spoken('a', 's-a')], attribute('results', 'n'), logs)).rejects.toMatchObject({
      name: 'ProviderFailedError',
      message: 'job a wrote a file of results that is no JSON; its log shows it',
    });
  });
});
