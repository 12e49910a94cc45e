import type { RepairPlan } from '../../client/index.ts';
import { briefs } from '../briefs.ts';
import { type ChangeFlags, changedAsPlanned, changingAliases, changingFlags } from '../changing.ts';
import { buildCommand } from '../command.ts';
import { connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { deploymentId, idArgument } from '../deployment-id.ts';
import { dryRunFlag } from '../flags.ts';
import { moment } from '../screen/moment.ts';
import { painter } from '../screen/paint.ts';
import { table } from '../screen/table.ts';
import { replaceFlag } from './update.ts';

interface Flags extends ChangeFlags {
  readonly node?: readonly string[];
  readonly replace?: readonly string[];
  readonly message?: string;
  readonly dryRun: boolean;
}

/** Shows what a repair overwrites, asks, does it and follows it. */
async function repair(this: CliContext, flags: Flags, given: string): Promise<void> {
  const client = await connect(this, flags);
  const id = await deploymentId(client, given, flags);
  const request = { nodes: flags.node, replace: flags.replace, message: flags.message };
  await changedAsPlanned(this, client, id, flags, {
    plan: () => client.planRepair(id, request),
    lines: (plan) => planLines(this, plan),
    question: (deployment) => `Repair ${deployment}?`,
    change: (only) => client.repair(id, request, only),
  });
}

const tones = { refused: 'red', left: 'yellow' } as const;

const planLines = (cli: CliContext, { items, accepted, checkedAt }: RepairPlan): readonly string[] => {
  const paint = painter(cli.screen);
  const titles = ['NODE', 'IS', 'PROPERTY', 'IS NOW', 'BECOMES', 'PART', ''].map((title) => paint('dim', title));
  const rows = items.map(({ node, is, how, property = '', old = '', new: now = '', part = '', why = '' }) => {
    const tone = how === 'refused' || how === 'left' ? tones[how] : 'green';
    return [paint('bold', node), is, property, now, how === 'altered' ? old : paint(tone, how), part, why];
  });
  const head = checkedAt === undefined ? [] : [paint('dim', `found by the check of ${moment(checkedAt)}`)];
  const refused = accepted ? [] : [paint('red', 'the service would refuse this repair')];
  return [...head, ...table([titles, ...rows]), ...refused];
};

export const repairCommand = buildCommand<Flags, [string], CliContext>({
  func: repair,
  parameters: {
    positional: { kind: 'tuple', parameters: [idArgument] },
    flags: {
      node: {
        kind: 'parsed',
        parse: String,
        variadic: true,
        optional: true,
        placeholder: 'NODE',
        brief: 'only what has drifted of this node; can be repeated',
      },
      ...replaceFlag,
      message: { kind: 'parsed', parse: String, optional: true, placeholder: 'TEXT', brief: 'why' },
      ...dryRunFlag('show what it would overwrite, and change nothing'),
      ...changingFlags,
    },
    aliases: { ...changingAliases, n: 'dryRun', m: 'message' },
  },
  docs: { brief: briefs.repair },
});
