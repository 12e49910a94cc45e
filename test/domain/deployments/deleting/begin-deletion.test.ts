import { describe, expect, it } from 'vitest';
import { deleteDeployment } from '../../../../src/domain/deployments/accepting/delete.ts';
import { resetDeployment } from '../../../../src/domain/deployments/accepting/reset.ts';
import { beginDeletion } from '../../../../src/domain/deployments/deleting/begin-deletion.ts';
import type { Deployment } from '../../../../src/domain/deployments/record/deployment.ts';
import { attempting } from '../attempting/attempting.ts';

/** A deployment with an infrastructure, whose deletion is accepted. */
const deleting = async () => {
  const one = await attempting();
  await one.submit();
  await deleteDeployment(one.world, (await one.now()) as Deployment, { force: false });
  const deletion = (await one.now()) as Deployment;
  const ref = { deploymentId: deletion.id, operationId: deletion.operation.id };
  return {
    ...one,
    deletion,
    begin: () => beginDeletion(one.world)(ref),
    states: async () => (await one.world.resources.all(deletion.id)).map(({ state }) => state),
  };
};

describe('beginDeletion', () => {
  it('shows on the deployment and on every resource that the deletion has started', async () => {
    const one = await deleting();
    await one.begin();
    expect(one.world.stores.kept.begun).toContain(one.deletion.operation.id);
    expect(await one.now()).toMatchObject({ status: 'DELETE_IN_PROGRESS', task: 'DEPLOYER' });
    expect(await one.states()).toEqual(['DELETING', 'DELETING']);
  });

  it('changes nothing for a deletion that has ended', async () => {
    const one = await deleting();
    const { id, operation } = one.deletion;
    await one.world.deployments.record(id, operation.id, { status: 'DELETE_FAILED' });
    const [before, states] = [await one.now(), await one.states()];
    await one.begin();
    expect([await one.now(), await one.states()]).toEqual([before, states]);
    expect(states).not.toContain('DELETING');
  });

  it('leaves no resource in progress where a reset came in between', async () => {
    const one = await deleting();
    const { put } = one.world.resources;
    (one.world.resources as { put: typeof put }).put = async (changed) => {
      await resetDeployment(one.world, (await one.now()) as Deployment, 'DELETE_FAILED');
      await put(changed);
    };
    await one.begin();
    expect(await one.states()).toEqual(['ERROR', 'ERROR']);
  });

  it('has nothing to end where the deployment is gone in between', async () => {
    const one = await deleting();
    one.world.deployments.find = async () => undefined;
    await one.begin();
    expect(await one.states()).toEqual(['DELETING', 'DELETING']);
  });

  it('stops when another operation has taken over', async () => {
    const one = await deleting();
    await one.overtake();
    await expect(one.begin()).rejects.toMatchObject({ name: 'OperationSupersededError' });
    expect(await one.states()).not.toContain('DELETING');
  });
});
