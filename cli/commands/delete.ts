import { buildCommand } from '@stricli/core';
import { type Toscanini, ToscaniniError } from '../../client/index.ts';
import { type ChangeFlags, changingAliases, changingFlags, confirmed, inQuestion, startChange } from '../changing.ts';
import { CliError } from '../cli-error.ts';
import { connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { deploymentId, idArgument, shortId } from '../deployment-id.ts';
import { outcomeOf } from '../exit-codes.ts';
import { painter } from '../screen/paint.ts';
import { table } from '../screen/table.ts';

type DeleteFlags = ChangeFlags & { readonly force: boolean };

async function remove(this: CliContext, flags: DeleteFlags, ...given: readonly string[]): Promise<void> {
  const client = await connect(this, flags);
  const found: string[] = [];
  for (const one of given) found.push(await deploymentId(client, one));
  const ids = [...new Set(found)];
  if (!flags.yes) {
    for (const id of ids) await showDeletion(this, client, id);
    const asked = await Promise.all(ids.map((id) => inQuestion(client, id)));
    await confirmed(this, `Delete ${asked.join(' and ')}?`, flags);
  }
  await deleteAll(this, client, ids, flags);
}

/** All deletions begin before the first is followed, so that several take no longer than the longest. */
const deleteAll = async (
  cli: CliContext,
  client: Toscanini,
  ids: readonly string[],
  flags: DeleteFlags,
): Promise<void> => {
  const until = flags.wait === undefined ? undefined : cli.now().getTime() + flags.wait;
  const left = () => (until === undefined ? flags : { ...flags, wait: Math.max(1, until - cli.now().getTime()) });
  const failures: Failure[] = [];
  const going = new Map<string, () => Promise<void>>();
  try {
    for (const id of ids)
      await noting(failures, id, async () => {
        const followIt = await startChange(cli, client, id, flags, () => client.delete(id, { force: flags.force }));
        going.set(id, () => followIt(left()));
      });
    for (const [id, followIt] of going) {
      await noting(failures, id, followIt);
      going.delete(id);
    }
  } catch (cause) {
    throw ids.length > 1 && outcomeOf(cause) === 'interrupted' ? interruptedWith([...going.keys()], cause) : cause;
  }
  endWith(failures, ids.length);
};

/** Says what was accepted before Ctrl-C: each of these deletions goes on. */
const interruptedWith = (going: readonly string[], cause: unknown): CliError => {
  const begun = `${going.map(shortId).join(', ')} ${going.length === 1 ? 'is' : 'are'} being deleted without this command; no other one is`;
  return new CliError('interrupted', going.length === 0 ? 'no deletion is in progress' : begun, { cause });
};

interface Failure {
  readonly id: string;
  readonly cause: CliError | ToscaniniError;
}

/** One that fails does not keep the others: only Ctrl-C, and a defect of ours, end all at once. */
const noting = async (failures: Failure[], id: string, step: () => Promise<void>): Promise<void> => {
  try {
    await step();
  } catch (cause) {
    const isKnown = cause instanceof CliError || cause instanceof ToscaniniError;
    if (!isKnown || outcomeOf(cause) === 'interrupted') throw cause;
    failures.push({ id, cause });
  }
};

const endWith = (failures: readonly Failure[], count: number): void => {
  const [first] = failures;
  if (first === undefined) return;
  if (count === 1) throw first.cause;
  const lines = failures.map(({ id, cause }) => `${shortId(id)}: ${cause.message}`);
  throw new CliError(
    outcomeOf(first.cause),
    `${failures.length} of ${count} could not be deleted\n\n${lines.join('\n\n')}`,
    { cause: first.cause },
  );
};

const showDeletion = async (cli: CliContext, client: Toscanini, id: string): Promise<void> => {
  const paint = painter(cli.screen);
  const { resources, infrastructures, notes } = await client.planDeletion(id);
  const nodes = table(
    resources.map(({ toscaNodeName, toscaNodeType, physicalId = '' }) => [toscaNodeName, toscaNodeType, physicalId]),
  );
  const lines = [
    `${paint('bold', id)}  This deletes:`,
    ...nodes.map((line) => `  ${paint('red', '-')} ${line}`),
    ...infrastructures.map(({ provider, physicalId = 'what it may have made' }) =>
      paint('dim', `  at ${provider}: ${physicalId}`),
    ),
    ...notes.map((note) => paint('dim', `  ${note}`)),
  ];
  cli.screen.write(lines.map((line) => `${line}\n`).join(''));
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
  docs: { brief: 'Delete deployments and all that was made for them' },
});
