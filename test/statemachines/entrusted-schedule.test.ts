import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { step as beginEvent } from '../../functions/tasks/begin-event.ts';
import type { Delegations, Revocations } from '../../src/domain/credentials/ports.ts';
import { ForbiddenError } from '../../src/foundation/errors.ts';
import { ManualClock } from '../domain/deployments/world.ts';
import { owner, type World, worldOver } from '../e2e/schedules/world.ts';
import { type Engine, directEngine as startEngine } from '../support/engine.ts';
import { noDelegations } from '../support/no-delegations.ts';
import { arrived, fire, stepsOf } from './fire-schedule-world.ts';

let engine: Engine;
let world: World;
beforeAll(async () => {
  engine = await startEngine();
  world = await worldOver(engine, undefined, new ManualClock());
});
afterAll(() => engine?.stop());

/** What is kept, by what it is kept for; `token` answers for each of them. */
const delegating = (token: (id: string) => Promise<string | undefined>) => {
  const kept = new Map<string, string>();
  const delegations: Delegations & Revocations = {
    ...noDelegations,
    keep: async (id, { subject }, accessToken) => void kept.set(id, `${subject} ${accessToken}`),
    tokenFor: (id) => () => token(id),
  };
  return { kept, delegations };
};

describe('a schedule whose owner entrusted the service', () => {
  it('was given that before it could be seen, and records nothing of it', async () => {
    const kept: string[] = [];
    const delegation = { keep: async (id: string) => void kept.push(id) };
    const { schedule } = await arrived(world, 'content', { delegation });
    expect(kept).toEqual([schedule.id]);
    expect(await world.schedules.find(schedule.id)).not.toHaveProperty('delegation');
  });

  it('is not made when the issuer refuses, and leaves nothing', async () => {
    const delegation = { keep: () => Promise.reject(new ForbiddenError('the issuer refuses')) };
    await expect(arrived(world, 'content', { delegation })).rejects.toThrow('the issuer refuses');
  });

  it('entrusts each deployment in the owner’s name', async () => {
    const { schedule, event } = await arrived(world);
    const { kept, delegations } = delegating(async (id) => `token of ${id}`);
    const BeginEvent = beginEvent({ ...world, delegations });
    expect(await fire(world, event, { steps: { ...stepsOf(world), BeginEvent } })).toMatchObject({
      status: 'SUCCEEDED',
    });
    expect([...kept]).toEqual([[event.deploymentId, `${owner.subject} token of ${schedule.id}`]]);
  });

  it('and has withdrawn it since is told so, and what to do', async () => {
    const { event } = await arrived(world);
    const { delegations } = delegating(() => Promise.reject(new ForbiddenError('it was revoked')));
    const BeginEvent = beginEvent({ ...world, delegations });
    const ran = await fire(world, event, { steps: { ...stepsOf(world), BeginEvent } });
    expect(ran).toMatchObject({ status: 'SUCCEEDED', path: ['Begin the event', 'Fail the event'] });
    expect(await world.scheduleEvents.find(event.id)).toMatchObject({
      replicationStatus: 'STUCK',
      reason: 'it was revoked: sign in, and create the schedule again',
    });
    expect(await world.deployments.find(event.deploymentId)).toBeUndefined();
  });
});
