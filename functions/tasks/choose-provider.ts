import { chooseProvider } from '../../src/domain/deployments/attempting/choose-provider.ts';
import { choiceInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { attempts, deployments } from '../../src/wiring/deployments.ts';
import { clock } from '../../src/wiring/system.ts';

/** Chooses the attempt to work on. */
export const step = task(choiceInput, chooseProvider);

export const handler = onLambda(step, { attempts, clock, deployments });
