import type { Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { step as giveUp } from '../../functions/tasks/give-up-callback.ts';
import { step as send } from '../../functions/tasks/send-callback.ts';
import { files } from '../../src/adapters/files/files.ts';
import { timeline } from '../../src/adapters/tables/timeline.ts';
import { notify } from '../../src/domain/deployments/reporting/notify.ts';
import { CallbackFailedError } from '../../src/foundation/errors.ts';
import { countedTimeline } from '../../src/observability/counted.ts';
import type { CountedMetric } from '../../src/observability/metric-names.ts';
import { memoryWorld } from '../domain/deployments/world.ts';
import { id, sampleDeployment } from '../http/samples.ts';
import { directEngine, type Engine } from '../support/engine.ts';
import { writtenLines } from './written.ts';

const written = writtenLines();
const context = { awsRequestId: 'lambda-1' } as Context;
const failure = { Error: 'CallbackFailedError', Cause: 'receiver.example answered 503' };

const operation = { id: id(900), kind: 'CREATE', acceptedAt: '2026-11-20T15:33:12.345Z', requestId: 'api-1' } as const;
const deployment = sampleDeployment({ callback: 'https://client.example/cb', operation });
const ids = { deploymentId: deployment.id, operationId: operation.id, originRequestId: 'api-1' };

/** A world over the real stores, in which one callback is queued. */
const queued = async (engine: Engine) => {
  const counted: CountedMetric[] = [];
  const world = {
    ...memoryWorld(),
    files: files({ client: engine.s3, bucket: engine.bucket }),
  };
  const table = { client: engine.client, table: engine.tables.deployments, clock: world.clock };
  await notify(world, deployment, 'complete');
  const [notificationId = ''] = world.notified;
  return {
    world: { ...world, timeline: countedTimeline(timeline(table), (one) => counted.push(one)) },
    notificationId,
    counted,
  };
};

const withEngine = async (run: (engine: Engine) => Promise<void>): Promise<void> => {
  const engine = await directEngine();
  try {
    await run(engine);
  } finally {
    await engine.stop();
  }
};

describe('the log of a callback', () => {
  it('names deployment, operation and request, when it is sent, refused and given up', async () => {
    await withEngine(async (engine) => {
      const { world, notificationId } = await queued(engine);
      await send(world)({ notificationId }, context);
      const refusing = { send: () => Promise.reject(new CallbackFailedError('503')) };
      await expect(send({ ...world, callbacks: refusing })({ notificationId }, context)).rejects.toThrow('503');
      await giveUp(world)({ notificationId, failure }, context);
      expect(written.all()).toHaveLength(4);
      for (const line of written.all()) expect(line).toMatchObject({ ...ids, notificationId, requestId: 'lambda-1' });
    });
  });

  it('names at least the operation when the notification itself is lost', async () => {
    await withEngine(async (engine) => {
      const { world } = await queued(engine);
      await expect(send(world)({ notificationId: `${id(7)}-failed` }, context)).rejects.toThrow();
      expect(written.all()).toMatchObject([{ operationId: id(7), notificationId: `${id(7)}-failed` }]);
    });
  });
});
