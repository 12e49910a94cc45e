import { describe, expect, it } from 'vitest';
import { declared, inForce, ready } from './ready.ts';

describe('the end of an update', () => {
  it.each([
    ['made from the template in force', { madeBy: inForce }, undefined],
    ['as the template in force asks', {}, undefined],
    ['made by the update', { madeBy: 'update' }, 'update'],
    ['made by an update that failed', { madeBy: 'failed' }, 'update'],
    ['altered by the update', { madeBy: inForce, becoming: { operationId: 'update' } }, 'update'],
    ['perhaps altered by an update that failed', { becoming: { operationId: 'failed' } }, 'update'],
  ] as const)(
    'says from which template a machine is, before and after its end is recorded: %s',
    async (_, is, left) => {
      const one = await ready(declared, 'UPDATE');
      const { id, operation } = one.deployment;
      const [first] = await one.world.resources.all(id);
      if (first === undefined) throw new Error('there is no resource');
      const { madeBy: _made, ...resource } = first;
      const made = 'madeBy' in is && is.madeBy === 'update' ? operation.id : 'madeBy' in is ? is.madeBy : undefined;
      await one.world.resources.put([{ ...resource, ...is, ...(made !== undefined && { madeBy: made }) }]);
      one.world.deployments.record = () => Promise.reject(new Error('the process died'));
      await expect(one.complete()).rejects.toThrow('died');
      const [settled] = await one.world.resources.all(id);
      expect([settled?.madeBy, settled?.becoming]).toEqual([left && operation.id, undefined]);
      expect((await one.now())?.templateOf).toBe(inForce);
    },
  );

  it('writes only the resources that its update has changed', async () => {
    const one = await ready(declared, 'UPDATE');
    const { id, operation } = one.deployment;
    await one.enter('STARTED', 'CONFIGURING');
    const all = await one.world.resources.all(id);
    await one.world.resources.put(all.map(({ madeBy: _, neverReady: __, ...resource }) => resource));
    const put = one.world.resources.put;
    const written: string[] = [];
    one.world.resources.put = async (resources) => {
      written.push(...resources.map((resource) => resource.id));
      await put(resources);
    };
    await one.complete();
    expect(written).toEqual([all[1]?.id]);
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE', templateOf: operation.id });
  });
});
