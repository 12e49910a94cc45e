import { buildCommand } from '@stricli/core';
import { collected, type Toscanini, type UpdatePlan, type UpdateRequest } from '../../client/index.ts';
import { CliError } from '../cli-error.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { deploymentId, shortId } from '../deployment-id.ts';
import { connectionFlags, fileArgument, followFlags, idArgument, inputFlags, jsonFlag, yesFlag } from '../flags.ts';
import { type FollowFlags, followDeployment } from '../progress/follow.ts';
import { rawOutput, sayOutcome } from '../result.ts';
import { painter } from '../screen/paint.ts';
import { previewLines } from '../screen/preview.ts';
import { table } from '../screen/table.ts';
import { readParameters, readTemplate } from '../template.ts';

interface FollowedFlags extends ConnectionFlags {
  readonly json: boolean;
  readonly wait?: number;
  readonly quiet: boolean;
}

interface ChangeFlags extends FollowedFlags {
  readonly yes: boolean;
  readonly detach: boolean;
}

/** Asks before a change. CliError when nobody can answer, or the answer is no. */
const confirmed = async (cli: CliContext, question: string, { yes }: { readonly yes: boolean }): Promise<void> => {
  if (yes) return;
  if (cli.confirm === undefined)
    throw new CliError(
      'calledWrongly',
      'nobody can be asked here: look at the plan, then repeat the command with --yes',
    );
  if (!(await cli.confirm(question))) throw new CliError('interrupted', 'nothing was changed');
};

const followed = async (
  cli: CliContext,
  client: Toscanini,
  id: string,
  flags: FollowedFlags & Pick<FollowFlags, 'known'>,
): Promise<void> => {
  const started = cli.now();
  await sayOutcome(cli, await followDeployment(cli, client, id, flags), { ...flags, started, id });
};

/** Makes a change, and shows what it leads to, without the events of earlier operations. */
const changed = async (
  cli: CliContext,
  client: Toscanini,
  id: string,
  flags: ChangeFlags,
  change: () => Promise<void>,
): Promise<void> => {
  if (flags.detach) return change();
  const before = await collected(client.events(id));
  await change();
  await followed(cli, client, id, { ...flags, known: new Set(before.map(({ name }) => name)) });
};

async function remove(
  this: CliContext,
  flags: ChangeFlags & { readonly force: boolean },
  given: string,
): Promise<void> {
  const client = await connect(this, flags);
  const id = await deploymentId(client, given);
  if (!flags.yes) await showDeletion(this, client, id);
  await confirmed(this, `Delete ${shortId(id)}?`, flags);
  await changed(this, client, id, flags, () => client.delete(id, { force: flags.force }));
}

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

interface UpdateFlags extends ChangeFlags {
  readonly input?: readonly string[];
  readonly inputs?: string;
  readonly replace?: readonly string[];
  readonly dryRun: boolean;
}

async function update(this: CliContext, flags: UpdateFlags, given: string, file?: string): Promise<void> {
  const client = await connect(this, flags);
  const id = await deploymentId(client, given);
  const template = file === undefined ? await client.template(id) : await readTemplate(this, file);
  const request: UpdateRequest = { template, parameters: await readParameters(flags), replace: flags.replace };
  const planned = await client.planUpdate(id, request);
  if (flags.json && flags.dryRun) return this.screen.write(`${JSON.stringify(planned)}\n`);
  if (!flags.json && !flags.quiet) showUpdate(this, planned);
  if (flags.dryRun) return;
  await confirmed(this, `Update ${shortId(id)}?`, flags);
  await changed(this, client, id, flags, () => client.update(id, request));
}

const signs = {
  altered: '~',
  replaced: '±',
  made: '+',
  configured: '~',
  scaled: '~',
  kept: ' ',
  refused: '✖',
} as const;

const showUpdate = (cli: CliContext, planned: UpdatePlan): void => {
  const { difference, changes, accepted, warnings, notes = [] } = planned;
  const paint = painter(cli.screen);
  const value = (text: unknown): string => (text === undefined ? 'nothing' : rawOutput(text));
  const lines = [
    ...difference.added.map(({ toscaNodeName, toscaNodeType }) =>
      paint('green', `  + ${toscaNodeName}  ${toscaNodeType}`),
    ),
    ...difference.removed.map(({ toscaNodeName, toscaNodeType }) =>
      paint('red', `  - ${toscaNodeName}  ${toscaNodeType}`),
    ),
    ...changes.map(({ node, property, how, why = '', ...change }) =>
      paint(
        how === 'refused' || how === 'replaced' ? 'red' : 'yellow',
        `  ${signs[how]} ${node}.${property}: ${value(change.old)} → ${value(change.new)}  (${how}${why === '' ? '' : `: ${why}`})`,
      ),
    ),
    ...warnings.map(({ line, column, message }) => paint('dim', `  ${line}:${column} ${message}`)),
  ];
  const atProvider = [...previewLines(planned, paint), ...notes.map((note) => paint('dim', note))];
  const nothing = lines.length === 0 ? ['  nothing changes'] : lines;
  const refused = accepted ? [] : [paint('red', '  the service would refuse this update')];
  cli.screen.write(
    [...nothing, ...atProvider.map((line) => `  ${line}`), ...refused].map((line) => `${line}\n`).join(''),
  );
};

