/** The functions of functions/tasks, over a world's ports instead of the environment's. */

import { step as beginAction } from '../../functions/tasks/begin-action.ts';
import { step as beginDeletion } from '../../functions/tasks/begin-deletion.ts';
import { step as beginUpdate } from '../../functions/tasks/begin-update.ts';
import { step as changeInfrastructure } from '../../functions/tasks/change-infrastructure.ts';
import { step as chooseProvider } from '../../functions/tasks/choose-provider.ts';
import { step as cleanUpAttempt } from '../../functions/tasks/clean-up-attempt.ts';
import { step as completeDeployment } from '../../functions/tasks/complete-deployment.ts';
import { step as destroyInfrastructures } from '../../functions/tasks/destroy-infrastructures.ts';
import { step as failAction } from '../../functions/tasks/fail-action.ts';
import { step as failOperation } from '../../functions/tasks/fail-operation.ts';
import { step as giveUpCallback } from '../../functions/tasks/give-up-callback.ts';
import { step as pollAction } from '../../functions/tasks/poll-action.ts';
import { step as pollAttempt } from '../../functions/tasks/poll-attempt.ts';
import { step as pollUpdate } from '../../functions/tasks/poll-update.ts';
import { step as rankProviders } from '../../functions/tasks/rank-providers.ts';
import { step as removeDeployment } from '../../functions/tasks/remove-deployment.ts';
import { step as sendCallback } from '../../functions/tasks/send-callback.ts';
import { step as submitAttempt } from '../../functions/tasks/submit-attempt.ts';
import type { CallbackSweepQueue, LifecyclePorts } from '../../src/domain/deployments/record/ports.ts';
import type { PolicyPorts } from '../../src/domain/policies/judge-ranking.ts';
import { noPreviews } from '../support/no-previews.ts';
import type { Steps } from './machines.ts';

type Ports = LifecyclePorts &
  Partial<PolicyPorts> & { readonly callbackSweepQueue: Pick<CallbackSweepQueue, 'register' | 'setNextCheck'> };

export const stepsOver = (given: Ports): Steps => stepsWith({ ...noPreviews, ...given });

const stepsWith = (ports: Ports & PolicyPorts): Steps => ({
  BeginAction: beginAction(ports),
  BeginDeletion: beginDeletion(ports),
  BeginUpdate: beginUpdate(ports),
  ChangeInfrastructure: changeInfrastructure(ports),
  ChooseProvider: chooseProvider(ports),
  CleanUpAttempt: cleanUpAttempt(ports),
  CompleteDeployment: completeDeployment(ports),
  DestroyInfrastructures: destroyInfrastructures(ports),
  FailAction: failAction(ports),
  FailOperation: failOperation(ports),
  PollAction: pollAction(ports),
  PollUpdate: pollUpdate(ports),
  RemoveDeployment: removeDeployment(ports),
  GiveUpCallback: giveUpCallback(ports),
  PollAttempt: pollAttempt(ports),
  RankProviders: rankProviders(ports),
  SendCallback: sendCallback(ports),
  SubmitAttempt: submitAttempt(ports),
});
