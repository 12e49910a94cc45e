import { approvalList } from '../../../src/http/approvals/approvals.ts';
import { endpoint } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { approvals } from '../../../src/wiring/deployments.ts';
import { pauses } from '../../../src/wiring/switches.ts';
import { clock } from '../../../src/wiring/system.ts';

export const route = endpoint({}, approvalList);

export const handler = onLambda(route, { approvals, callers, clock, corsOrigin, pauses, publicBaseUrl });
