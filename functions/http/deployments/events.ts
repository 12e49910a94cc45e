import { timelineList, timelineQuery } from '../../../src/http/deployments/timeline.ts';
import { endedEndpoint } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { deployments, ended, timeline } from '../../../src/wiring/deployments.ts';
import { endedFiles } from '../../../src/wiring/files.ts';

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
