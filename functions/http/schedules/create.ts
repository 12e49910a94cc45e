import { endpoint } from '../../../src/http/pipeline/endpoint.ts';
import { anyBody, postSchedule, scheduleCreationQuery } from '../../../src/http/schedules/schedule-creation.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { createdByEverywhere, linkPorts } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { creationPorts } from '../../../src/wiring/creation.ts';
import { idempotentRequests } from '../../../src/wiring/deployments.ts';
import { files } from '../../../src/wiring/files.ts';
import { imports } from '../../../src/wiring/imports.ts';
import { policyPorts } from '../../../src/wiring/policies.ts';
import { fileConfiguration } from '../../../src/wiring/replicas.ts';
import { scheduleIndex, schedules } from '../../../src/wiring/schedules.ts';
import { clock, ids } from '../../../src/wiring/system.ts';
import { delegations } from '../../../src/wiring/tokens.ts';

export const route = endpoint({ query: scheduleCreationQuery, body: anyBody }, postSchedule);

export const handler = onLambda(route, {
  ...creationPorts,
  ...linkPorts,
  ...policyPorts,
  callers,
  clock,
  createdByEverywhere,
  delegations,
  fileConfiguration,
  files,
  ids,
  idempotentRequests,
  imports,
  scheduleIndex,
  schedules,
});
