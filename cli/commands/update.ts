import { isDeepStrictEqual } from 'node:util';
import type { Toscanini, UpdatePlan, UpdateRequest } from '../../client/index.ts';
import { briefs } from '../briefs.ts';
import {
  beforeQuestion,
  type ChangeFlags,
  changed,
  changingAliases,
  changingFlags,
  confirmed,
  inQuestion,
  versionToChange,
} from '../changing.ts';
import { buildCommand } from '../command.ts';
import { connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { deploymentId, idArgument } from '../deployment-id.ts';
import { dryRunFlag, fileArgument, inputFlags, optionalWord } from '../flags.ts';
import { declaredBy, type InputFlags, readParameters } from '../input-values.ts';
import { rawOutput } from '../result.ts';
import { painter } from '../screen/paint.ts';
import { previewLines } from '../screen/preview.ts';
import { readTemplate } from '../template.ts';
import { sayUnused } from '../unused-inputs.ts';

interface UpdateFlags extends ChangeFlags, InputFlags {
  readonly replace?: readonly string[];
  readonly onFailure?: OnFailure;
  readonly message?: string;
  readonly dryRun: boolean;
}

async function update(this: CliContext, flags: UpdateFlags, given: string, file?: string): Promise<void> {
  const client = await connect(this, flags);
  const id = await deploymentId(client, given, flags);
  const template = file === undefined ? await client.template(id) : await readTemplate(this, client, file);
  const parameters = await readParameters(flags, declaredBy(client, template));
  const { replace, onFailure, message } = flags;
  await updateTo(this, client, id, { template, parameters, replace, onFailure, message }, flags);
}

/** Shows what an update changes, asks, does it and follows it. */
export const updateTo = async (
  cli: CliContext,
  client: Toscanini,
  id: string,
  request: UpdateRequest,
  flags: ChangeFlags & { readonly dryRun: boolean; readonly onlyChanges?: boolean },
): Promise<void> => {
  const version = await versionToChange(client, id, flags);
  const planned = await client.planUpdate(id, request);
  if (flags.json && flags.dryRun) return cli.screen.write(`${JSON.stringify(planned)}\n`);
  const isSame = isNothing(planned) && (await isInForce(client, id, request));
  const isAsked = !flags.yes && !flags.dryRun && !(flags.onlyChanges && isSame);
  if (isAsked || !(flags.json || flags.quiet)) beforeQuestion(cli, flags, updateLines(cli, planned, isSame));
  else await sayUnused(cli, client, request);
  if (flags.dryRun) return;
  if (flags.onlyChanges && isSame) return flags.json ? changed(cli, client, id, flags, nothing) : undefined;
  if (!flags.yes) await confirmed(cli, `Update ${await inQuestion(client, id)}?`, flags);
  await changed(cli, client, id, flags, () => client.update(id, request, { version }));
};

/** A program gets the result all the same: it may want the outputs. */
const nothing = async (): Promise<void> => undefined;

const isNothing = ({ accepted, difference: { added, removed }, changes, plan = [] }: UpdatePlan): boolean =>
  accepted && [added, removed, changes, plan].every(({ length }) => length === 0);

/** Whether the deployment has the template and the values already: the plan tells of machines, not of outputs. */
const isInForce = async (
  client: Toscanini,
  id: string,
  { template, parameters = {}, callback }: UpdateRequest,
): Promise<boolean> => {
  const [present, inputs, deployment] = await Promise.all([
    client.template(id),
    client.inputs(id),
    client.deployment(id),
  ]);
  const values = new Map(inputs.map(({ name, value }) => [name, value]));
  const isCallbackSame = callback === undefined || callback === deployment.callback;
  const changes = Object.entries(parameters ?? {}).filter(
    ([name, value]) => !isDeepStrictEqual(values.get(name), value),
  );
  return present === template && isCallbackSame && changes.length === 0;
};

const signs = {
  altered: '~',
  replaced: '±',
  made: '+',
  configured: '~',
  scaled: '~',
  kept: ' ',
  refused: '✖',
} as const;

/** A line a node: `worker ×3  tosca.nodes.Compute`. */
const counted = (
  resources: readonly { readonly toscaNodeName: string; readonly toscaNodeType: string }[],
): readonly string[] =>
  [...Map.groupBy(resources, ({ toscaNodeName }) => toscaNodeName)].map(([name, all]) => {
    const times = all.length === 1 ? '' : ` ×${all.length}`;
    return `${name}${times}  ${all[0]?.toscaNodeType ?? ''}`;
  });

/** `2 → 4`; a value that is absent on one side is nothing. */
export const fromTo = (change: { readonly old?: unknown; readonly new?: unknown }): string =>
  [change.old, change.new].map((value) => (value === undefined ? 'nothing' : rawOutput(value))).join(' → ');

export const updateLines = (cli: CliContext, planned: UpdatePlan, isSame: boolean): readonly string[] => {
  const { difference, changes, accepted, warnings, operations = [], notes = [] } = planned;
  const paint = painter(cli.screen);
  const lines = [
    ...counted(difference.added).map((node) => paint('green', `  + ${node}`)),
    ...counted(difference.removed).map((node) => paint('red', `  - ${node}`)),
    ...changes.map(({ node, property, how, why = '', ...change }) =>
      paint(
        how === 'refused' || how === 'replaced' ? 'red' : 'yellow',
        `  ${signs[how]} ${node}.${property}: ${fromTo(change)}  (${how}${why === '' ? '' : `: ${why}`})`,
      ),
    ),
    ...operations.map(({ node, operation, why }) => paint('yellow', `  ~ ${operation} of ${node} runs: ${why}`)),
    ...warnings.map(({ line, column, message }) => paint('dim', `  ${line}:${column} ${message}`)),
  ];
  const atProvider = [...previewLines(planned, paint), ...notes.map((note) => paint('dim', note))];
  const none = isSame ? '  nothing changes' : '  nothing changes but the template, its inputs and its outputs';
  const nothing = lines.length === 0 ? [none] : lines;
  const refused = accepted ? [] : [paint('red', '  the service would refuse this update')];
  return [...nothing, ...atProvider.map((line) => `  ${line}`), ...refused];
};

export const replaceFlag = {
  replace: {
    kind: 'parsed',
    parse: String,
    variadic: ',',
    optional: true,
    brief: 'nodes whose machines may be removed and made again',
    placeholder: 'NODE,…',
  },
} as const;

export type OnFailure = NonNullable<UpdateRequest['onFailure']>;

export const onFailureFlag = {
  onFailure: {
    kind: 'enum',
    values: ['keep', 'rollback'],
    optional: true,
    brief: 'rollback: an update that fails goes back to the version in force',
  },
} as const;

export const messageFlag = {
  message: optionalWord('why, for the list of versions', 'TEXT'),
} as const;

export const updateCommand = buildCommand<UpdateFlags, [string, string?], CliContext>({
  func: update,
  parameters: {
    positional: { kind: 'tuple', parameters: [idArgument, { ...fileArgument, optional: true }] },
    flags: {
      ...inputFlags,
      ...replaceFlag,
      ...onFailureFlag,
      ...messageFlag,
      ...dryRunFlag('show what would change, and change nothing'),
      ...changingFlags,
    },
    aliases: { ...changingAliases, i: 'input', n: 'dryRun', m: 'message' },
  },
  docs: { brief: briefs.update },
});
