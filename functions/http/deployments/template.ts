import type { Files } from '../../../src/domain/deployments/ports.ts';
import { text } from '../../../src/http/answer.ts';
import { deploymentEndpoint } from '../../../src/http/endpoint.ts';
import { onLambda } from '../../../src/lambda.ts';
import { callers, deployments, files, publicBaseUrl } from '../../../src/wiring.ts';

export const route = deploymentEndpoint(
  'see',
  {},
  (ports: { readonly files: Files }) =>
    async ({ deployment }) =>
      text(await ports.files.getTemplate(deployment.id, deployment.templateOf ?? deployment.operation.id)),
);

export const handler = onLambda(route, { callers, deployments, files, publicBaseUrl });
