/** The ports that keep deployments, in DynamoDB. */

import { endedDaysSet } from '../adapters/configuration/bounds.ts';
import { approvals as approvalTable } from '../adapters/tables/approvals.ts';
import { attempts as attemptTable } from '../adapters/tables/attempts.ts';
import { deployments as deploymentTable } from '../adapters/tables/deployments.ts';
import { deploymentsById as deploymentsByKey } from '../adapters/tables/deployments-by-id.ts';
import { endedDeployments } from '../adapters/tables/ended-deployments.ts';
import { eventStream as streamTable } from '../adapters/tables/event-stream.ts';
import { idempotentRequests as requestTable } from '../adapters/tables/idempotent-requests.ts';
import { providerRecord } from '../adapters/tables/provider-record.ts';
import { resources as resourceTable } from '../adapters/tables/resources.ts';
import { timeline as timelineTable } from '../adapters/tables/timeline.ts';
import { versions as versionTable } from '../adapters/tables/versions.ts';
import { describeDeployment } from '../http/deployments/views.ts';
import { countedAttempts, countedDeployments, countedTimeline } from '../observability/counted.ts';
import { reportFailingProviders } from '../observability/failing-providers.ts';
import { emit } from '../observability/metrics.ts';
import { once } from './once.ts';
import { clock } from './system.ts';
import { deploymentsTable, resourcesTable } from './tables.ts';

export const deployments = once(() => countedDeployments(deploymentTable(deploymentsTable()), emit, clock()));
export const deploymentsById = once(() => deploymentsByKey(deploymentsTable()));
export const attempts = once(() =>
  countedAttempts(attemptTable(deploymentsTable()), emit, reportFailingProviders(providerRecord(deploymentsTable()))),
);
export const timeline = once(() => countedTimeline(timelineTable(deploymentsTable()), emit));
export const approvals = once(() => approvalTable(deploymentsTable()));
export const eventStream = once(() => streamTable(deploymentsTable()));
export const resources = once(() => resourceTable(resourcesTable()));
export const versions = once(() => versionTable(deploymentsTable()));
export const ended = once(() => endedDeployments(deploymentsTable(), endedDaysSet()));
export const idempotentRequests = once(() => requestTable(deploymentsTable()));
/** The ports for answering a repeated request. */
export const repeatPorts = { ended, idempotentRequests };

export const describe = once(() => describeDeployment);
