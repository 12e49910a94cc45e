import { describe, expect, it } from 'vitest';
import { keepPlanned } from '../../../../src/domain/deployments/attempting/keep-planned.ts';
import type { Resource } from '../../../../src/domain/resources/resource.ts';
import { topologyOf } from '../../../tosca/fixtures.ts';
import { accepted, memoryWorld, template } from '../world.ts';

const anHour = 60 * 60;

/** A creation that starts so many seconds after it was accepted, and what is written then. */
const started = async (seconds: number, state: Resource['state'] | 'expired' = 'INITIAL') => {
  const world = memoryWorld();
  const deployment = await accepted(world);
  const planned = await world.resources.all(deployment.id);
  const found = planned.map((one, index) => (index === 0 && state !== 'expired' ? { ...one, state } : one));
  const written: (readonly { readonly id: string }[])[] = [];
  world.clock.advance(seconds);
  const resources = {
    ...world.resources,
    all: async () => (state === 'expired' ? [] : found),
    put: async (...[all]: Parameters<typeof world.resources.put>) => void written.push(all),
  };
  await keepPlanned({ ...world, resources }, deployment, () => topologyOf(template));
  return { planned, written };
};

describe('the planned resources of a creation', () => {
  it('are left alone while they are young', async () => {
    expect((await started(anHour - 1)).written).toEqual([]);
    expect((await started(anHour - 1, 'expired')).written).toEqual([]);
  });

  it('are written again where it starts late, with the same ids', async () => {
    const { planned, written } = await started(anHour);
    expect(written).toEqual([planned]);
  });

  it('are planned again where they have expired, with other ids', async () => {
    const { planned, written } = await started(2 * 24 * anHour, 'expired');
    expect(written).toHaveLength(1);
    expect(written[0]).toMatchObject(planned.map(({ toscaNodeName }) => ({ toscaNodeName })));
    expect(written[0]?.some(({ id }) => planned.some((one) => one.id === id))).toBe(false);
  });

  it('are left alone once an attempt has written them: what it saw would be lost', async () => {
    expect((await started(anHour, 'STARTED')).written).toEqual([]);
  });
});
