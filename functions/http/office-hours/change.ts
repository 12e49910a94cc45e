import { settingQuery, wasChanged } from '../../../src/http/deployments/settings.ts';
import { changeHours, officeHoursBody } from '../../../src/http/office-hours/office-hours.ts';
import { deploymentChange } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { createdByEverywhere, linkPorts } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { deployments, idempotentRequests, resources, timeline } from '../../../src/wiring/deployments.ts';
import { clock, ids } from '../../../src/wiring/system.ts';

export const route = deploymentChange({ query: settingQuery, body: officeHoursBody }, wasChanged, changeHours);

export const handler = onLambda(route, {
  ...linkPorts,
  ...{ callers, clock, createdByEverywhere, deployments },
  ...{ idempotentRequests, ids, resources, timeline },
});
