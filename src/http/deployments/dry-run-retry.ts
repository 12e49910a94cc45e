import { dryRunRetry } from '../../domain/deployments/accepting/dry-run-retry.ts';
import { infrastructureViews } from '../pipeline/dry-run.ts';
import type { BodyOf } from '../schemas/answers.ts';
import { dryRunView, updateDryRunView } from './dry-run-template.ts';

/** The answer of a dry run of a retry: that of an update of what stands, or that of a creation and what is removed before it. */
export const retryDryRun = async (...parameters: Parameters<typeof dryRunRetry>): Promise<BodyOf<'RetryDryRun'>> => {
  const found = await dryRunRetry(...parameters);
  if (found.retries === 'kept') return { retries: 'kept', update: updateDryRunView(found.update) };
  return {
    retries: 'anew',
    creation: dryRunView(found.creation),
    infrastructures: infrastructureViews(found.removed),
  };
};
