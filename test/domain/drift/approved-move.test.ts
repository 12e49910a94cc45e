/** A move that somebody has to approve, which may take days: docs/decisions/0089. */

import { describe, expect, it } from 'vitest';
import type { Approval } from '../../../src/domain/approvals/approval.ts';
import type { Inspection } from '../../../src/domain/deployers/inspection.ts';
import { claimApproved, requireStillGone } from '../../../src/domain/deployments/accepting/approve-move.ts';
import { settleOperation } from '../../../src/domain/deployments/finishing/settle-operation.ts';
import type { Deployment } from '../../../src/domain/deployments/record/deployment.ts';
import type { DeploymentChanges } from '../../../src/domain/deployments/record/ports.ts';
import { claimSlot } from '../../../src/domain/moving/claim-slot.ts';
import { ProviderUnavailableError } from '../../../src/foundation/errors.ts';
import { machine } from './drift-world.ts';
import { away, world } from './moving-world.ts';

const well: Inspection = { is: 'read', machines: [machine('0'), machine('1')] };

/** It was accepted while its provider was gone, and waits for so many minutes while looks see this. */
const waiting = async (minutes: number, seen: Inspection | Error) => {
  const one = await world();
  await one.begins(away);
  await one.passes(120, away);
  const { operation } = await one.deployment();
  expect(operation.moves).toBeDefined();
  const { clock, deployments } = one.world;
  const expiresAt = new Date(clock.now().getTime() + 10 * 24 * 3_600_000).toISOString();
  const approval: Approval = {
    ...{ state: 'waiting', since: clock.now().toISOString(), expiresAt, key: 'key', digest: 'digest' },
    ...{ rules: [], grants: [], rounds: 0, version: 1 },
  };
  one.change({ operation: { ...operation, approval } });
  await one.passes(minutes, seen);
  /** what the sweep of workflows does about it */
  const settle = async () => {
    const record = async (_: string, __: string, changes: DeploymentChanges) => {
      one.change(changes as unknown as Partial<Deployment>);
      return one.deployment();
    };
    const ports = { ...one.moving, ...one.world, deployments: { ...deployments, record }, resumptions: 8 };
    return settleOperation(ports, await one.deployment(), { state: 'FAILED', error: 'ApprovalNeededError' });
  };
  return { ...one, settle };
};

describe('a move that waits for its approval', () => {
  it('may be approved days later, while its provider still gives no answer', async () => {
    const one = await waiting(3 * 1440, away);
    await requireStillGone(one.moving, await one.deployment());
  });

  it('may not, once its provider answers again, and what is found there is told after the move only', async () => {
    const one = await waiting(60, { ...well, machines: [machine('0', { state: 'off' })] } as Inspection);
    await expect(requireStillGone(one.moving, await one.deployment())).rejects.toMatchObject({
      ...{ name: 'ConflictError', message: expect.stringContaining('provider alpha answers again') },
    });
    expect((await one.deployment()).drift).toBeUndefined();
    one.script.length = 0;
    await one.passes(120, away);
    await requireStillGone(one.moving, await one.deployment());
  });

  it('ends once its provider answers again: it stays there, and does not wait until somebody refuses it', async () => {
    const one = await waiting(60, well);
    expect(await one.settle()).toBe('ended');
    const { status, statusReason, providerId, infrastructureId } = await one.deployment();
    expect({ status, providerId, infrastructureId }).toEqual({
      ...{ status: 'UPDATE_FAILED', providerId: 'alpha', infrastructureId: 'inf' },
    });
    expect(statusReason).toMatch(
      /^provider alpha answers again before .*\nit has not moved, and stays at provider alpha/,
    );
    expect(await one.settle()).toBe('at-rest');
  });

  it.each([
    ['still gives no answer', away],
    [
      'cannot be asked, since the login of its owner has ended',
      new ProviderUnavailableError('the owner has to sign in', { outageCause: 'login-ended' }),
    ],
  ])('waits on while its provider %s', async (_, seen) => {
    const one = await waiting(60, seen);
    expect(await one.settle()).toBe('waiting');
    expect(await one.deployment()).toMatchObject({ status: 'UPDATE_IN_PROGRESS' });
  });

  it('may not, where nobody has looked lately', async () => {
    const one = await waiting(60, away);
    one.world.clock.advance(2 * 3_600);
    await expect(requireStillGone(one.moving, await one.deployment())).rejects.toThrow(
      /too long ago: approve .* after/,
    );
  });

  it('has no place among the moves in progress until it is approved, and then one of them', async () => {
    const one = await waiting(60, away);
    const { id, operation } = await one.deployment();
    const { approval: _, ...running } = operation;
    const another: Deployment = {
      ...(await one.deployment()),
      id: 'another',
      operation: { ...running, id: 'another-move' },
    };
    const find = async (wanted: string) => (wanted === id ? one.deployment() : another);
    const ports = { ...one.moving, deployments: { ...one.moving.deployments, find } };
    await claimSlot(ports, { deploymentId: 'another', operationId: 'another-move' });
    await expect(claimApproved(ports, await one.deployment())).rejects.toThrow(/1 moves are in progress/);
    one.change({ operation: { ...operation, approval: { state: 'approved' } as Approval } });
    const ended = { ...ports, deployments: { ...ports.deployments, find: async () => undefined } };
    await claimApproved(ended, await one.deployment());
    expect((await one.moveStates.inProgress()).moves).toMatchObject([{ deploymentId: id }]);
  });
});
