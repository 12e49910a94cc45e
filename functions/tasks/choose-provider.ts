import { chooseProvider } from '../../src/domain/deployments/choose-provider.ts';
import { choiceInput } from '../../src/domain/deployments/step-inputs.ts';
import { onLambda } from '../../src/lambda.ts';
import { task } from '../../src/task.ts';
import { attempts, clock, deployments } from '../../src/wiring.ts';

/** Chooses the attempt to work on. */
export const step = task(choiceInput, chooseProvider);

export const handler = onLambda(step, { attempts, clock, deployments });
