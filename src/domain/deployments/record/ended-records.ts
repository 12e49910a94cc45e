import type { Page, PageRequest } from '../../../foundation/page.ts';
import type { Scope } from '../../../foundation/scope.ts';
import type { Deployment, DeploymentEnd } from './deployment.ts';
import type { TimelineEvent } from './timeline.ts';

export type EndedDeployment = Deployment & { readonly ended: DeploymentEnd };

/** Records of ended deployments; each expires after `days`. */
export interface EndedDeployments {
  /** how many days records are kept; 0: none are kept */
  readonly days: number;
  /** undefined: not ended, or the record has expired */
  find(id: string): Promise<EndedDeployment | undefined>;
  /** a repeat is harmless */
  keep(deployment: EndedDeployment): Promise<void>;
  /** the records of a scope; the total may include some that have just expired */
  list(scope: Scope, page: PageRequest): Promise<Page<EndedDeployment>>;
}

/** Logs and timelines of ended deployments; they expire too. */
export interface EndedFiles {
  putLog(deploymentId: string, text: string): Promise<void>;
  /** the template of a version */
  putVersion(deploymentId: string, number: number, template: string): Promise<void>;
  /** empty if none is kept */
  readVersion(deploymentId: string, number: number): Promise<string>;
  putTimeline(deploymentId: string, events: readonly TimelineEvent[]): Promise<void>;
  /** empty if no log is kept */
  readLog(deploymentId: string): Promise<string>;
  readTimeline(deploymentId: string): Promise<readonly TimelineEvent[]>;
}
