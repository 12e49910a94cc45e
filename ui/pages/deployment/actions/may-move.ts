import type { DeploymentView } from '../../../data/view.ts';
import { onlyJobs } from '../head/stages.ts';

/** Whether a move can be asked about: whether it would be accepted, and why not, a dry run says. */
export const mayMove = (view: Pick<DeploymentView, 'may' | 'status' | 'nodes' | 'provider'>): boolean => {
  const { may, status, provider } = view;
  const stands = ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_FAILED'].includes(status);
  return may.change && stands && provider !== undefined && !onlyJobs(view);
};
