import { briefs } from '../briefs.ts';
import { buildChange } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { deploymentId, idArgument, shortId } from '../deployment-id.ts';
import { printDone } from '../document.ts';
import { connectionFlags, endWord, jsonFlag } from '../flags.ts';
import { moment } from '../screen/moment.ts';

interface Flags extends ConnectionFlags {
  readonly json: boolean;
}

async function extend(this: CliContext, flags: Flags, given: string, end: ReturnType<typeof endWord>): Promise<void> {
  const client = await connect(this, flags);
  const id = await deploymentId(client, given);
  await client.extend(id, end);
  const { expiresAt } = await client.deployment(id);
  const line =
    expiresAt === undefined ? `${shortId(id)} has no end any more` : `${shortId(id)} ends at ${moment(expiresAt)}`;
  printDone(this, flags.json, { uuid: id, expiresAt: expiresAt ?? null }, line);
}

export const extendCommand = buildChange<Flags, [string, ReturnType<typeof endWord>], CliContext>({
  func: extend,
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [
        idArgument,
        { brief: 'from now on, such as 2d; an instant; or never', parse: endWord, placeholder: 'TIME' },
      ],
    },
    flags: { ...jsonFlag, ...connectionFlags },
  },
  docs: { brief: briefs.extend },
});
