import { destroyInfrastructures } from '../../src/domain/deployments/deleting/destroy-infrastructures.ts';
import { destructionPauseSeconds } from '../../src/domain/deployments/record/pauses.ts';
import { operationInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { poll } from '../../src/runtime/poll.ts';
import { tolerance } from '../../src/wiring/bounds.ts';
import { deployerOf } from '../../src/wiring/deployers.ts';
import { attempts, deployments, timeline } from '../../src/wiring/deployments.ts';
import { files } from '../../src/wiring/files.ts';
import { providers } from '../../src/wiring/providers.ts';
import { clock } from '../../src/wiring/system.ts';

/** One step of destroying every infrastructure that was ever submitted. */
export const step = poll(operationInput, destroyInfrastructures, { pause: destructionPauseSeconds });

export const handler = onLambda(step, {
  attempts,
  clock,
  deployments,
  files,
  deployerOf,
  providers,
  timeline,
  tolerance,
});
