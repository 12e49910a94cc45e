/** The functions of functions/tasks, over a world's ports instead of the environment's. */

import { beginDeletion } from '../../src/domain/deployments/begin-deletion.ts';
import { chooseProvider } from '../../src/domain/deployments/choose-provider.ts';
import { cleanUpAttempt } from '../../src/domain/deployments/clean-up-attempt.ts';
import { completeDeployment } from '../../src/domain/deployments/complete-deployment.ts';
import { destroyInfrastructures } from '../../src/domain/deployments/destroy-infrastructures.ts';
import { failOperation } from '../../src/domain/deployments/fail-operation.ts';
import { forgetDeployment } from '../../src/domain/deployments/forget-deployment.ts';
import { pollAttempt } from '../../src/domain/deployments/poll-attempt.ts';
import type { LifecyclePorts } from '../../src/domain/deployments/ports.ts';
import { rankProviders } from '../../src/domain/deployments/rank-providers.ts';
import { sendCallback } from '../../src/domain/deployments/send-callback.ts';
import * as inputs from '../../src/domain/deployments/step-inputs.ts';
import { submitAttempt } from '../../src/domain/deployments/submit-attempt.ts';
import { task } from '../../src/task.ts';
import type { Steps } from './machines.ts';

export const stepsOver = (ports: LifecyclePorts): Steps => ({
  RankProviders: task(inputs.operationInput, rankProviders)(ports),
  ChooseProvider: task(inputs.choiceInput, chooseProvider)(ports),
  SubmitAttempt: task(inputs.attemptInput, submitAttempt)(ports),
  PollAttempt: task(inputs.attemptInput, pollAttempt)(ports),
  CleanUpAttempt: task(inputs.failedAttemptInput, cleanUpAttempt)(ports),
  CompleteDeployment: task(inputs.operationInput, completeDeployment)(ports),
  FailOperation: task(inputs.failedOperationInput, failOperation)(ports),
  BeginDeletion: task(inputs.operationInput, beginDeletion)(ports),
  DestroyInfrastructures: task(inputs.operationInput, destroyInfrastructures)(ports),
  ForgetDeployment: task(inputs.forgetInput, forgetDeployment)(ports),
  SendCallback: task(inputs.notificationInput, sendCallback)(ports),
});
