import { destroyInfrastructures } from '../../src/domain/deployments/destroy-infrastructures.ts';
import { operationInput } from '../../src/domain/deployments/step-inputs.ts';
import { log } from '../../src/domain/log.ts';
import { onLambda } from '../../src/lambda.ts';
import { task } from '../../src/task.ts';
import { attempts, clock, deployments, files, infrastructureManager, providers, timeline } from '../../src/wiring.ts';

/** One step of destroying all that was ever submitted. What a forced deletion leaves is logged: nothing else knows of it. */
export const step = task(operationInput, (ports: Parameters<typeof destroyInfrastructures>[0]) => async (input) => {
  const { leftOver } = await destroyInfrastructures(ports)(input);
  if (leftOver.length > 0) log('WARN', 'left over', { ...input, leftOver });
  return { leftOver };
});

export const handler = onLambda(step, {
  attempts,
  clock,
  deployments,
  files,
  infrastructureManager,
  providers,
  timeline,
});
