import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idempotentRequests } from '../../../src/adapters/tables/idempotent-requests.ts';
import type { HeldRequest, IdempotentRequest } from '../../../src/domain/deployments/accepting/idempotent-requests.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { noWait, settableClock, someone } from './samples.ts';

let engine: Engine;
const clock = settableClock();
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

const table = () =>
  idempotentRequests({ client: engine.client, table: engine.tables.deployments, clock, backOff: noWait });

let keys = 0;
/** A request under a key of its own; what a repeat brings along are ids of its own. */
const request = (changes: Partial<IdempotentRequest> = {}): IdempotentRequest => {
  keys += 1;
  return { owner: someone, key: `key-${keys}`, fingerprint: 'a', deploymentId: 'd1', operationId: 'o1', ...changes };
};
const repeated = (of: IdempotentRequest): IdempotentRequest => ({ ...of, deploymentId: 'd2', operationId: 'o2' });

const claimed = async (of: IdempotentRequest): Promise<HeldRequest> => {
  const claim = await table().claim(of);
  if (claim.state !== 'mine' && claim.state !== 'resumed') throw new Error(`it is ${claim.state}`);
  return claim.request;
};

describe('a key', () => {
  it('is for the one who comes first, for 30 seconds', async () => {
    clock.set(0);
    const mine = request();
    const busyUntil = clock.now().getTime() + 30_000;
    expect(await table().claim(mine)).toEqual({ state: 'mine', request: { ...mine, busyUntil } });
    clock.set(29);
    expect(await table().claim(repeated(mine))).toEqual({ state: 'busy' });
  });

  it('is resumed with the first ids once its process must be dead', async () => {
    clock.set(0);
    const mine = request();
    await table().claim(mine);
    clock.set(30);
    const busyUntil = clock.now().getTime() + 30_000;
    expect(await table().claim(repeated(mine))).toEqual({ state: 'resumed', request: { ...mine, busyUntil } });
    expect(await table().claim(repeated(mine))).toEqual({ state: 'busy' });
  });

  it('is resumed by one of two that have both found its process dead', async () => {
    clock.set(0);
    const mine = request();
    await table().claim(mine);
    clock.set(60);
    // the second one takes the key over after the first has read it
    const send = async (command: GetCommand) => {
      const answer = await engine.client.send(command);
      if (command instanceof GetCommand)
        expect(await table().claim(repeated(mine))).toMatchObject({ state: 'resumed' });
      return answer;
    };
    const client = { config: engine.client.config, send } as unknown as typeof engine.client;
    clock.set(61);
    const first = idempotentRequests({ client, table: engine.tables.deployments, clock, backOff: noWait });
    expect(await first.claim(repeated(mine))).toEqual({ state: 'busy' });
  });

  it('is no longer held by a process that was taken for dead, which can neither free nor keep it', async () => {
    clock.set(0);
    const first = await claimed(request());
    clock.set(30);
    const second = await claimed(repeated(first));
    expect([await table().isHeld(first), await table().isHeld(second)]).toEqual([false, true]);
    await table().release(first);
    expect(await table().isHeld(second)).toBe(true);
    await table().release(second);
    expect(await table().isHeld(second)).toBe(false);
    expect(await table().claim(repeated(first))).toMatchObject({ state: 'mine', request: { deploymentId: 'd2' } });
  });

  it('is resumed at once, with the first ids, where its process lets a repeat go on', async () => {
    clock.set(0);
    const mine = request();
    const first = await claimed(mine);
    await table().letResume(first);
    clock.set(1);
    const repeat = await table().claim(repeated(mine));
    expect(repeat).toMatchObject({ state: 'resumed', request: { deploymentId: 'd1', operationId: 'o1' } });
    // the first process no longer holds it
    await table().letResume(first);
    expect(await table().claim(repeated(mine))).toEqual({ state: 'busy' });
  });

  it('gives a repeat the same answer, also after the time of a process', async () => {
    clock.set(0);
    const mine = await claimed(request());
    await table().complete(mine, 'made');
    for (const second of [0, 31]) {
      clock.set(second);
      expect(await table().claim(repeated(mine))).toEqual({ state: 'done', answer: 'made' });
    }
    expect(await table().isHeld(mine)).toBe(false);
  });

  it('takes no answer of a request with other ids', async () => {
    clock.set(0);
    const mine = await claimed(request());
    await table().complete(repeated(mine), 'made');
    await table().complete({ ...mine, operationId: 'o2' }, 'made');
    expect(await table().claim(repeated(mine))).toEqual({ state: 'busy' });
  });

  it('is not for another content, answered or not', async () => {
    clock.set(0);
    const mine = await claimed(request());
    expect(await table().claim({ ...mine, fingerprint: 'b' })).toEqual({ state: 'other' });
    await table().complete(mine, 'made');
    expect(await table().claim({ ...mine, fingerprint: 'b' })).toEqual({ state: 'other' });
  });

  it('is another one for another owner', async () => {
    clock.set(0);
    const mine = await claimed(request());
    const other = { ...mine, owner: { ...someone, subject: 'someone else' } };
    expect(await table().claim(other)).toMatchObject({ state: 'mine' });
  });

  it('is free again after a day', async () => {
    clock.set(0);
    const mine = await claimed(request());
    await table().complete(mine, 'made');
    clock.set(24 * 3600 - 1);
    expect(await table().claim(repeated(mine))).toMatchObject({ state: 'done' });
    clock.set(24 * 3600);
    expect(await table().claim({ ...repeated(mine), fingerprint: 'b' })).toMatchObject({ state: 'mine' });
  });
});
