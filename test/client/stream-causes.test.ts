import { expect, it } from 'vitest';
import { ToscaniniError } from '../../client/errors.ts';
import { streamCauses } from '../../client/stream-causes.ts';
import type { Attempt, DeploymentView, StreamEvent } from '../../client/types.ts';

const message = 'the deployment is CREATE_FAILED: Cloud A: server: the log, which its owner sees, may say why';

const event = (uuid: string, kind: 'FAILED' | 'COMPLETE' = 'FAILED'): StreamEvent =>
  ({
    ...{ id: uuid, kind, message, at: '2026-11-30T01:00:00Z', writtenAt: '2026-11-30T01:00:00Z', operation: 'o' },
    deployment: { uuid, createdBy: { issuer: 'i', subject: 's' }, status: 'CREATE_FAILED' },
  }) as StreamEvent;

const view = {
  ...{ status: 'CREATE_FAILED', operation: { id: 'o' }, providers: [] },
  cause: [{ provider: { id: 'a', name: 'Cloud A' }, attempt: 1, cause: 'server: the quota is reached' }],
} as unknown as DeploymentView;

const asking = (answer: (id: string) => DeploymentView) => {
  const asked: string[] = [];
  const textOf = streamCauses({
    view: async (id) => {
      asked.push(id);
      return { view: answer(id) };
    },
    async *attempts(): AsyncGenerator<Attempt> {},
  });
  return { asked, textOf };
};

it('says why, as the deployment tells its reader, which is asked once', async () => {
  const { asked, textOf } = asking(() => view);
  const why = 'the deployment is CREATE_FAILED: Cloud A: server: the quota is reached';
  expect([await textOf(event('1')), await textOf(event('1')), await textOf(event('1', 'COMPLETE'))]).toEqual([
    ...[why, why],
    message,
  ]);
  expect(asked).toEqual(['1']);
});

it('says what the event says where the deployment is gone, or cannot be read', async () => {
  const { textOf } = asking((id) => {
    throw new ToscaniniError('no', { name: id === '1' ? 'NotFoundError' : 'UnavailableError', status: 404 } as never);
  });
  expect([await textOf(event('1')), await textOf(event('2'))]).toEqual([message, message]);
});

it('asks for so many deployments at most', async () => {
  const { asked, textOf } = asking(() => view);
  for (let count = 0; count < 100; count += 1) await textOf(event(`${count}`));
  expect(asked.length).toBe(40);
});
