import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../../src/domain/deployments/record/attempt.ts';
import type { Deployment } from '../../../src/domain/deployments/record/deployment.ts';
import { isOrphan, ownerOf } from '../../../src/domain/orphans/is-orphan.ts';
import { accepted, memoryWorld } from '../deployments/world.ts';
import { attempted, orphan } from './sweep-world.ts';

const failed: Partial<Deployment> = { status: 'CREATE_FAILED' };

/** Whether inf-1 is an orphan, for an attempt with these records. */
const isOrphanOf = (attempt: Partial<Attempt>, deployment = failed) =>
  isOrphan('inf-1', { is: 'attempt', attempt: attempt as Attempt, deployment: deployment as Deployment });

describe('isOrphan', () => {
  it.each([
    [false, 'of an attempt that runs', { state: 'RUNNING', infrastructureId: 'inf-1' }],
    [false, 'that may be of a call without an answer', { state: 'SUBMITTING' }],
    [true, 'beside another one of a running attempt', { state: 'RUNNING', infrastructureId: 'inf-2' }],
    [false, 'that the workflow still cleans up', { state: 'FAILED', infrastructureId: 'inf-1' }],
    [false, 'that a failed attempt may still find by its name', { state: 'FAILED' }],
    [true, 'that was given up', { state: 'FAILED', left: 'given-up', infrastructureId: 'inf-1' }],
    [true, 'that was given up before its id was known', { state: 'FAILED', left: 'given-up' }],
    [false, 'that is kept', { state: 'FAILED', left: 'kept', infrastructureId: 'inf-1' }],
    [false, 'that may be the one that is kept', { state: 'FAILED', left: 'kept' }],
    [true, 'beside the one that is kept', { state: 'FAILED', left: 'kept', infrastructureId: 'inf-2' }],
    [true, 'of an attempt whose infrastructure was destroyed', { state: 'DESTROYED', infrastructureId: 'inf-1' }],
    [true, 'of an attempt that was destroyed before its id was known', { state: 'DESTROYED' }],
  ] as const)('is %s for an infrastructure %s', (expected, _, attempt) => {
    expect(isOrphanOf(attempt)).toBe(expected);
  });

  it('is false for what the record names as in force, whatever is said of its attempt', () => {
    const givenUp = { state: 'FAILED', left: 'given-up', infrastructureId: 'inf-1', providerId: 'alpha' } as const;
    const inForce = { status: 'UPDATE_COMPLETE', infrastructureId: 'inf-1', providerId: 'alpha' } as const;
    expect(isOrphanOf(givenUp, inForce)).toBe(false);
    expect(isOrphanOf(givenUp, { ...inForce, infrastructureId: 'inf-2' })).toBe(true);
    expect(isOrphanOf(givenUp, { ...inForce, status: 'DELETE_FAILED' })).toBe(true);
  });

  it('is true only for a deployment that is gone, not for one that is being removed', () => {
    expect(isOrphan('inf-1', { is: 'gone' })).toBe(true);
    expect(isOrphan('inf-1', { is: 'unknown' })).toBe(false);
  });
});

describe('ownerOf', () => {
  it('tells a deployment that is gone from one without this attempt', async () => {
    const world = memoryWorld();
    const { id } = await accepted(world);
    expect(await ownerOf(world, orphan())).toEqual({ is: 'gone' });
    expect(await ownerOf(world, orphan({ deploymentId: id }))).toEqual({ is: 'unknown' });
  });

  it('is the attempt of that number', async () => {
    const world = memoryWorld();
    const possible = await attempted(world, { state: 'RUNNING', infrastructureId: 'inf-1' });
    expect(await ownerOf(world, possible)).toMatchObject({
      is: 'attempt',
      attempt: { number: 1, state: 'RUNNING', infrastructureId: 'inf-1' },
    });
    expect(await ownerOf(world, { ...possible, number: 2 })).toEqual({ is: 'unknown' });
  });
});
