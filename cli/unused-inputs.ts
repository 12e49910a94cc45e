import type { Parameters, Toscanini } from '../client/index.ts';
import type { CliContext } from './context.ts';

interface Request {
  readonly template: string;
  readonly parameters?: Parameters | undefined;
}

/**
 * Warns of inputs that the template does not declare, such as a misspelt one: the service leaves them out. For commands that
 * show no plan, which has the same warning; on standard error, since a program reads the output.
 */
export const sayUnused = async (
  { process }: Pick<CliContext, 'process'>,
  client: Pick<Toscanini, 'inspect'>,
  { template, parameters = {} }: Request,
): Promise<void> => {
  const given = Object.keys(parameters);
  if (given.length === 0) return;
  const declared = new Set((await client.inspect(template)).inputs.map(({ name }) => name));
  for (const name of given.filter((each) => !declared.has(each)))
    process.stderr.write(`! the template declares no input "${name}", so its value is not used\n`);
};
