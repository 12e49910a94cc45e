/**
 * `npm run demo [-- --fail-first --drift --move --aws --job --team TEMPLATE]`: commands that the user can type, with their real output: deploy, read
 * the outputs, delete.
 */

import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { submitted } from '../../cli/check/files.ts';
import { duration } from '../../cli/progress/duration.ts';
import { awsProviders, batchProviders } from '../sandbox/aws/providers.ts';
import { type CommandLine, commandLine } from './command.ts';
import { DemoError, messageOf } from './error.ts';
import { failFirst, killMachine, silence, withoutCapacity } from './fault.ts';
import { paint, write } from './screen.ts';
import { findService, type Service, startService } from './service.ts';
import { type CleanUp, stage } from './stage.ts';
import { showTeam, teamEnvironment } from './team.ts';

const usage =
  'usage: npm run demo [-- --fail-first --drift --move --aws --job --team TEMPLATE]   (TOSCANINI_URL and TOSCANINI_TOKEN for a service elsewhere)';
const examples = {
  machine: 'examples/web-server.yaml',
  software: 'examples/aws-software.yaml',
  job: 'examples/job.yaml',
} as const;

interface Options {
  readonly failFirst: boolean;
  /** a machine is deleted behind the service's back, a check finds it, and a repair makes it again; always a service of its own */
  readonly drift: boolean;
  /** its cloud gives no answer any more, and it moves to the next one; always a service of its own */
  readonly move: boolean;
  /**
   * the providers are two regions of the sandbox's AWS, of which the first has no capacity; a machine's software is
   * installed; always a service of its own
   */
  readonly aws: boolean;
  /** three people share a service with a budget and rules; always a service of its own */
  readonly team: boolean;
  /** the providers are the job queues of the sandbox's AWS; always a service of its own */
  readonly job: boolean;
  /** path of the template's file, relative to the folder where the user typed the command */
  readonly file: string | undefined;
}

const flag = { type: 'boolean', default: false } as const;

function readArguments(args: readonly string[]): Options {
  try {
    const options = { 'fail-first': flag, drift: flag, move: flag, aws: flag, job: flag, team: flag } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (positionals.length > 1) throw new Error('one template is deployed at a time');
    const chosen = Object.entries(values).flatMap(([name, isChosen]) => (isChosen ? [`--${name}`] : []));
    if (chosen.length > 1) throw new Error(`${chosen.join(' and ')} are ${chosen.length} demonstrations`);
    const { 'fail-first': failFirst, ...others } = values;
    return { failFirst, ...others, file: positionals[0] };
  } catch (cause) {
    throw new DemoError(`${messageOf(cause).split(/\. |\n/)[0]}\n${usage}`, { cause });
  }
}

/** The template as the user names it; the demo goes where that name is right. */
async function goToTemplate({ file, job, aws }: Options): Promise<string> {
  const folder = file === undefined ? join(import.meta.dirname, '../..') : resolve(process.env['INIT_CWD'] ?? '');
  process.chdir(folder);
  const named = file ?? examples[job ? 'job' : aws ? 'software' : 'machine'];
  await submitted(named).catch((cause: unknown) => {
    throw new DemoError(`${named}: ${messageOf(cause)}\n${usage}`, { cause });
  });
  return named;
}

async function openService(signal: AbortSignal, { aws, job, drift, move, team }: Options): Promise<Service> {
  if (team) return startService({ ...process.env, ...teamEnvironment }, signal);
  if (move) return startService({ ...process.env, MOVES: '{"afterMins":60,"atOnce":1}' }, signal);
  const providers = job ? batchProviders : awsProviders;
  const env = aws || job ? { ...process.env, PROVIDERS: JSON.stringify(providers) } : process.env;
  const found = aws || job || drift ? undefined : await findService(env);
  return found ?? startService(env, signal);
}

/** Breaks what the story is about. */
async function breakSandbox(options: Options, service: Service, cleanUp: CleanUp): Promise<void> {
  if (options.failFirst) cleanUp.push(await failFirst(service.imUrl));
  if (options.aws) await withoutCapacity(service.awsUrl);
}

/** Deletes a machine at its cloud, lets a check find that, and has it made again. */
async function mendKilled({ imUrl }: Service, toscanini: CommandLine, id: string): Promise<void> {
  await toscanini.run('drift', id);
  await killMachine(imUrl);
  write(`\nA deleted machine looks like an outage at first, so the check looks twice: about three minutes.\n`);
  await toscanini.run('drift', id);
  await toscanini.run('ls');
  await toscanini.run('repair', id, '--yes');
  await toscanini.run('drift', id);
}

/** Takes its cloud away, lets a check find that, moves the deployment to the next one, and brings the cloud back. */
async function moveFromSilent({ imUrl }: Service, toscanini: CommandLine, id: string): Promise<void> {
  await silence(imUrl, true);
  write(
    `\nA cloud that is away looks like deleted machines at first, so the check looks twice: about three minutes.\n`,
  );
  await toscanini.run('drift', id);
  await toscanini.run('move', id, '--yes');
  await toscanini.run('show', id);
  await silence(imUrl, false);
  write(
    `\nIts old infrastructure is destroyed within some minutes, now that its cloud answers; deleting it does that too.\n`,
  );
}

/** Deletes what an interrupted demo has left; not with the demo's signal, which may be aborted. */
async function removeLeft({ url, token }: Service, { made }: CommandLine): Promise<void> {
  for (const path of made) {
    write(`Deleting what the demo made: ${path}\n`);
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(new URL(path, url), {
      method: 'DELETE',
      headers,
      signal: AbortSignal.timeout(20_000),
    });
    if (!response.ok && response.status !== 404) throw new DemoError(`DELETE ${path} answered ${response.status}`);
  }
}

/** One deployment, from its template to its end. */
async function showOne(
  service: Service,
  signal: AbortSignal,
  cleanUp: CleanUp,
  options: Options,
  template: string,
): Promise<void> {
  await breakSandbox(options, service, cleanUp);
  const toscanini = commandLine(service, signal);
  if (!service.own) cleanUp.push(() => removeLeft(service, toscanini));
  await toscanini.run('deploy', template);
  const id = [...toscanini.made].join().slice(-8);
  if (options.failFirst || options.aws) await toscanini.run('attempts', id);
  if (options.drift) await mendKilled(service, toscanini, id);
  if (options.move) await moveFromSilent(service, toscanini, id);
  if (options.job) await toscanini.run('jobs', id);
  if (options.job || options.aws) await toscanini.run('logs', id);
  await toscanini.run('delete', id, '--yes');
  toscanini.made.clear();
}

await stage(async (signal, cleanUp) => {
  const began = Date.now();
  const options = readArguments(process.argv.slice(2));
  const template = await goToTemplate(options);
  const service = await openService(signal, options);
  cleanUp.push(service.stop);
  const started = service.own ? `  started in ${duration(Date.now() - began)}` : '';
  write(`${paint('green', '✔')} Service at ${service.url}${paint('dim', started)}\n`);
  if (options.team) await showTeam(service, signal);
  else await showOne(service, signal, cleanUp, options, template);
  write(`\n${paint('bold', 'Done')} in ${duration(Date.now() - began)}.`);
  write(' Type these commands yourself: npm start, and npx toscanini in another terminal.\n');
});
