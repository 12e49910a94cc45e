import { causeLines, type Deployment, type Snapshot } from '../client/index.ts';
import { holdsSecret } from '../src/tosca/secrets/values.ts';
import { CliError } from './cli-error.ts';
import type { CliContext } from './context.ts';
import { shortId } from './deployment-id.ts';
import { duration } from './progress/duration.ts';
import { painter, widthOf } from './screen/paint.ts';
import { table } from './screen/table.ts';

interface Ended {
  readonly id: string;
  readonly started: Date;
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** its page of the dashboard */
  readonly page?: string | undefined;
}

/** Says how it ended. CliError `failed` when it did not end well, with the service's reason. */
export const sayOutcome = async (cli: CliContext, { deployment }: Snapshot, ended: Ended): Promise<void> => {
  if (deployment === undefined) return gone(cli, ended);
  const failed = deployment.status.endsWith('_FAILED');
  if (failed && ended.json) return cli.endAs('failed');
  if (failed) throw new CliError('failed', failureOf(deployment));
  if (ended.json || ended.quiet) return;
  const { page } = ended;
  const paint = painter(cli.screen);
  const time = duration(cli.now().getTime() - ended.started.getTime());
  cli.screen.write(
    `${paint('green', '✔')} ${paint('bold', deployment.uuid)}  ${deployment.status}  ${paint('dim', time)}\n`,
  );
  const outputs = outputLines(cli, deployment);
  if (outputs.length > 0) cli.screen.write(`\n${outputs.map((line) => `  ${line}\n`).join('')}`);
  if (page !== undefined) cli.screen.write(`\n${paint('dim', page)}\n`);
};

const gone = (cli: CliContext, { id, json, quiet, started }: Ended): void => {
  if (json || quiet) return;
  const time = duration(cli.now().getTime() - started.getTime());
  cli.screen.write(`${painter(cli.screen)('green', '✔')} ${shortId(id)} is deleted: nothing is left  ${time}\n`);
};

const failureOf = (deployment: Deployment): string => {
  const { uuid, status } = deployment;
  const lines = causeLines(deployment);
  const why = lines.length === 0 ? ['the service gave no reason'] : lines;
  return `${uuid} ended as ${status}\n\n${why.map((line) => `  ${line}`).join('\n')}\n\n  ${logHint(deployment)}`;
};

export const logHint = ({ uuid }: Pick<Deployment, 'uuid'>): string =>
  `toscanini logs ${uuid.slice(-8)}   shows the provider's log`;

export const rawOutput = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Names and values; a secret is not shown, since a screen is easily seen by others. */
export const outputLines = (cli: Pick<CliContext, 'screen'>, deployment: Deployment): readonly string[] => {
  const { uuid, outputs, hiddenOutputs = [] } = deployment;
  const paint = painter(cli.screen);
  const reasons = new Map(hiddenOutputs.map(({ output, reason }) => [output, reason]));
  const rows = Object.entries(outputs).map(([name, value]): readonly [string, string] => {
    const reason = reasons.get(name);
    if (reason !== undefined) return [name, `${paint('cyan', rawOutput(value))}  ${paint('dim', `hidden: ${reason}`)}`];
    const hint = `••••  toscanini output ${uuid.slice(-8)} ${name}`;
    return [name, holdsSecret(name, value) ? paint('dim', hint) : paint('cyan', rawOutput(value))];
  });
  return rows.some(([name]) => widthOf(name) > widestName) ? below(rows) : table(rows);
};

/** A longer name of an output has its value below it, so that the others need not stand so far from theirs. */
const widestName = 32;

const below = (rows: readonly (readonly [name: string, value: string])[]): readonly string[] =>
  rows.flatMap(([name, value]) => [name, `  ${value}`]);
