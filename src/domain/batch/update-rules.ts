import type { UpdateRules } from '../changes/update-rules.ts';

/** A job is never updated: the policy of its deployer says so, and the routes refuse it before this is asked. */
export const jobUpdateRules: UpdateRules = {
  classify: () => {
    throw new Error('a job cannot be updated, and nobody may ask how');
  },
};
