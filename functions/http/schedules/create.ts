import { endpoint } from '../../../src/http/pipeline/endpoint.ts';
import { anyBody, postSchedule, scheduleCreationQuery } from '../../../src/http/schedules/schedule-creation.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import * as wiring from '../../../src/wiring.ts';

export const route = endpoint({ query: scheduleCreationQuery, body: anyBody }, postSchedule);

export const handler = onLambda(route, {
  ...wiring.creationPorts,
  ...wiring.linkPorts,
  callers: wiring.callers,
  clock: wiring.clock,
  createdByEverywhere: wiring.createdByEverywhere,
  delegations: wiring.delegations,
  fileConfiguration: wiring.fileConfiguration,
  files: wiring.files,
  ids: wiring.ids,
  idempotentRequests: wiring.idempotentRequests,
  imports: wiring.imports,
  scheduleIndex: wiring.scheduleIndex,
  schedules: wiring.schedules,
});
