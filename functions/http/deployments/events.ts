import { endedEndpoint } from '../../../src/http/endpoint.ts';
import { timelineList, timelineQuery } from '../../../src/http/timeline.ts';
import { onLambda } from '../../../src/lambda.ts';
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
