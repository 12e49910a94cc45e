import type { MovePlan } from '../../client/index.ts';
import { withProviderNames } from '../../client/provider-names.ts';
import { inWordsOfCommands } from '../../client/words.ts';
import { briefs } from '../briefs.ts';
import { type ChangeFlags, changedAsPlanned, changingAliases, changingFlags } from '../changing.ts';
import { buildCommand } from '../command.ts';
import { connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { deploymentId, idArgument } from '../deployment-id.ts';
import { dryRunFlag } from '../flags.ts';
import { moment } from '../screen/moment.ts';
import { painter } from '../screen/paint.ts';

interface Flags extends ChangeFlags {
  readonly message?: string;
  readonly dryRun: boolean;
}

/** Shows where a deployment goes, asks, moves it and follows it. */
async function move(this: CliContext, flags: Flags, given: string): Promise<void> {
  const client = await connect(this, flags);
  const id = await deploymentId(client, given, flags);
  const request = { message: flags.message };
  await changedAsPlanned(this, client, id, flags, {
    plan: () => client.planMove(id, request),
    lines: (plan) => planLines(this, plan),
    question: (deployment) => `Move ${deployment}?`,
    change: (only) => client.move(id, request, only),
  });
}

const planLines = (cli: CliContext, { accepted, why, provider, outage, creation }: MovePlan): readonly string[] => {
  const paint = painter(cli.screen);
  const { candidates, dropped } = creation;
  const silence = outage ? `: it has given no answer since ${moment(outage.since)}` : '';
  const named = [...candidates, ...dropped];
  const left = dropped.find(({ id }) => id === provider)?.name ?? provider;
  const from = left === undefined ? [] : [`it leaves ${left}${silence}`];
  const tried = candidates.map(({ name }) => paint('bold', name)).join(' → ');
  const to = tried === '' ? paint('red', 'no other provider can take it') : `it is made anew: ${tried}`;
  const others = dropped.filter(({ id }) => id !== provider).map(({ name, reason }) => `  not ${name}: ${reason}`);
  const refused =
    accepted || why === undefined
      ? []
      : [paint('red', `the service would refuse this move: ${withProviderNames(inWordsOfCommands(why), named)}`)];
  const lost = accepted
    ? [
        paint(
          'yellow',
          '  what machines hold on their own disks is lost: all is made anew from the template and its inputs',
        ),
        `  what stands stays in force until then, and is destroyed as soon as ${left ?? 'its provider'} answers; until then both cost money`,
      ]
    : [];
  return [...from, to, ...others, ...lost, ...refused];
};

export const moveCommand = buildCommand<Flags, [string], CliContext>({
  func: move,
  parameters: {
    positional: { kind: 'tuple', parameters: [idArgument] },
    flags: {
      message: { kind: 'parsed', parse: String, optional: true, placeholder: 'TEXT', brief: 'why' },
      ...dryRunFlag('show where it would go, and change nothing'),
      ...changingFlags,
    },
    aliases: { ...changingAliases, n: 'dryRun', m: 'message' },
  },
  docs: { brief: briefs.move },
});
