import { checks } from '../../../src/http/checks/checks.ts';
import { deploymentEndpoint } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { driftChecks } from '../../../src/wiring/checks.ts';
import { deployments } from '../../../src/wiring/deployments.ts';

export const route = deploymentEndpoint('see', {}, checks);

export const handler = onLambda(route, { callers, corsOrigin, deployments, driftChecks, publicBaseUrl });
