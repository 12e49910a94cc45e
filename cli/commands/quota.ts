import { limitWords, whoseQuota } from '../../client/index.ts';
import { briefs } from '../briefs.ts';
import { buildCommand } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { type DocumentFlags, documentAliases, documentFlags, printDocument } from '../document.ts';
import { connectionFlags, optionalWord } from '../flags.ts';
import { oneLine, painter } from '../screen/paint.ts';
import { table } from '../screen/table.ts';

interface Flags extends ConnectionFlags, DocumentFlags {
  readonly by?: string;
  readonly group?: string;
}

async function quota(this: CliContext, { by, group, ...flags }: Flags): Promise<void> {
  const client = await connect(this, flags);
  const quotas = await client.quotas({ createdBy: by, userGroup: group });
  const paint = painter(this.screen);
  const head = ['WHOSE', 'WHAT', 'USED', 'LIMIT', 'LEFT'].map((title) => paint('dim', title));
  const rows = quotas.map((one) => [
    oneLine(whoseQuota(one)),
    limitWords[one.limit],
    `${one.used}`,
    `${one.most}`,
    `${one.left}`,
  ]);
  await printDocument(this, flags, {
    document: { quotas },
    names: quotas.map(({ limit }) => limit),
    text: (columns) => (quotas.length === 0 ? ['no quota is set'] : table([head, ...rows], columns)),
    cutLines: true,
  });
}

export const quotaCommand = buildCommand<Flags, [], CliContext>({
  func: quota,
  parameters: {
    flags: {
      by: optionalWord('only those of this user, SUBJECT@ISSUER, or "me"', 'USER'),
      group: optionalWord('only those of this group', 'NAME'),
      ...documentFlags,
      ...connectionFlags,
    },
    aliases: documentAliases,
  },
  docs: { brief: briefs.quota },
});
