import type { ApprovalPlace } from '../../approvals/approval.ts';
import type { Deployment } from './deployment.ts';

export interface Approvals {
  /** Deployments whose operation waits, those that wait the longest first; at most 200. */
  waitingAt(places: readonly ApprovalPlace[]): Promise<readonly Deployment[]>;
}
