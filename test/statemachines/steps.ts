/** The functions of functions/tasks, over a world's ports instead of the environment's. */

import { step as beginDeletion } from '../../functions/tasks/begin-deletion.ts';
import { step as chooseProvider } from '../../functions/tasks/choose-provider.ts';
import { step as cleanUpAttempt } from '../../functions/tasks/clean-up-attempt.ts';
import { step as completeDeployment } from '../../functions/tasks/complete-deployment.ts';
import { step as destroyInfrastructures } from '../../functions/tasks/destroy-infrastructures.ts';
import { step as failOperation } from '../../functions/tasks/fail-operation.ts';
import { step as forgetDeployment } from '../../functions/tasks/forget-deployment.ts';
import { step as pollAttempt } from '../../functions/tasks/poll-attempt.ts';
import { step as rankProviders } from '../../functions/tasks/rank-providers.ts';
import { step as sendCallback } from '../../functions/tasks/send-callback.ts';
import { step as submitAttempt } from '../../functions/tasks/submit-attempt.ts';
import type { LifecyclePorts } from '../../src/domain/deployments/ports.ts';
import type { Steps } from './machines.ts';

export const stepsOver = (ports: LifecyclePorts): Steps => ({
  BeginDeletion: beginDeletion(ports),
  ChooseProvider: chooseProvider(ports),
  CleanUpAttempt: cleanUpAttempt(ports),
  CompleteDeployment: completeDeployment(ports),
  DestroyInfrastructures: destroyInfrastructures(ports),
  FailOperation: failOperation(ports),
  ForgetDeployment: forgetDeployment(ports),
  PollAttempt: pollAttempt(ports),
  RankProviders: rankProviders(ports),
  SendCallback: sendCallback(ports),
  SubmitAttempt: submitAttempt(ports),
});
