import { describe, expect, it } from 'vitest';
import { NotFoundError, NotReadyError, ProviderFailedError } from '../../../../src/foundation/errors.ts';
import { afterSeconds } from '../attempting/attempting.ts';
import { acceptedAt, asked, begun, nodes } from './updating.ts';

describe('changeInfrastructure', () => {
  it('says in the log that it asks, and since when', async () => {
    const one = await asked(nodes('web', 'db', 'cache'));
    expect(await one.log()).toContain(
      `${afterSeconds(acceptedAt)} provider alpha is asked to change infrastructure inf-1 to what the new template says\n`,
    );
  });

  it('alters a machine before it sends the update', async () => {
    const sized = nodes('web', 'db').replace(
      'web: { type: tosca.nodes.Compute }',
      'web: { type: tosca.nodes.Compute, capabilities: { host: { properties: { num_cpus: 4 } } } }',
    );
    const one = await begun(sized);
    one.clouds.set('alpha', { alter: 'refuse' });
    await expect(one.change()).rejects.toMatchObject({ name: 'ProviderFailedError', message: /cannot be altered/ });
    expect(one.clouds.updates).toEqual([]);
    one.clouds.set('alpha', {});
    one.after(120);
    await one.change();
    expect([one.clouds.altered, one.clouds.updates.length]).toEqual([['0', '0'], 1]);
    expect((await one.stored())?.altered).toEqual([{ node: 'web', property: 'capabilities.host.properties.num_cpus' }]);
  });

  it('does not ask again for what it has asked, and removes nothing then', async () => {
    const one = await asked(nodes('web', 'db', 'cache'));
    const { removeVirtualMachines } = one.clouds;
    one.clouds.removeVirtualMachines = () => Promise.reject(new ProviderFailedError('nobody should ask'));
    await one.change();
    one.clouds.removeVirtualMachines = removeVirtualMachines;
    expect(one.clouds.updates).toHaveLength(1);
  });

  it.each([new NotReadyError('409'), new NotFoundError('invalid infrastructure ID')])(
    'leaves to the polls whether an update that was answered with $name took effect',
    async (error) => {
      const one = await begun(nodes('web', 'db', 'cache'));
      one.clouds.update = () => Promise.reject(error);
      await one.change();
      const { askedAt, answeredAt, unansweredAt } = await one.attempt();
      expect([askedAt, answeredAt, unansweredAt]).toEqual([afterSeconds(acceptedAt), undefined, undefined]);
      one.after(120);
      await expect(one.pollUpdate()).rejects.toMatchObject({ message: 'the answer to the update was lost' });
    },
  );

  it('fails after an outage of a day, and has removed nothing', async () => {
    const one = await begun(nodes('web'));
    one.clouds.set('alpha', { outage: { from: 0, to: Infinity } });
    await expect(one.change()).rejects.toMatchObject({ name: 'NotReadyError' });
    one.after(24 * 3600);
    await expect(one.change()).rejects.toMatchObject({ name: 'ProviderFailedError', message: /does not answer/ });
    expect([one.clouds.updates, one.machines()]).toEqual([[], ['web', 'db']]);
  });
});
