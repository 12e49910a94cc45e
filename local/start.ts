/** `npm start [-- --fresh] [--federated]`: the whole service on this machine, until Ctrl-C. */

import './guard.mjs';
import { relative } from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { LaptopError } from './laptop-error.ts';
import { homeDirectory } from './running.ts';

const usage = 'usage: npm start [-- --fresh --federated]   (PORT and TOSCANINI_HOME in the environment)';

const readOptions = (): { port: number; fresh: boolean; federated: boolean } => {
  const port = Number(process.env['PORT'] || 8080);
  if (!Number.isInteger(port) || port < 0 || port > highestPort)
    throw new LaptopError(`PORT is ${process.env['PORT']}, and takes a number from 0 to ${highestPort}`);
  try {
    const { values } = parseArgs({ options: { fresh: flag, federated: flag } });
    return { port, fresh: values.fresh, federated: values.federated };
  } catch (cause) {
    throw new LaptopError(usage, { cause });
  }
};

const flag = { type: 'boolean', default: false } as const;

/** the sandbox takes the three after it */
const highestPort = 65_532;

/** Every indented line can be pasted as it stands. */
const banner = (url: string, seconds: string): string => {
  const bold = (text: string): string => styleText('bold', text);
  const dim = (text: string): string => styleText('dim', text);
  const body = `node -p 'JSON.stringify({template: fs.readFileSync("examples/web-server.yaml", "utf8")})'`;
  return `
${bold('Toscanini')} listens on ${bold(url)} ${dim(`(ready in ${seconds} s)`)}

In another terminal, in this directory:

  TOKEN=$(npm run -s token)
  curl ${url}/info
  ${body} | curl -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d @- ${url}/deployments
  curl -H "Authorization: Bearer $TOKEN" ${url}/deployments

${dim(`Data is kept in ${relative('', homeDirectory()) || '.'}; npm start -- --fresh begins anew. Ctrl-C stops it.`)}
`;
};

/** The first signal stops everything in order, the second at once. */
const stopOnSignal = (stop: () => Promise<void>): void => {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      stop().then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      );
    });
};

/** What the user can mend is said in a line, by its name; anything else is ours and shown whole. */
const mendable = ['LaptopError', 'PortTakenError'];

const fail = (error: unknown): never => {
  const known = error instanceof Error && mendable.includes(error.name);
  process.stderr.write(known ? `${error.message}\n` : `${error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
};

// A function that outlived its timeout may still fail: Lambda would end its sandbox, and the laptop goes on.
process.on('unhandledRejection', (error) => console.error('a promise failed that nobody waits for:', error));

try {
  const options = readOptions();
  const { startLaptop } = await import('./laptop.ts');
  const { url, stop } = await startLaptop(options);
  stopOnSignal(stop);
  process.stdout.write(banner(url, process.uptime().toFixed(1)));
} catch (error) {
  fail(error);
}
