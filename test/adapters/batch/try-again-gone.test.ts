/** Jobs that are tried again while their deployment is deleted, or whose definitions are gone. */

import { BatchClient, type JobDefinition } from '@aws-sdk/client-batch';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { own } from '../../domain/batch/translated.ts';
import { growing, name, since, tryingAgain } from './trying-again.ts';

const { aws, batch, deployerNow, submitted, turn, all } = tryingAgain();

type Send = (command: object) => Promise<unknown>;

/** Another answer of AWS to each call, given the one that it would get. */
const between = (answer: (call: string, usual: () => Promise<unknown>) => Promise<unknown>): void => {
  const send = BatchClient.prototype.send as Send;
  const spied: Send = function (this: BatchClient, ...given) {
    return answer(given[0].constructor.name, () => Reflect.apply(send, this, given));
  };
  vi.spyOn(BatchClient.prototype, 'send').mockImplementation(spied as never);
};
afterEach(() => vi.restoreAllMocks());

/** Runs the other side once, just before the first call of this name. */
const justBefore = (call: string, other: () => Promise<unknown>): void => {
  let isDone = false;
  between(async (called, usual) => {
    if (!isDone && called === `${call}Command`) {
      isDone = true;
      await other();
    }
    return usual();
  });
};

it('fails, and says so, where Batch no longer has the definition of a job', async () => {
  await aws().setFaults({ job: 'out-of-memory', below: 600 });
  const deployer = await submitted({ count: growing(), two: own({ mem_size: '1 GiB' }) });
  while ((await deployer.status(name)).due === undefined) await turn();
  between(async (_, usual) => {
    const answer = (await usual()) as { readonly jobDefinitions?: readonly JobDefinition[] };
    const left = answer.jobDefinitions?.filter(({ tags }) => tags?.['toscanini:node'] !== 'count');
    return { ...answer, ...(left && { jobDefinitions: left }) };
  });
  expect(await deployer.configure(name, since)).toEqual({
    ...{ is: 'failed', blame: 'work' },
    why: expect.stringMatching(/job count cannot .* no longer has its definition .*: deploy the template again$/),
  });
});

describe('a deletion at the same time', () => {
  const failed = async (more: object = {}) => {
    await aws().setFaults({ job: 'out-of-memory', below: 600 });
    const deployer = await submitted({ count: growing(), ...more });
    while ((await deployer.status(name)).due === undefined) await turn();
    return deployer;
  };
  const active = async () =>
    (await batch().describeJobDefinitions({ jobDefinitionName: name, status: 'ACTIVE' })).jobDefinitions;

  it.each(['RegisterJobDefinition', 'SubmitJob'])('ends what was submitted, if it comes before %s', async (call) => {
    const deployer = await failed();
    justBefore(call, () => deployerNow().destroy(name));
    await deployer.configure(name, since);
    await turn();
    await turn();
    expect((await all()).filter(([, , status]) => status !== 'FAILED')).toEqual([]);
    expect(await active()).toEqual([]);
    await expect(deployer.status(name)).rejects.toMatchObject({ name: 'NotFoundError' });
  });

  it.each(['DeregisterJobDefinition', 'ListJobs'])(
    'ends what another process submits just before its %s',
    async (call) => {
      const deployer = await failed();
      justBefore(call, () => deployerNow().configure(name, since));
      await deployer.destroy(name);
      await turn();
      await turn();
      expect((await all()).filter(([, , status]) => status !== 'FAILED')).toEqual([]);
    },
  );

  it('says that it goes on only once each job was asked to end, and ends the others when it is repeated', async () => {
    const deployer = await submitted({ one: own({}), two: own({}) });
    await aws().setFaults({ call: 'TerminateJob', answer: 'unavailable', skip: 1 });
    await expect(deployer.destroy(name)).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
    expect((await deployer.status(name)).state).not.toBe('deleting');
    await aws().setFaults();
    await deployer.destroy(name);
    await turn();
    await turn();
    await expect(deployer.status(name)).rejects.toMatchObject({ name: 'NotFoundError' });
  });

  it('leaves none of several, also where the next one is refused', async () => {
    const behind = { requirements: [{ dependency: 'count' }] };
    const deployer = await failed({ two: own({ mem_size: '1 GiB' }, behind) });
    await aws().setFaults({ call: 'SubmitJob', answer: 'deny', skip: 1 });
    const [first] = (await active()) ?? [];
    justBefore('SubmitJob', () => batch().deregisterJobDefinition({ jobDefinition: first?.jobDefinitionArn }));
    expect(await deployer.configure(name, since)).toMatchObject({ is: 'done' });
    await turn();
    await turn();
    expect((await all()).map(([, , status]) => status)).toEqual(['FAILED', 'FAILED', 'FAILED']);
    expect(await active()).toEqual([]);
  });
});
