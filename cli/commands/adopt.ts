import type { CreateRequest, CreationPlan } from '../../client/index.ts';
import { accepted } from '../accepted.ts';
import { briefs } from '../briefs.ts';
import { beforeQuestion, type ChangeFlags, changingAliases, changingFlags, confirmed } from '../changing.ts';
import { CliError } from '../cli-error.ts';
import { buildCommand } from '../command.ts';
import { connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import {
  deploymentNameFlag,
  dryRunFlag,
  fileArgument,
  inputFlags,
  labelFlag,
  labelsOf,
  optionalWord,
} from '../flags.ts';
import { declaredBy, type InputFlags, readParameters } from '../input-values.ts';
import { followDeployment } from '../progress/follow.ts';
import { sayOutcome } from '../result.ts';
import { painter } from '../screen/paint.ts';
import { table } from '../screen/table.ts';
import { readTemplate } from '../template.ts';

interface Flags extends ChangeFlags, InputFlags {
  readonly name?: string;
  readonly group?: string;
  readonly label?: readonly (readonly [string, string])[];
  readonly dryRun: boolean;
}

/** Shows how a template describes what stands, asks, adopts it and follows that. */
async function adopt(this: CliContext, flags: Flags, what: string, file: string): Promise<void> {
  const client = await connect(this, flags);
  const template = await readTemplate(this, client, file);
  const parameters = await readParameters(flags, declaredBy(client, template));
  const { name, group: userGroup } = flags;
  const request: CreateRequest = { template, parameters, name, userGroup, labels: labelsOf(flags.label) };
  const plan = await client.planAdoption(what, request);
  if (flags.json && flags.dryRun) this.screen.write(`${JSON.stringify(plan)}\n`);
  else if (!(flags.yes && (flags.json || flags.quiet))) beforeQuestion(this, flags, planLines(this, plan));
  if (refusalOf(plan) !== undefined) throw new CliError('conflict', refusalOf(plan) ?? '');
  if (flags.dryRun) return;
  await confirmed(this, `Adopt ${what}?`, flags);
  const { uuid, ...others } = await accepted(client.adopt(what, request), 'ls --mine');
  if (flags.detach) return this.screen.write(flags.json ? `${JSON.stringify({ uuid, ...others })}\n` : `${uuid}\n`);
  const started = this.now();
  const last = await followDeployment(this, client, uuid, { ...flags, accepted: true });
  await sayOutcome(this, last, { ...flags, started, id: uuid });
}

/** Why the service would refuse it; undefined: it would not. */
const refusalOf = ({ adoption, candidates, dropped }: CreationPlan): string | undefined => {
  if (adoption?.fits === false)
    return 'what stands is not what the template describes: change the template, or what stands';
  if (candidates.length > 0) return undefined;
  return `the provider cannot run this template: ${dropped[0]?.reason ?? 'it is not among those that you may use'}`;
};

const planLines = (cli: CliContext, { adoption, resources }: CreationPlan): readonly string[] => {
  const paint = painter(cli.screen);
  const { findings = [], fits = false, notComparable = [] } = adoption ?? {};
  const titles = ['NODE', 'IS', 'PROPERTY', 'ASKED FOR', 'STANDS', 'PART', ''].map((title) => paint('dim', title));
  const rows = findings.map(({ node, is, property = '', old = '', new: now = '', part = '', why = '' }) => {
    const tone = is === 'ignored' ? 'dim' : 'red';
    return [paint('bold', node), paint(tone, is), property, old, now, part, why];
  });
  const count = resources.length === 1 ? '1 resource' : `${resources.length} resources`;
  return [
    ...(rows.length > 0 ? table([titles, ...rows]) : []),
    ...(fits ? [`${paint('green', '✔')} it fits: ${count}, and nothing of it is changed`] : []),
    paint('dim', `not comparable here: ${notComparable.join(', ')}`),
  ];
};

export const adoptCommand = buildCommand<Flags, [string, string], CliContext>({
  func: adopt,
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [
        {
          brief: 'the provider, and what it calls the infrastructure that stands there',
          parse: String,
          placeholder: 'PROVIDER/INFRASTRUCTURE',
        },
        fileArgument,
      ],
    },
    flags: {
      name: deploymentNameFlag('what you call it; default: as the template says'),
      ...inputFlags,
      group: optionalWord('group whose members may see it', 'NAME'),
      ...labelFlag,
      ...dryRunFlag('compare only, and change nothing'),
      ...changingFlags,
    },
    aliases: { ...changingAliases, i: 'input', n: 'dryRun' },
  },
  docs: { brief: briefs.adopt },
});
