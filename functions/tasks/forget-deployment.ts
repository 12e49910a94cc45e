import { forgetDeployment } from '../../src/domain/deployments/forget-deployment.ts';
import { forgetInput } from '../../src/domain/deployments/step-inputs.ts';
import { onLambda } from '../../src/lambda.ts';
import { task } from '../../src/task.ts';
import { deployments, describe, entrustedFiles, resources, workflows } from '../../src/wiring.ts';

/** Removes all that is known of a deployment. */
export const step = task(forgetInput, forgetDeployment);

export const handler = onLambda(step, { deployments, describe, files: entrustedFiles, resources, workflows });
