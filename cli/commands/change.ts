import { buildCommand } from '@stricli/core';
import type { Toscanini } from '../../client/index.ts';
import {
  type ChangeFlags,
  changed,
  changingAliases,
  changingFlags,
  confirmed,
  type FollowedFlags,
  followed,
} from '../changing.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { deploymentId, idArgument, shortId } from '../deployment-id.ts';
import { printDone } from '../document.ts';
import { connectionFlags, followFlags, jsonFlag } from '../flags.ts';
import { instanceOf, nodeArgument } from '../instance.ts';
import { painter } from '../screen/paint.ts';
import { table } from '../screen/table.ts';

async function remove(
  this: CliContext,
  flags: ChangeFlags & { readonly force: boolean },
  ...given: readonly string[]
): Promise<void> {
  const client = await connect(this, flags);
  const ids: string[] = [];
  for (const one of given) ids.push(await deploymentId(client, one));
  if (!flags.yes) for (const id of ids) await showDeletion(this, client, id);
  await confirmed(this, `Delete ${ids.map(shortId).join(' and ')}?`, flags);
  for (const id of ids) await changed(this, client, id, flags, () => client.delete(id, { force: flags.force }));
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

async function followOne(this: CliContext, flags: FollowedFlags, given: string): Promise<void> {
  const client = await connect(this, flags);
  await followed(this, client, await deploymentId(client, given), flags);
}

type DoneFlags = ConnectionFlags & { readonly json: boolean };

async function reset(this: CliContext, flags: DoneFlags, given: string): Promise<void> {
  const client = await connect(this, flags);
  const id = await deploymentId(client, given);
  await client.reset(id);
  const line = `${shortId(id)} is reset: toscanini delete ${id.slice(-8)} deletes it again`;
  printDone(this, flags.json, { uuid: id, status: 'DELETE_FAILED' }, line);
}

const acting = (type: 'start' | 'stop') =>
  async function act(this: CliContext, flags: DoneFlags, given: string, node: string): Promise<void> {
    const client = await connect(this, flags);
    const id = await deploymentId(client, given);
    const { uuid } = await instanceOf(client, id, node);
    await client.act(id, uuid, type);
    const line = `${node} is being ${type === 'start' ? 'started' : 'stopped'}: toscanini show ${id.slice(-8)}`;
    printDone(this, flags.json, { uuid: id, resource: uuid, action: type }, line);
  };

const one = { kind: 'tuple', parameters: [idArgument] } as const;

export const deleteCommand = buildCommand<ChangeFlags & { readonly force: boolean }, readonly string[], CliContext>({
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

export const followCommand = buildCommand<FollowedFlags, [string], CliContext>({
  func: followOne,
  parameters: { positional: one, flags: { ...jsonFlag, ...followFlags, ...connectionFlags }, aliases: { q: 'quiet' } },
  docs: { brief: 'Follow a deployment until it has ended' },
});

export const resetCommand = buildCommand<DoneFlags, [string], CliContext>({
  func: reset,
  parameters: { positional: one, flags: { ...jsonFlag, ...connectionFlags } },
  docs: { brief: 'End a deletion that is stuck, so that it can be repeated' },
});

const actionCommand = (type: 'start' | 'stop') =>
  buildCommand<DoneFlags, [string, string], CliContext>({
    func: acting(type),
    parameters: {
      positional: { kind: 'tuple', parameters: [idArgument, nodeArgument] },
      flags: { ...jsonFlag, ...connectionFlags },
    },
    docs: { brief: type === 'start' ? 'Start a machine' : 'Stop a machine' },
  });

export const startCommand = actionCommand('start');
export const stopCommand = actionCommand('stop');
