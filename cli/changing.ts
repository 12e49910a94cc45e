/** What every command that changes a deployment does: it asks first, and follows what it has started. */

import { type ChangeOptions, collected, type Deployment, type Toscanini, ToscaniniError } from '../client/index.ts';
import { CliError } from './cli-error.ts';
import type { ConnectionFlags } from './connection/connect.ts';
import type { CliContext } from './context.ts';
import { shortId } from './deployment-id.ts';
import { connectionFlags, followFlags, jsonFlag, yesFlag } from './flags.ts';
import { type FollowFlags, followDeployment } from './progress/follow.ts';
import { sayOutcome } from './result.ts';
import { cut } from './screen/paint.ts';
import { wrappedFor } from './screen/wrap.ts';
import { viewOf } from './view-of.ts';

export interface FollowedFlags extends ConnectionFlags {
  readonly json: boolean;
  readonly wait?: number;
  readonly quiet: boolean;
}

export interface ChangeFlags extends FollowedFlags {
  readonly yes: boolean;
  readonly detach: boolean;
}

/** Shows what a change would do. With `--json` not on the output, which a program reads. */
export const beforeQuestion = (
  { screen, process }: CliContext,
  { json }: Pick<ChangeFlags, 'json'>,
  lines: readonly string[],
): void => {
  const text = lines.map((line) => `${line}\n`).join('');
  if (json) process.stderr.write(text);
  else screen.write(wrappedFor(screen, text));
};

/** Asks before a change. CliError when nobody can answer, or the answer is no. */
export const confirmed = async (
  cli: CliContext,
  question: string,
  { yes }: { readonly yes: boolean },
): Promise<void> => {
  if (yes) return;
  const answer = await cli.confirm(question);
  if (answer === undefined)
    throw new CliError(
      'calledWrongly',
      'nobody can be asked here: look at the plan, then repeat the command with --yes',
    );
  if (!answer) throw new CliError('interrupted', 'nothing was changed');
};

/** Of a name, in a question: that of a template can be a whole sentence. */
const longestName = 28;

/** What a question calls a deployment: `web …f7d1a2b3`, or only the end of its id when it has no name. */
export const inQuestion = async (client: Pick<Toscanini, 'deployment'>, id: string): Promise<string> => {
  const { name } = await client.deployment(id);
  return name === undefined ? shortId(id) : `${cut(name, longestName)} ${shortId(id)}`;
};

export const followed = async (
  cli: CliContext,
  client: Toscanini,
  id: string,
  flags: FollowedFlags & Pick<FollowFlags, 'known'>,
): Promise<void> => {
  const started = cli.now();
  await sayOutcome(cli, await followDeployment(cli, client, id, flags), { ...flags, started, id });
};

/** Makes a change, and shows what it leads to. */
export const changed = async (
  cli: CliContext,
  client: Toscanini,
  id: string,
  flags: ChangeFlags,
  change: () => Promise<void>,
): Promise<void> => {
  const follow = await startChange(cli, client, id, flags, change);
  await follow(flags);
};

interface Planned<Plan> {
  /** as the service gives it */
  readonly plan: () => Promise<Plan>;
  readonly lines: (plan: Plan) => readonly string[];
  /** about the deployment, as a question calls it */
  readonly question: (deployment: string) => string;
  /** changes only the version that is given, if one is */
  readonly change: (only: ChangeOptions) => Promise<void>;
}

/** Shows a plan, asks, makes the change and follows it; with `--dry-run` it only shows the plan. */
export const changedAsPlanned = async <Plan>(
  cli: CliContext,
  client: Toscanini,
  id: string,
  flags: ChangeFlags & { readonly dryRun: boolean },
  { plan: planOf, lines, question, change }: Planned<Plan>,
): Promise<void> => {
  const version = await versionToChange(client, id, flags);
  const plan = await planOf();
  if (flags.json && flags.dryRun) return cli.screen.write(`${JSON.stringify(plan)}\n`);
  if (!(flags.yes && (flags.json || flags.quiet))) beforeQuestion(cli, flags, lines(plan));
  if (flags.dryRun) return;
  if (!flags.yes) await confirmed(cli, question(await inQuestion(client, id)), flags);
  await changed(cli, client, id, flags, () => change({ version }));
};

/**
 * The version of which the plan is shown: what somebody changes between the plan and the answer was not agreed to. undefined:
 * nobody is asked.
 */
export const versionToChange = async (
  client: Pick<Toscanini, 'view'>,
  id: string,
  { yes, dryRun }: { readonly yes: boolean; readonly dryRun: boolean },
): Promise<string | undefined> => {
  if (yes || dryRun) return undefined;
  return (await viewOf(client, id))?.version;
};

/** Makes a change. The result shows what it leads to, without the events of earlier operations. */
export const startChange = async (
  cli: CliContext,
  client: Toscanini,
  id: string,
  { detach, json }: Pick<ChangeFlags, 'detach' | 'json'>,
  change: () => Promise<void>,
): Promise<(flags: FollowedFlags) => Promise<void>> => {
  if (detach) {
    await change();
    if (json) cli.screen.write(`${JSON.stringify({ uuid: id, status: await statusOf(client, id) })}\n`);
    return async () => undefined;
  }
  const before = await collected(client.events(id));
  await change();
  const known = new Set(before.map(({ name }) => name));
  return (flags) => followed(cli, client, id, { ...flags, known });
};

/** A deletion may have ended by now. */
const statusOf = async (client: Toscanini, id: string): Promise<Deployment['status']> => {
  try {
    return (await client.deployment(id)).status;
  } catch (cause) {
    if (cause instanceof ToscaniniError && cause.name === 'NotFoundError') return 'DELETE_COMPLETE';
    throw cause;
  }
};

const detachFlag = {
  detach: { kind: 'boolean', default: false, brief: 'do not wait for its end', withNegated: false },
} as const;
export const changingFlags = { ...yesFlag, ...detachFlag, ...jsonFlag, ...followFlags, ...connectionFlags } as const;
export const changingAliases = { y: 'yes', d: 'detach', q: 'quiet' } as const;
