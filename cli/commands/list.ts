import { buildCommand } from '@stricli/core';
import type { DeploymentItem } from '../../client/index.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { shortId } from '../deployment-id.ts';
import { connectionFlags, jsonFlag } from '../flags.ts';
import { cut, painter } from '../screen/paint.ts';
import { table } from '../screen/table.ts';

interface Flags extends ConnectionFlags {
  readonly mine: boolean;
  readonly group?: string;
  readonly state?: readonly string[];
  readonly limit: number;
  readonly json: boolean;
}

/** `failed` is CREATE_FAILED, UPDATE_FAILED ...; `working` is ..._IN_PROGRESS; a whole status is itself. */
const isIn = (status: string, wanted: string): boolean => {
  const word = wanted.toUpperCase();
  return status === word || status.endsWith(`_${{ WORKING: 'IN_PROGRESS' }[word] ?? word}`);
};

const selected = async (
  deployments: AsyncIterable<DeploymentItem>,
  flags: Flags,
): Promise<readonly DeploymentItem[]> => {
  const found: DeploymentItem[] = [];
  for await (const deployment of deployments) {
    if (flags.state !== undefined && !flags.state.some((state) => isIn(deployment.status, state))) continue;
    found.push(deployment);
    if (found.length >= flags.limit) break;
  }
  return found;
};

const colours = { COMPLETE: 'green', FAILED: 'red', IN_PROGRESS: 'yellow' } as const;

const styleOf = (status: string): 'green' | 'red' | 'yellow' | 'dim' =>
  Object.entries(colours).find(([ending]) => status.endsWith(ending))?.[1] ?? 'dim';

async function list(this: CliContext, flags: Flags): Promise<void> {
  const client = await connect(this, flags);
  const filter = { userGroup: flags.group, createdBy: flags.mine ? 'me' : undefined };
  const found = await selected(client.deployments(filter), flags);
  if (flags.json) return this.screen.write(`${JSON.stringify(found)}\n`);
  if (found.length === 0) return this.screen.write('no deployments; toscanini deploy FILE makes one\n');
  const paint = painter(this.screen);
  const rows = found.map(
    ({ uuid, status, creationTime, userGroup = '', cloudProviderName = '', statusReason = '' }) => [
      paint('bold', shortId(uuid)),
      paint(styleOf(status), status),
      creationTime.slice(0, 16).replace('T', ' '),
      cloudProviderName,
      userGroup,
      statusReason.split('\n')[0] ?? '',
    ],
  );
  const lines = table([
    ['ID', 'STATUS', 'CREATED (UTC)', 'PROVIDER', 'GROUP', ''].map((head) => paint('dim', head)),
    ...rows,
  ]);
  const { columns } = this.screen.size();
  this.screen.write(lines.map((line) => `${this.screen.live ? cut(line, columns) : line}\n`).join(''));
}

export const listCommand = buildCommand<Flags, [], CliContext>({
  func: list,
  parameters: {
    flags: {
      mine: { kind: 'boolean', default: false, brief: 'only those that you made', withNegated: false },
      group: { kind: 'parsed', parse: String, optional: true, brief: 'only those of this group', placeholder: 'NAME' },
      state: {
        kind: 'parsed',
        parse: String,
        variadic: ',',
        optional: true,
        brief: 'only these: working, complete, failed, or a status',
        placeholder: 'STATE,…',
      },
      limit: { kind: 'parsed', parse: Number, default: '50', brief: 'at most so many, newest first', placeholder: 'N' },
      ...jsonFlag,
      ...connectionFlags,
    },
    aliases: { m: 'mine', n: 'limit' },
  },
  docs: { brief: 'List deployments, newest first' },
});
