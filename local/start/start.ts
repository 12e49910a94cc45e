/** `npm start [-- --fresh] [--federated]`: the whole service on this machine, until Ctrl-C. */

import { join, relative } from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { registerContext } from '../../cli/connection/contexts.ts';
import { timer } from '../../client/calls.ts';
import { homeDirectory } from '../machine/home-directory.ts';
import { LaptopError, wordsOf } from '../machine/laptop-error.ts';
import type { Laptop } from './laptop.ts';
import { shortenLog } from './terminal-log.ts';

const usage = 'usage: npm start [-- --fresh --federated]   (PORT, PACE and TOSCANINI_HOME in the environment)';

const readOptions = (): { port: number; pace: number; fresh: boolean; federated: boolean } => {
  const port = Number(process.env['PORT'] || 8080);
  if (!Number.isInteger(port) || port < 0 || port > highestPort)
    throw new LaptopError(`PORT is ${process.env['PORT']}; it must be a number from 0 to ${highestPort}`);
  const pace = Number(process.env['PACE'] || 1);
  if (!(pace > 0 && pace <= 1))
    throw new LaptopError(`PACE is ${process.env['PACE']}; it must be a number above 0 and at most 1, such as 0.2`);
  try {
    const { values } = parseArgs({ options: { fresh: flag, federated: flag } });
    return { port, pace, fresh: values.fresh, federated: values.federated };
  } catch (cause) {
    throw new LaptopError(usage, { cause });
  }
};

const flag = { type: 'boolean', default: false } as const;

/** the sandbox uses the four ports after it */
const highestPort = 65_531;

/** At a terminal the whole log is here, and the terminal shows a line for each change. */
const logFile = (): string => join(homeDirectory(), 'service.log');

/** The shortest path from the current directory. */
const here = (directory: string): string => {
  const path = relative('', directory) || '.';
  return path.startsWith('..') ? directory : path;
};

/** A template in JSON, in as few lines as possible. */
const body = `{"template": "{tosca_definitions_version: tosca_simple_yaml_1_0, topology_template: {node_templates: {server: {type: tosca.nodes.Compute}}}}"}`;

/** The parts of the banner that users type, each in a line that they can paste as it is, from the folder of the project. */
const banner = (
  { url, sandbox: { awsUrl: aws }, incoming, results, s3, bus }: Laptop,
  token: string,
  seconds: string,
): string => {
  const bold = (text: string): string => styleText('bold', text);
  const dim = (text: string): string => styleText('dim', text);
  const authorized = 'curl -H "Authorization: Bearer $TOKEN"';
  return `
${bold('Dashboard')}  ${bold(`${url}/ui`)}

${bold('Toscanini')} listens on ${bold(url)} ${dim(`(ready in ${seconds} s)`)}

Try it in another terminal:

  npx toscanini deploy examples/web-server.yaml
  npx toscanini ls

Or by HTTP ${dim('(the token is valid for a day; npm run -s tool token prints another)')}:

  TOKEN=${token}

  ${authorized} ${url}/deployments -d '${body}'
  ${authorized} ${url}/deployments

${dim(`The sandbox's AWS listens on ${aws}: AWS_ENDPOINT_URL of the AWS command line and SDKs.`)}
${dim(`The bucket for new files is ${incoming.join(', ')}, in the local S3 on ${s3} (docs/jobs.md).`)}${
  results === undefined ? '' : dim(`\nJobs write their results to ${results} there, and read chains/ of it.`)
}${
  bus === undefined
    ? ''
    : dim(`\nThe bus of events is ${here(bus)}: a line for each, as rules of EventBridge see it (docs/events.md).`)
}
${dim(`Data is kept in ${here(homeDirectory())}; npm start -- --fresh deletes it first. Ctrl-C stops the service.`)}${
  process.stdout.isTTY
    ? dim(`\nBelow is a line for each change and each error; the whole log is in ${here(logFile())}.`)
    : ''
}
`;
};

/** The first signal stops everything in order; the second one ends the process at once. */
const stopSignal = (): AbortSignal => {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping.signal.aborted) process.exit(1);
      stopping.abort();
    });
  // a parent that starts this process with a channel, such as the demo, also stops it when the parent ends in any way
  if (process.channel) process.once('disconnect', () => stopping.abort());
  return stopping.signal;
};

/** Errors that the user can fix, by name: they are shown as one line. All others are our defects and shown in full. */
const mendable = ['LaptopError', 'PortTakenError'];

const fail = (error: unknown): never => {
  const known = error instanceof Error && mendable.includes(error.name);
  process.stderr.write(known ? `${error.message}\n` : `${error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
};

// A function may still fail after its timeout. Lambda would end its sandbox; the laptop continues.
process.on('unhandledRejection', (error) => console.error('an unhandled promise was rejected:', error));

/** `toscanini` finds the service without an address. It runs all the same where the file cannot be written. */
const makeKnown = async (url: string, sandboxIssuer: string): Promise<void> => {
  try {
    await registerContext({ env: process.env, sleep: timer }, 'laptop', { url, sandboxIssuer });
  } catch (error) {
    process.stderr.write(`toscanini will not find this service by itself: ${wordsOf(error)}\n`);
  }
};

/** Runs until it is told to stop. Throws LaptopError when an essential part has died. */
const run = async (signal: AbortSignal): Promise<void> => {
  const options = readOptions();
  const { promise: over, resolve, reject } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve());
  over.catch(() => undefined); // it may reject before anything awaits it
  if (process.stdout.isTTY) shortenLog(logFile());
  const { startLaptop } = await import('./laptop.ts');
  const laptop = await startLaptop({
    ...options,
    dashboard: true,
    catalog: true,
    signal,
    lost: reject,
    preparing: () => process.stderr.write('synthesises the stacks and builds the dashboard, once: a few seconds\n'),
  });
  if (!process.channel) await makeKnown(laptop.url, laptop.sandbox.issuer);
  process.stdout.write(banner(laptop, await laptop.sandbox.token(), process.uptime().toFixed(1)));
  await over.finally(laptop.stop);
};

const stopping = stopSignal();
try {
  await run(stopping);
} catch (error) {
  if (error !== stopping.reason) fail(error);
}
process.exit(0);
