import { buildCommand } from '@stricli/core';
import type { QuotaUse } from '../../client/index.ts';
import { briefs } from '../briefs.ts';
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

/** What people call each limit. */
const said: { readonly [limit in QuotaUse['limit']]: string } = {
  deployments: 'deployments',
  machines: 'machines and containers',
  cpus: 'processors',
  memoryGb: 'GB of memory',
  diskGb: 'GB of disk',
  jobs: 'jobs at a time',
  jobsPerDay: 'jobs today (UTC)',
  hourlyUsd: 'USD an hour',
  monthlyUsd: 'USD a month',
};

const whose = ({ of, name = '' }: QuotaUse): string => {
  if (of === 'installation') return 'all users';
  return of === 'group' ? `group ${oneLine(name)}` : oneLine(name.replace(/@[^@]*$/, ''));
};

async function quota(this: CliContext, { by, group, ...flags }: Flags): Promise<void> {
  const client = await connect(this, flags);
  const quotas = await client.quotas({ createdBy: by, userGroup: group });
  const paint = painter(this.screen);
  const head = ['WHOSE', 'WHAT', 'USED', 'LIMIT', 'LEFT'].map((title) => paint('dim', title));
  const rows = quotas.map((one) => [whose(one), said[one.limit], `${one.used}`, `${one.most}`, `${one.left}`]);
  await printDocument(this, flags, {
    document: { quotas },
    names: quotas.map(({ limit }) => limit),
    text: (columns) => (quotas.length === 0 ? ['no quota is set'] : table([head, ...rows], columns)),
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
