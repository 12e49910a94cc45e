import { destroyInfrastructures } from '../../src/domain/deployments/destroy-infrastructures.ts';
import { operationInput } from '../../src/domain/deployments/step-inputs.ts';
import { log } from '../../src/domain/log.ts';
import { onLambda } from '../../src/lambda.ts';
import { task } from '../../src/task.ts';
import { attempts, clock, deployments, infrastructureManager, providers } from '../../src/wiring.ts';

/**
 * One step of destroying everything that was ever submitted for a deployment. What a forced deletion leaves behind is
 * logged, since nothing else will know of it.
 */
export const step = task(operationInput, (ports: Parameters<typeof destroyInfrastructures>[0]) => async (input) => {
  const { leftOver } = await destroyInfrastructures(ports)(input);
  if (leftOver.length > 0) log('WARN', 'left over', { ...input, leftOver });
  return { leftOver };
});

export const handler = onLambda(step, { attempts, clock, deployments, infrastructureManager, providers });
