import { type Checks, driftLine } from '../../client/index.ts';
import { briefs } from '../briefs.ts';
import { CliError } from '../cli-error.ts';
import { buildCommand } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { deploymentId, idArgument } from '../deployment-id.ts';
import { type DocumentFlags, documentAliases, documentFlags, printDocument } from '../document.ts';
import { connectionFlags } from '../flags.ts';
import { repeated } from '../repeated.ts';
import { moment } from '../screen/moment.ts';
import { painter } from '../screen/paint.ts';
import { table } from '../screen/table.ts';

interface Flags extends ConnectionFlags, DocumentFlags {
  readonly last: boolean;
}

/** A check begins within three minutes, and may need a second look, or the comparison of a large stack. */
const longestMs = 20 * 60_000;

/** Asks for a check, waits for it, and shows what it found. `--last`: what the last one found. */
async function drift(this: CliContext, flags: Flags, given: string): Promise<void> {
  const client = await connect(this, flags);
  const id = await deploymentId(client, given);
  const read = () => client.checks(id);
  if (!flags.last) await client.check(id);
  const found = flags.last ? await read() : await checked(this, read);
  if (found === undefined) return this.endAs('interrupted');
  await printDocument(this, flags, {
    document: found,
    names: found.findings.map(({ node }) => node),
    text: (columns) => linesOf(this, found, columns),
    cutLines: true,
  });
}

/** Undefined: the user does not want to wait, and it goes on. */
const checked = async (cli: CliContext, read: () => Promise<Checks>): Promise<Checks | undefined> => {
  const until = cli.now().getTime() + longestMs;
  let found: Checks | undefined;
  const step = async () => {
    found = await read();
    if (found.state === 'NONE') return 'ended';
    if (cli.now().getTime() < until) return 'more';
    throw new CliError('waitedTooLong', 'the check goes on: toscanini drift ID --last shows what it found');
  };
  return (await repeated(cli, step, true)) === 'ended' ? found : undefined;
};

const headOf = ({ last, drift: line }: Checks): string => {
  if (last === undefined) return 'not checked yet';
  if (last.verdict === 'not-checked') return `not checked: ${last.why ?? 'see below'}`;
  if (last.verdict === 'nothing-stands') return 'nothing to compare: its provider runs jobs';
  return driftLine(line) ?? 'in order';
};

const linesOf = (cli: CliContext, found: Checks, columns?: number): readonly string[] => {
  const paint = painter(cli.screen);
  const head = `${headOf(found)}${found.last ? paint('dim', `  ${moment(found.last.at)}`) : ''}`;
  const { notComparable = [] } = found.last ?? {};
  const unseen = notComparable.length > 0 ? [paint('dim', `not compared here: ${notComparable.join(', ')}`)] : [];
  if (found.findings.length === 0) return [head, ...unseen];
  const titles = ['NODE', 'IS', 'PROPERTY', 'WAS', 'IS NOW', 'PART', ''].map((title) => paint('dim', title));
  const rows = found.findings.map(({ node, is, property = '', old = '', new: now = '', part = '', why = '' }) => [
    ...[paint('bold', node), is, property, old, now, part, why],
  ]);
  return [head, ...table([titles, ...rows], columns), ...unseen];
};

export const driftCommand = buildCommand<Flags, [string], CliContext>({
  func: drift,
  parameters: {
    positional: { kind: 'tuple', parameters: [idArgument] },
    flags: {
      last: { kind: 'boolean', default: false, brief: 'what the last check found', withNegated: false },
      ...documentFlags,
      ...connectionFlags,
    },
    aliases: documentAliases,
  },
  docs: { brief: briefs.drift },
});
