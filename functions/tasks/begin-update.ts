import { operationInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { beginUpdate } from '../../src/domain/deployments/updating/begin-update.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { poll } from '../../src/runtime/poll.ts';
import { tolerance } from '../../src/wiring/bounds.ts';
import { clusterCredentials } from '../../src/wiring/creation.ts';
import { plannerOf } from '../../src/wiring/deployers.ts';
import { attempts, deployments, resources, timeline } from '../../src/wiring/deployments.ts';
import { files } from '../../src/wiring/files.ts';
import { imports } from '../../src/wiring/imports.ts';
import { policies } from '../../src/wiring/policies.ts';
import { creationPreviewOf, providers } from '../../src/wiring/providers.ts';
import { clock, ids } from '../../src/wiring/system.ts';
import { useQuotas } from '../../src/wiring/use-quotas.ts';

/** Starts an update and shows on every resource what will happen to it. */
export const step = poll(operationInput, beginUpdate);

export const handler = onLambda(step, {
  attempts,
  clock,
  clusterCredentials,
  creationPreviewOf,
  deployments,
  files,
  ids,
  imports,
  plannerOf,
  policies,
  providers,
  resources,
  timeline,
  tolerance,
  useQuotas,
});
