/**
 * `npm run demo [-- --fail-first --aws --job TEMPLATE]`: shows the service's main job from start to end: deploy, read the outputs,
 * delete.
 */

import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Listr } from 'listr2';
import { submitted } from '../../cli/check/files.ts';
import { LaptopError } from '../machine/laptop-error.ts';
import { TokenError } from '../operators/issuer-token.ts';
import { awsProviders, batchProviders } from '../sandbox/aws/providers.ts';
import { apiOf } from './api.ts';
import { DemoError, messageOf } from './error.ts';
import { failFirst, withoutCapacity } from './fault.ts';
import { deploy, remove } from './lifecycle.ts';
import { attemptsTable, outputsTable, paint, type Tasks, taskOptions, write } from './screen.ts';
import { findService, type Service, startService } from './service.ts';

const usage =
  'usage: npm run demo [-- --fail-first --aws --job TEMPLATE]   (TOSCANINI_URL and TOSCANINI_TOKEN for a service elsewhere)';
const examples = { machine: 'examples/web-server.yaml', job: 'examples/job.yaml' } as const;

interface Options {
  readonly failFirst: boolean;
  /** the providers are two regions of the sandbox's AWS, of which the first has no capacity; always a service of its own */
  readonly aws: boolean;
  /** the providers are the job queues of the sandbox's AWS; always a service of its own */
  readonly job: boolean;
  /** path of the template's file, relative to the folder where the user typed the command */
  readonly file: string | undefined;
}

const flag = { type: 'boolean', default: false } as const;

function readArguments(args: readonly string[]): Options {
  try {
    const options = { 'fail-first': flag, aws: flag, job: flag } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (positionals.length > 1) throw new Error('one template is deployed at a time');
    const chosen = Object.entries(values).flatMap(([name, isChosen]) => (isChosen ? [`--${name}`] : []));
    if (chosen.length > 1) throw new Error(`${chosen.join(' and ')} are ${chosen.length} demonstrations`);
    return { failFirst: values['fail-first'], aws: values.aws, job: values.job, file: positionals[0] };
  } catch (cause) {
    throw new DemoError(`${messageOf(cause).split(/\. |\n/)[0]}\n${usage}`, { cause });
  }
}

const exampleOf = ({ job }: Options): string => (job ? examples.job : examples.machine);

async function readTemplate(options: Options): Promise<string> {
  const { file } = options;
  const path =
    file === undefined
      ? join(import.meta.dirname, '../..', exampleOf(options))
      : resolve(process.env['INIT_CWD'] ?? '', file);
  try {
    return await submitted(path);
  } catch (cause) {
    throw new DemoError(`${file}: ${messageOf(cause)}\n${usage}`, { cause });
  }
}

async function openService(signal: AbortSignal, { aws, job }: Options): Promise<Service> {
  const providers = job ? batchProviders : awsProviders;
  const env = aws || job ? { ...process.env, PROVIDERS: JSON.stringify(providers) } : process.env;
  const found = aws || job ? undefined : await findService(env);
  if (found) {
    write(`${paint('green', '✔')} Service at ${found.url}\n`);
    return found;
  }
  let service: Service | undefined;
  const tasks: Tasks = new Listr(
    {
      title: 'Start a service',
      task: async (_context, task) => {
        service = await startService(env, signal);
        task.title = `Start a service  ${paint('dim', service.url)}`;
      },
    },
    taskOptions(),
  );
  await tasks.run();
  if (!service) throw new DemoError('the service did not start');
  return service;
}

/** Steps that undo what was done. They run last to first, each one even when another fails. */
type CleanUp = (() => Promise<void>)[];

async function run(signal: AbortSignal, cleanUp: CleanUp, options: Options): Promise<void> {
  const began = Date.now();
  const order = { name: options.file ?? exampleOf(options), template: await readTemplate(options), parameters: {} };
  const service = await openService(signal, options);
  cleanUp.push(service.stop);
  if (options.failFirst) {
    cleanUp.push(await failFirst(service.imUrl));
    write(`${paint('yellow', '⚠')} The first cloud is set to fail, so that the next one is tried\n`);
  }
  if (options.aws) {
    await withoutCapacity(service.awsUrl);
    write(`${paint('yellow', '⚠')} The first region of AWS has no machines left, so that the next one is tried\n`);
  }
  const act = { api: apiOf(service.url, service.token, signal), signal };
  let left: string | undefined;
  if (!service.own)
    cleanUp.push(async () => {
      // not with the demo's signal: it may be aborted when this runs
      if (left === undefined) return;
      write(`Deleting what the demo made: ${left}\n`);
      await apiOf(service.url, service.token, AbortSignal.timeout(20_000)).remove(left);
    });
  const deployment = await deploy(act, order, (id) => {
    left = id;
  });
  write(outputsTable(deployment.outputs));
  const tried = await act.api.attempts(deployment.uuid);
  await remove(act, deployment.uuid);
  left = undefined;
  write(attemptsTable(tried));
  write(`\n  ${paint('bold', 'Done')} in ${Math.round((Date.now() - began) / 1000)} s.\n`);
}

/** The first Ctrl-C cleans up, the second one exits at once. */
function interruption(): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (interrupted.signal.aborted) process.exit(130);
      interrupted.abort();
    });
  return interrupted.signal;
}

async function undo(cleanUp: CleanUp): Promise<void> {
  for (const step of cleanUp.reverse()) {
    await step().catch((cause: unknown) => process.stderr.write(`while cleaning up: ${messageOf(cause)}\n`));
  }
}

/** Errors that the user can fix: they are shown without a stack. */
const shown = [DemoError, TokenError, LaptopError];

const cleanUp: CleanUp = [];
const signal = interruption();
try {
  await run(signal, cleanUp, readArguments(process.argv.slice(2)));
} catch (cause) {
  process.exitCode = signal.aborted ? 130 : 1;
  if (signal.aborted) process.stderr.write('\ninterrupted: cleaning up\n');
  else if (shown.some((kind) => cause instanceof kind))
    process.stderr.write(`\n${paint('red', '✖')} ${messageOf(cause)}\n`);
  else process.stderr.write(`\n${cause instanceof Error ? cause.stack : cause}\n`);
}
await undo(cleanUp);
