/** One attempt of a deployment in a world of its own, as the steps of its workflow find it. */

import { cleanUpAttempt } from '../../../../src/domain/deployments/attempting/clean-up-attempt.ts';
import { pollAttempt } from '../../../../src/domain/deployments/attempting/poll-attempt.ts';
import { submitAttempt } from '../../../../src/domain/deployments/attempting/submit-attempt.ts';
import type { Attempt, AttemptChanges } from '../../../../src/domain/deployments/record/attempt.ts';
import type { Deployment } from '../../../../src/domain/deployments/record/deployment.ts';
import type { Failure } from '../../../../src/domain/deployments/record/operation.ts';
import { accepted, epoch, memoryWorld } from '../world.ts';

const callback = 'https://receiver.example/hook';

export const afterSeconds = (seconds: number): string => new Date(epoch + seconds * 1000).toISOString();

export const attempting = async (changes: Parameters<typeof accepted>[1] = {}, last = false) => {
  const world = memoryWorld();
  const deployment = await accepted(world, { callback, ...changes });
  const { id, operation } = deployment;
  const ref = {
    ...{ deploymentId: id, operationId: operation.id },
    attempt: { number: 1, providerId: 'alpha', last },
  };
  return {
    world,
    deployment,
    ref,
    submit: () => submitAttempt(world)(ref),
    poll: () => pollAttempt(world)(ref),
    cleanUp: (failure: Failure) => cleanUpAttempt(world)({ ...ref, failure }),
    now: () => world.deployments.find(id),
    attempt: (number = 1) => world.attempts.find(id, number),
    /** writes an attempt that an earlier run of a step has begun */
    begun: (more: Partial<Attempt> = {}) =>
      world.attempts.findOrCreate({
        ...{ ...ref.attempt, deploymentId: id, operationId: operation.id, state: 'SUBMITTING', logged: {} },
        ...{ startedAt: afterSeconds(0), askedAt: afterSeconds(0), deadline: afterSeconds(3600) },
        ...more,
      }),
    record: (more: AttemptChanges) => world.attempts.record(id, 1, more),
    /** another operation takes the deployment over */
    overtake: async () => {
      const seen = (await world.deployments.find(id)) ?? deployment;
      const next: Deployment = { ...seen, operation: { id: 'next', kind: 'DELETE', acceptedAt: seen.updatedAt } };
      await world.deployments.supersede(seen, next);
    },
    log: () => world.files.readLog(id),
    messages: () => world.events.map(({ kind, message }) => `${kind}: ${message}`),
  };
};
