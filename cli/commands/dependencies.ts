import { buildCommand } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { type DocumentFlags, documentAliases, documentFlags, printDocument } from '../document.ts';
import { connectionFlags } from '../flags.ts';
import { inUtc } from '../screen/moment.ts';
import { oneLine, painter } from '../screen/paint.ts';
import { table } from '../screen/table.ts';

async function list(this: CliContext, flags: ConnectionFlags & DocumentFlags): Promise<void> {
  const client = await connect(this, flags);
  const dependencies = await client.dependencies();
  const paint = painter(this.screen);
  const head = ['NAME', 'STATE', 'SINCE (UTC)', 'WHY'].map((title) => paint('dim', title));
  const rows = dependencies.map(({ name, state, since, reason = '' }) => [
    ...[oneLine(name), state.replaceAll('-', ' '), inUtc(since), oneLine(reason)],
  ]);
  await printDocument(this, flags, {
    document: { dependencies },
    names: dependencies.map(({ name }) => name),
    text: (columns) =>
      rows.length === 0 ? ['none was asked yet, which happens every five minutes'] : table([head, ...rows], columns),
    cutLines: true,
  });
}

export const dependenciesCommand = buildCommand<ConnectionFlags & DocumentFlags, [], CliContext>({
  func: list,
  parameters: { flags: { ...documentFlags, ...connectionFlags }, aliases: documentAliases },
  docs: { brief: 'List the systems that the installation needs, with their state' },
});