async function followOne(this: CliContext, flags: FollowedFlags, given: string): Promise<void> {
  const client = await connect(this, flags);
  await followed(this, client, await deploymentId(client, given), flags);
}

async function reset(this: CliContext, flags: ConnectionFlags, given: string): Promise<void> {
  const client = await connect(this, flags);
  const id = await deploymentId(client, given);
  await client.reset(id);
  this.screen.write(`${shortId(id)} is reset: toscanini delete ${id.slice(-8)} deletes it again\n`);
}

/** A uuid; or `web`: the only instance of the node, `web#2` its second one, in the order of their creation. */
const instanceOf = async (client: Toscanini, id: string, given: string): Promise<string> => {
  const [node = '', place = '1'] = given.split('#');
  const resources = await collected(client.resources(id));
  const instances = resources.filter(({ toscaNodeName }) => toscaNodeName === node);
  if (instances.length > 1 && !given.includes('#'))
    throw new CliError('calledWrongly', `${node} has ${instances.length} instances: name one, such as ${node}#1`);
  const found = resources.find(({ uuid }) => uuid === given) ?? instances[Number(place) - 1];
  if (found !== undefined) return found.uuid;
  const known = [...new Set(resources.map(({ toscaNodeName }) => toscaNodeName))].join(', ');
  throw new CliError('notFound', `there is no ${given}; the nodes are ${known}`);
};

const acting = (type: 'start' | 'stop') =>
  async function act(this: CliContext, flags: ConnectionFlags, given: string, node: string): Promise<void> {
    const client = await connect(this, flags);
    const id = await deploymentId(client, given);
    await client.act(id, await instanceOf(client, id, node), type);
    this.screen.write(`${node} is being ${type === 'start' ? 'started' : 'stopped'}: toscanini show ${id.slice(-8)}\n`);
  };

const detachFlag = {
  detach: { kind: 'boolean', default: false, brief: 'do not wait for its end', withNegated: false },
} as const;
const changing = { ...yesFlag, ...detachFlag, ...jsonFlag, ...followFlags, ...connectionFlags } as const;
const aliases = { y: 'yes', d: 'detach', q: 'quiet' } as const;
const one = { kind: 'tuple', parameters: [idArgument] } as const;

export const deleteCommand = buildCommand<ChangeFlags & { readonly force: boolean }, [string], CliContext>({
  func: remove,
  parameters: {
    positional: one,
    flags: {
      force: {
        kind: 'boolean',
        default: false,
        brief: 'also when its provider refuses: what is left there is reported',
        withNegated: false,
      },
      ...changing,
    },
    aliases,
  },
  docs: { brief: 'Delete a deployment and all that was made for it' },
});

export const updateCommand = buildCommand<UpdateFlags, [string, string?], CliContext>({
  func: update,
  parameters: {
    positional: { kind: 'tuple', parameters: [idArgument, { ...fileArgument, optional: true }] },
    flags: {
      ...inputFlags,
      replace: {
        kind: 'parsed',
        parse: String,
        variadic: ',',
        optional: true,
        brief: 'nodes whose machines may be removed and made again',
        placeholder: 'NODE,…',
      },
      dryRun: {
        kind: 'boolean',
        default: false,
        brief: 'show what would change, and change nothing',
        withNegated: false,
      },
      ...changing,
    },
    aliases: { ...aliases, i: 'input', n: 'dryRun' },
  },
  docs: { brief: 'Show what a new template or new inputs change, ask, and do it' },
});

export const followCommand = buildCommand<FollowedFlags, [string], CliContext>({
  func: followOne,
  parameters: { positional: one, flags: { ...jsonFlag, ...followFlags, ...connectionFlags }, aliases: { q: 'quiet' } },
  docs: { brief: 'Follow a deployment until it has ended' },
});

export const resetCommand = buildCommand<ConnectionFlags, [string], CliContext>({
  func: reset,
  parameters: { positional: one, flags: connectionFlags },
  docs: { brief: 'End a deletion that is stuck, so that it can be repeated' },
});

const nodeArgument = {
  brief: 'a machine: NODE, or NODE#2 for its second instance',
  parse: String,
  placeholder: 'NODE',
} as const;

const actionCommand = (type: 'start' | 'stop') =>
  buildCommand<ConnectionFlags, [string, string], CliContext>({
    func: acting(type),
    parameters: { positional: { kind: 'tuple', parameters: [idArgument, nodeArgument] }, flags: connectionFlags },
    docs: { brief: type === 'start' ? 'Start a machine' : 'Stop a machine' },
  });

export const startCommand = actionCommand('start');
export const stopCommand = actionCommand('stop');
