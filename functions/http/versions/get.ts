import { version, versionQuery } from '../../../src/http/deployments/versions.ts';
import { endedEndpoint } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { deployments, ended, versions } from '../../../src/wiring/deployments.ts';
import { endedFiles, files } from '../../../src/wiring/files.ts';
import { imports } from '../../../src/wiring/imports.ts';
import { clock } from '../../../src/wiring/system.ts';

export const route = endedEndpoint('see', { query: versionQuery }, version);

export const handler = onLambda(route, {
  callers,
  clock,
  corsOrigin,
  deployments,
  ended,
  endedFiles,
  files,
  imports,
  publicBaseUrl,
  versions,
});
