import { describe, expect, it } from 'vitest';
import type { Deployer } from '../../../../src/domain/deployers/ports.ts';
import { settledOutputs } from '../../../../src/domain/deployments/polling/settled-outputs.ts';
import type { SubmittedAttempt } from '../../../../src/domain/deployments/record/claim-attempt.ts';
import { unansweredMins } from '../../../../src/domain/deployments/record/deadlines.ts';
import { ProviderFailedError, ProviderUnavailableError } from '../../../../src/foundation/errors.ts';
import { afterSeconds, attempting } from '../attempting/attempting.ts';

const unavailable = async (): Promise<never> => {
  throw new ProviderUnavailableError('504');
};
const known = async () => ({ state: 'configured' as const, vms: {} });

const finished = async (outputs: Deployer['outputs'], status: Deployer['status'] = known) => {
  const one = await attempting();
  await one.begun({ state: 'RUNNING', infrastructureId: 'inf' });
  const deployer: Deployer = { ...one.world.deployerOf('alpha'), outputs, status };
  const settle = async (deadline?: string) => {
    const attempt = (await one.attempt()) as SubmittedAttempt;
    const { deployment } = one;
    const operation = { ...deployment.operation, ...(deadline !== undefined && { deadline }) };
    return settledOutputs({ ...one.world, deployerOf: () => deployer }, { ...deployment, operation }, attempt);
  };
  return { ...one, settle };
};

describe('the outputs of a finished infrastructure', () => {
  it('are those of its provider', async () => {
    const one = await finished(async () => ({ address: '10.0.0.1' }));
    expect(await one.settle()).toEqual({ address: '10.0.0.1' });
    expect(one.world.events).toEqual([]);
  });

  it('are left out, with the reason in log and timeline, when the provider cannot evaluate them', async () => {
    const one = await finished(async () => {
      throw new ProviderFailedError('a function that it does not have');
    });
    expect(await one.settle()).toEqual({});
    const said = 'the outputs of provider alpha cannot be read and are left out: a function that it does not have';
    expect(one.messages()).toEqual([`OUTPUTS: ${said}`]);
    expect(await one.log()).toContain(said);
  });

  it('are waited for while the provider answers every other call, up to a limit', async () => {
    const one = await finished(unavailable);
    await expect(one.settle()).rejects.toMatchObject({ name: 'NotReadyError', message: '504' });
    expect(await one.attempt()).toMatchObject({ unansweredAt: afterSeconds(0) });
    one.world.clock.advance(unansweredMins * 60 - 1);
    await expect(one.settle()).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(1);
    expect(await one.settle()).toEqual({});
    expect(one.messages()).toEqual(['OUTPUTS: the outputs of provider alpha cannot be read and are left out: 504']);
  });

  it('are waited for through an outage, in which nothing answers', async () => {
    const one = await finished(unavailable, unavailable);
    await expect(one.settle()).rejects.toMatchObject({ name: 'NotReadyError' });
    expect(await one.attempt()).toMatchObject({ unreachableAt: afterSeconds(0) });
    expect((await one.attempt())?.unansweredAt).toBeUndefined();
  });

  it('are given up in an outage after the deadline of the deployment', async () => {
    const one = await finished(unavailable, unavailable);
    one.world.clock.advance(60);
    expect(await one.settle(afterSeconds(59))).toEqual({});
    expect(one.messages().at(-1)).toMatch(/^OUTPUTS: .*provider alpha does not answer: 504$/);
  });
});
