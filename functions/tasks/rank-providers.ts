import { rankAndChoose } from '../../src/domain/deployments/attempting/rank-and-choose.ts';
import { operationInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { tolerance } from '../../src/wiring/bounds.ts';
import { clusterCredentials } from '../../src/wiring/creation.ts';
import { attempts, deployments, resources, timeline } from '../../src/wiring/deployments.ts';
import { files } from '../../src/wiring/files.ts';
import { imports } from '../../src/wiring/imports.ts';
import { policies } from '../../src/wiring/policies.ts';
import { creationPreviewOf, providers } from '../../src/wiring/providers.ts';
import { clock, ids } from '../../src/wiring/system.ts';
import { useQuotas } from '../../src/wiring/use-quotas.ts';

/** Starts the creation, ranks the providers that may be tried, and chooses the first attempt. */
export const step = task(operationInput, rankAndChoose);

export const handler = onLambda(step, {
  attempts,
  clock,
  clusterCredentials,
  creationPreviewOf,
  deployments,
  files,
  ids,
  imports,
  policies,
  providers,
  resources,
  timeline,
  tolerance,
  useQuotas,
});
