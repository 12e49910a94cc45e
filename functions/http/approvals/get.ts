import { approval } from '../../../src/http/approvals/approvals.ts';
import { approvalEndpoint } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { deployments } from '../../../src/wiring/deployments.ts';
import { files } from '../../../src/wiring/files.ts';
import { pauses } from '../../../src/wiring/switches.ts';
import { clock } from '../../../src/wiring/system.ts';

export const route = approvalEndpoint({}, approval);

export const handler = onLambda(route, { callers, clock, corsOrigin, deployments, files, pauses, publicBaseUrl });
