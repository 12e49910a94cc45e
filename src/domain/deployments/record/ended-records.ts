import type { Page, PageRequest } from '../../../foundation/page.ts';
import type { Scope } from '../../../foundation/scope.ts';
import type { Deployment, Ending } from './deployment.ts';
import type { TimelineEvent } from './timeline.ts';

export type EndedDeployment = Deployment & { readonly ended: Ending };

/** Records of ended deployments; each goes by itself when its time is over. */
export interface EndedDeployments {
  /** days that they are kept; 0: nothing is kept */
  readonly days: number;
  /** undefined: it has not ended, or too long ago */
  find(id: string): Promise<EndedDeployment | undefined>;
  /** a repeat is harmless */
  keep(deployment: EndedDeployment): Promise<void>;
  /** those of a scope; the total may count some that went a moment ago */
  list(scope: Scope, page: PageRequest): Promise<Page<EndedDeployment>>;
}

/** Logs and timelines of ended deployments; they go by themselves too. */
export interface EndedFiles {
  putLog(deploymentId: string, text: string): Promise<void>;
  putTimeline(deploymentId: string, events: readonly TimelineEvent[]): Promise<void>;
  /** empty where none is kept */
  readLog(deploymentId: string): Promise<string>;
  readTimeline(deploymentId: string): Promise<readonly TimelineEvent[]>;
}
