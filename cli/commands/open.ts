import { briefs } from '../briefs.ts';
import { CliError } from '../cli-error.ts';
import { buildCommand } from '../command.ts';
import { type ConnectionFlags, connect, targetOf } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { deploymentId, idArgument } from '../deployment-id.ts';
import { printDone } from '../document.ts';
import { connectionFlags, jsonFlag } from '../flags.ts';

interface Flags extends ConnectionFlags {
  readonly json: boolean;
}

async function open(this: CliContext, flags: Flags, given?: string): Promise<void> {
  const client = await connect(this, flags);
  const page = given === undefined ? 'deployments' : `deployments/${await deploymentId(client, given)}`;
  const address = await client.dashboard(page);
  if (address === undefined) {
    const { url } = await targetOf(this, flags);
    throw new CliError('notFound', `the service at ${url} has no dashboard: its installation leaves it out`);
  }
  printDone(this, flags.json, { url: address }, address);
  if (this.screen.live && !flags.json) await this.browse?.(address);
}

export const openCommand = buildCommand<Flags, [string?], CliContext>({
  func: open,
  parameters: {
    positional: { kind: 'tuple', parameters: [{ ...idArgument, optional: true }] },
    flags: { ...jsonFlag, ...connectionFlags },
  },
  docs: { brief: briefs.open },
});
