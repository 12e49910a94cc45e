import { destroyInfrastructures } from '../../src/domain/deployments/destroy-infrastructures.ts';
import { operationInput } from '../../src/domain/deployments/step-inputs.ts';
import { onLambda } from '../../src/lambda.ts';
import { task } from '../../src/task.ts';
import { attempts, clock, deployments, infrastructureManager, providers } from '../../src/wiring.ts';

/** One step of destroying everything that was ever submitted for a deployment. */
export const step = task(operationInput, destroyInfrastructures);

export const handler = onLambda(step, { attempts, clock, deployments, infrastructureManager, providers });
