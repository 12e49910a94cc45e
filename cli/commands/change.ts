import { briefs } from '../briefs.ts';
import { type FollowedFlags, followed } from '../changing.ts';
import { buildChange, buildCommand } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { deploymentId, idArgument, shortId } from '../deployment-id.ts';
import { printDone } from '../document.ts';
import { connectionFlags, followFlags, jsonFlag } from '../flags.ts';
import { instanceOf, nodeArgument } from '../instance.ts';

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

type ProtectFlags = DoneFlags & { readonly off: boolean };

async function protect(this: CliContext, flags: ProtectFlags, given: string): Promise<void> {
  const client = await connect(this, flags);
  const id = await deploymentId(client, given);
  await client.protect(id, !flags.off);
  const line = flags.off ? `${shortId(id)} is no longer protected` : `${shortId(id)} is protected`;
  printDone(this, flags.json, { uuid: id, protected: !flags.off }, line);
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

export const followCommand = buildCommand<FollowedFlags, [string], CliContext>({
  func: followOne,
  parameters: { positional: one, flags: { ...jsonFlag, ...followFlags, ...connectionFlags }, aliases: { q: 'quiet' } },
  docs: { brief: briefs.watch },
});

export const resetCommand = buildChange<DoneFlags, [string], CliContext>({
  func: reset,
  parameters: { positional: one, flags: { ...jsonFlag, ...connectionFlags } },
  docs: { brief: briefs.reset },
});

export const protectCommand = buildChange<ProtectFlags, [string], CliContext>({
  func: protect,
  parameters: {
    positional: one,
    flags: {
      off: { kind: 'boolean', default: false, brief: 'take the protection off', withNegated: false },
      ...jsonFlag,
      ...connectionFlags,
    },
  },
  docs: { brief: briefs.protect },
});

const actionCommand = (type: 'start' | 'stop') =>
  buildChange<DoneFlags, [string, string], CliContext>({
    func: acting(type),
    parameters: {
      positional: { kind: 'tuple', parameters: [idArgument, nodeArgument] },
      flags: { ...jsonFlag, ...connectionFlags },
    },
    docs: { brief: briefs[type] },
  });

export const startCommand = actionCommand('start');
export const stopCommand = actionCommand('stop');
