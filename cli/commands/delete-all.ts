/** Several deletions at once. One that fails does not keep the others. */

import { type Toscanini, ToscaniniError } from '../../client/index.ts';
import { type ChangeFlags, startChange } from '../changing.ts';
import { CliError } from '../cli-error.ts';
import type { CliContext } from '../context.ts';
import { shortId } from '../deployment-id.ts';
import { outcomeOf } from '../exit-codes.ts';

export type DeleteFlags = ChangeFlags & { readonly force: boolean };

/**
 * All deletions begin before the first is followed, so that several take no longer than the longest. CliError when one fails,
 * goes on without us, or was not begun.
 */
export const deleteAll = async (
  cli: CliContext,
  client: Toscanini,
  ids: readonly string[],
  flags: DeleteFlags,
): Promise<void> => {
  const until = flags.wait === undefined ? undefined : cli.now().getTime() + flags.wait;
  const left = () => (until === undefined ? flags : { ...flags, wait: Math.max(1, until - cli.now().getTime()) });
  const failures: Failure[] = [];
  const following = new Map<string, () => Promise<void>>();
  const waiting = new Set(ids);
  try {
    for (const id of ids)
      await noting(failures, { id, begun: false }, async () => {
        const followIt = await startChange(cli, client, id, flags, () => client.delete(id, { force: flags.force }));
        following.set(id, () => followIt(left()));
        waiting.delete(id);
      });
    for (const [id, followIt] of following) {
      await noting(failures, { id, begun: true }, async () => {
        await followIt();
        await sayKept(cli, client, id, flags);
      });
      following.delete(id);
    }
  } catch (cause) {
    if (ids.length === 1 || outcomeOf(cause) !== 'interrupted') throw cause;
    for (const id of following.keys()) failures.push({ id, begun: true, cause });
    for (const { id } of failures) waiting.delete(id);
    const notBegun = waiting.size === 0 ? [] : [`not deleted: ${named([...waiting])}`];
    throw new CliError('interrupted', [...reportOf(failures, ids.length), ...notBegun].join('\n\n'), { cause });
  }
  // what has failed first
  const [first] = failures.toSorted((one, other) => Number(isStillRunning(one)) - Number(isStillRunning(other)));
  if (first === undefined) return;
  if (ids.length === 1) throw first.cause;
  throw new CliError(outcomeOf(first.cause), reportOf(failures, ids.length).join('\n\n'), { cause: first.cause });
};

/** What stays at the provider, since its template asked for that. */
const sayKept = async (cli: CliContext, client: Toscanini, id: string, flags: DeleteFlags): Promise<void> => {
  if (flags.json || flags.quiet || flags.detach) return;
  const { ending } = (await client.endedDeployment(id)) ?? {};
  for (const { node, type, id: part, region, as } of ending?.kept ?? []) {
    const what = as === 'snapshot' ? `a snapshot of ${type} ${part}` : `${type} ${part}`;
    cli.screen.write(`it keeps ${node === undefined ? '' : `${node}: `}${what} in ${region}\n`);
  }
};

interface Failure {
  readonly id: string;
  /** whether the service has accepted it */
  readonly begun: boolean;
  readonly cause: unknown;
}

/** Only Ctrl-C, and a defect of ours, end all at once. */
const noting = async (
  failures: Failure[],
  of: Pick<Failure, 'id' | 'begun'>,
  step: () => Promise<void>,
): Promise<void> => {
  try {
    await step();
  } catch (cause) {
    const isKnown = cause instanceof CliError || cause instanceof ToscaniniError;
    if (!isKnown || outcomeOf(cause) === 'interrupted') throw cause;
    failures.push({ ...of, cause });
  }
};

/** Whether only this command has ended: such as where the wait is over, or the service no longer answers. */
const isStillRunning = ({ begun, cause }: Failure): boolean => begun && outcomeOf(cause) !== 'failed';

/** Why it is no longer followed; nothing where its user wants that. */
const whyOf = (cause: unknown): readonly string[] => {
  const inner = cause instanceof Error ? cause.cause : undefined;
  return inner instanceof CliError || inner instanceof ToscaniniError ? [inner.message] : [];
};

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : `${cause}`);

const named = (ids: readonly string[]): string => ids.map(shortId).join(', ');

const reportOf = (failures: readonly Failure[], count: number): readonly string[] => {
  const { going = [], failed = [] } = Object.groupBy(failures, (one) => (isStillRunning(one) ? 'going' : 'failed'));
  const lines = failed.map(({ id, cause }) => `${shortId(id)}: ${messageOf(cause)}`);
  return [
    ...(failed.length === 0 ? [] : [`${failed.length} of ${count} could not be deleted`, ...lines]),
    ...goingOn(going.map(({ id }) => id)),
    ...new Set(going.flatMap(({ cause }) => whyOf(cause))),
  ];
};

const goingOn = (ids: readonly string[]): readonly string[] => {
  const [first, ...others] = ids;
  if (first === undefined) return [];
  const [these, it] = others.length === 0 ? ['this deletion goes', 'it'] : ['these deletions go', 'the first'];
  return [`${these} on without this command: ${named(ids)}. toscanini watch ${shortId(first).slice(1)} follows ${it}`];
};
