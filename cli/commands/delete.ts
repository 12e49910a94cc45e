import { providerName, type Toscanini } from '../../client/index.ts';
import { briefs } from '../briefs.ts';
import { beforeQuestion, changingAliases, changingFlags, confirmed, inQuestion } from '../changing.ts';
import { buildCommand } from '../command.ts';
import { connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { deploymentId, idArgument } from '../deployment-id.ts';
import { painter } from '../screen/paint.ts';
import { table } from '../screen/table.ts';
import { providersOf } from '../view-of.ts';
import { type DeleteFlags, deleteAll } from './delete-all.ts';

async function remove(this: CliContext, flags: DeleteFlags, ...given: readonly string[]): Promise<void> {
  const client = await connect(this, flags);
  const found: string[] = [];
  for (const one of given) found.push(await deploymentId(client, one, flags));
  const ids = [...new Set(found)];
  if (!flags.yes) {
    for (const id of ids) beforeQuestion(this, flags, await deletionLines(this, client, id));
    const questions = await Promise.all(ids.map((id) => inQuestion(client, id)));
    await confirmed(this, `Delete ${questions.join(' and ')}?`, flags);
  }
  await deleteAll(this, client, ids, flags);
}

const deletionLines = async (cli: CliContext, client: Toscanini, id: string): Promise<readonly string[]> => {
  const paint = painter(cli.screen);
  const [{ resources, infrastructures, notes }, providers] = await Promise.all([
    client.planDeletion(id),
    providersOf(client, id),
  ]);
  const nodes = table(
    resources.map(({ toscaNodeName, toscaNodeType, physicalId = '' }) => [toscaNodeName, toscaNodeType, physicalId]),
  );
  return [
    `${paint('bold', id)}  This deletes:`,
    ...nodes.map((line) => `  ${paint('red', '-')} ${line}`),
    ...infrastructures.map(({ provider, physicalId = 'what it may have made' }) =>
      paint('dim', `  at ${providerName(provider, providers)}: ${physicalId}`),
    ),
    ...notes.map((note) => paint('dim', `  ${note}`)),
  ];
};

export const deleteCommand = buildCommand<DeleteFlags, readonly string[], CliContext>({
  func: remove,
  parameters: {
    positional: { kind: 'array', minimum: 1, parameter: idArgument },
    flags: {
      force: {
        kind: 'boolean',
        default: false,
        brief: 'also when its provider refuses: what is left there is reported',
        withNegated: false,
      },
      ...changingFlags,
    },
    aliases: changingAliases,
  },
  docs: { brief: briefs.delete },
});
