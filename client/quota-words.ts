/** What people call the limits of quotas, and whose they are. */

import type { QuotaUse } from './types.ts';

export const limitWords: { readonly [limit in QuotaUse['limit']]: string } = {
  deployments: 'deployments',
  machines: 'machines and containers',
  cpus: 'processors',
  memoryGb: 'GB of memory',
  diskGb: 'GB of disk',
  jobs: 'jobs at a time',
  jobsPerDay: 'jobs today (UTC)',
  backfillsPerDay: 'backfills today (UTC)',
  hourlyUsd: 'USD an hour',
  monthlyUsd: 'USD a month',
};

/** Without the issuer of a user. */
export const whoseQuota = ({ of, name = '' }: Pick<QuotaUse, 'of' | 'name'>): string => {
  if (of === 'installation') return 'all users';
  return of === 'group' ? `group ${name}` : name.replace(/@[^@]*$/, '');
};
