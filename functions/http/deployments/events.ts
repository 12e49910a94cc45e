import { timelineList, timelineQuery } from '../../../src/http/deployments/timeline.ts';
import { endedEndpoint } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { callers, corsOrigin, deployments, ended, endedFiles, publicBaseUrl, timeline } from '../../../src/wiring.ts';

export const route = endedEndpoint('see', { query: timelineQuery }, timelineList);

export const handler = onLambda(route, {
  callers,
  corsOrigin,
  deployments,
  ended,
  endedFiles,
  publicBaseUrl,
  timeline,
});
