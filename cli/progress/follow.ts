import { isPassing, type Snapshot, type Toscanini, ToscaniniError } from '../../client/index.ts';
import { CliError } from '../cli-error.ts';
import type { CliContext } from '../context.ts';
import { shortId } from '../deployment-id.ts';
import { outcomeOf } from '../exit-codes.ts';
import { jsonReporter } from './json-reporter.ts';
import { liveReporter } from './live-reporter.ts';
import { plainReporter } from './plain-reporter.ts';
import type { Reporter } from './reporter.ts';

export interface FollowFlags {
  /** names of the events before this operation, which are not shown again; given only when the deployment exists */
  readonly known?: ReadonlySet<string>;
  /** true: the service has just accepted the deployment */
  readonly accepted?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** milliseconds; absent: as long as it takes */
  readonly wait?: number;
}

const tickMs = 100;

const silent: Reporter = { see: () => undefined, tick: () => undefined, lose: () => undefined, end: () => undefined };

const reporterOf = (cli: CliContext, client: Toscanini, id: string, { json, quiet }: FollowFlags): Reporter => {
  if (json) return jsonReporter(cli, id);
  if (quiet) return silent;
  return cli.screen.live ? liveReporter(cli, id, () => client.ahead) : plainReporter(cli, id);
};

/**
 * Follows a deployment until its operation has ended, and returns the last snapshot. CliError when the user presses Ctrl-C
 * or the wait is over: the deployment goes on.
 */
export const followDeployment = async (
  cli: CliContext,
  client: Toscanini,
  id: string,
  flags: FollowFlags,
): Promise<Snapshot> => {
  const waiting = flags.wait === undefined ? undefined : AbortSignal.timeout(flags.wait);
  const signal = AbortSignal.any([cli.interrupted, ...(waiting ? [waiting] : [])]);
  const reporter = reporterOf(cli, client, id, flags);
  const ticking = setInterval(reporter.tick, tickMs);
  let last: Snapshot | undefined;
  try {
    const isThere = flags.accepted ?? flags.known !== undefined;
    // who shows nothing of an outage leaves it to the notice on standard error
    const isShown = flags.json !== true && flags.quiet !== true;
    const onLost = isShown ? ({ message }: Error): void => reporter.lose(message) : undefined;
    for await (const snapshot of client.follow(id, { signal, isThere, onLost })) {
      last = snapshot;
      reporter.see({ ...snapshot, events: snapshot.events.filter(({ name }) => !flags.known?.has(name)) });
    }
    if (last === undefined) throw new Error('a follower gives at least one snapshot');
    return last;
  } catch (cause) {
    if (cli.interrupted.aborted) throw new CliError('interrupted', howToWatch(id, last), { cause });
    if (waiting?.aborted) throw new CliError('waitedTooLong', howToWatch(id, last), { cause });
    if (flags.known !== undefined && isGone(cause)) {
      reporter.see(goneAtOnce);
      return goneAtOnce;
    }
    const outcome = outcomeOf(cause);
    if (cause instanceof Error && (isPassing(cause) || outcome === 'notAllowed'))
      throw new CliError(outcome, `${cause.message}\n${howToWatch(id, last)}`, { cause });
    throw cause;
  } finally {
    clearInterval(ticking);
    reporter.end();
  }
};

const isGone = (cause: unknown): boolean => cause instanceof ToscaniniError && cause.name === 'NotFoundError';

/** It was deleted before the first look. */
const goneAtOnce: Snapshot = { view: undefined, deployment: undefined, resources: [], events: [], ended: true };

const howToWatch = (id: string, last: Snapshot | undefined): string => {
  const end = shortId(id).slice(1);
  const watch = `it goes on without this command. Watch it: toscanini watch ${end}`;
  return last?.deployment?.status === 'DELETE_IN_PROGRESS' ? watch : `${watch}   Delete it: toscanini delete ${end}`;
};
