/**
 * The action of GitHub (action.yml). The runner's own Node runs this file as it is, so it loads nothing but Node and its
 * neighbours.
 */

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandOf, deploymentName, InputError, inputsIn, settingsOf, switchOf, wordsOf } from './calls.ts';
import { asMarkdown, writeComment } from './comment.ts';
import { escaped } from './escaped.ts';

const { env } = process;
const input = inputsIn(env);

interface Ended {
  readonly code: number;
  /** its output; with it what it wrote about errors, in the order in which both came, unless it ran quietly */
  readonly text: string;
}

/** Shows what the program writes in the log of the job; `quietly`: only its errors. */
const run = (program: string, words: readonly string[], quietly = false): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      env: { ...env, ...settingsOf(input) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const parts: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => {
      parts.push(part);
      if (!quietly) process.stdout.write(part);
    });
    child.stderr.on('data', (part: Buffer) => {
      if (!quietly) parts.push(part);
      process.stderr.write(part);
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, text: Buffer.concat(parts).toString() }));
  });

const jsonIn = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

/** From the registry, into the folder of the job. */
const installed = async (): Promise<readonly [string, ...string[]]> => {
  const version = input('version') || jsonIn(join(import.meta.dirname, '../../package.json')).version;
  const folder = join(env['RUNNER_TEMP'] ?? '.', 'toscanini');
  const words = [
    'install',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--prefix',
    folder,
    `toscanini-cli@${version}`,
  ];
  const { code } = await run('npm', words, true);
  if (code !== 0)
    throw new InputError(`npm could not install toscanini-cli ${version}; name another version, or an executable`);
  return [process.execPath, join(folder, 'node_modules/toscanini-cli/entry.cjs')];
};

type CommandLine = (words: readonly string[], quietly?: boolean) => Promise<Ended>;

const commandLine = async (): Promise<CommandLine> => {
  const [program, ...first] = input('executable') === '' ? await installed() : [input('executable')];
  return (words, quietly) => run(program, [...first, ...words], quietly);
};

/** Of the command files of a runner; outside of one there is none. */
const append = (file: 'GITHUB_STEP_SUMMARY' | 'GITHUB_OUTPUT', text: string): void => {
  const path = env[file];
  if (path) appendFileSync(path, text);
};

const showPlan = async ({ code, text }: Ended): Promise<void> => {
  const name = deploymentName(input);
  const markdown = asMarkdown(`Toscanini: ${code === 0 ? 'plan' : 'no plan'} of ${name}`, text);
  append('GITHUB_STEP_SUMMARY', markdown);
  const pullRequest = env['GITHUB_EVENT_PATH'] ? jsonIn(env['GITHUB_EVENT_PATH']).pull_request?.number : undefined;
  if (pullRequest === undefined || !switchOf(input, 'comment') || input('github-token') === '') return;
  const place = {
    api: env['GITHUB_API_URL'] ?? '',
    repository: env['GITHUB_REPOSITORY'] ?? '',
    pullRequest,
    token: input('github-token'),
  };
  // the token of a pull request from a fork may not write; the plan is in the log and in the summary
  await writeComment(fetch, place, name, markdown).catch((error: unknown) =>
    process.stdout.write(
      `::warning::${escaped(`the plan could not be written as a comment: ${error}; the job needs permissions: pull-requests: write`)}\n`,
    ),
  );
};

/** The outputs of this step: of the newest deployment of that name which this job's user made. */
const tellDeployment = async (toscanini: CommandLine): Promise<void> => {
  const listed = await toscanini(['ls', '--mine', '--limit', '1', '--json', '--name', deploymentName(input)], true);
  const [one] = listed.code === 0 ? JSON.parse(listed.text) : [];
  const shown = one === undefined ? undefined : await toscanini(['show', one.uuid, '--json'], true);
  if (shown?.code !== 0) return void process.stdout.write('::warning::the step has no outputs: see above\n');
  const { uuid, status, outputs = {} } = JSON.parse(shown.text);
  const end = randomUUID();
  append(
    'GITHUB_OUTPUT',
    `deployment=${uuid}\nstatus=${status}\noutputs<<${end}\n${JSON.stringify(outputs)}\n${end}\n`,
  );
};

const act = async (): Promise<number> => {
  const command = commandOf(input);
  switchOf(input, 'comment');
  const toscanini = await commandLine();
  const ended = await toscanini(wordsOf(command, input));
  if (command === 'plan') await showPlan(ended);
  if (command === 'up') await tellDeployment(toscanini);
  return ended.code;
};

process.exitCode = await act().catch((error: unknown) => {
  if (!(error instanceof InputError)) throw error;
  process.stdout.write(`::error::${escaped(error.message)}\n`);
  return 1;
});
