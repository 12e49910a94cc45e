import { describe, expect, it } from 'vitest';
import { UnavailableError } from '../../../../src/foundation/errors.ts';
import { afterSeconds } from '../attempting/attempting.ts';
import { acceptedAt, nodes, updating } from './updating.ts';

describe('beginUpdate', () => {
  it('plans which resources are added, kept and removed, and stores what will be sent', async () => {
    const one = await updating(nodes('web', 'cache'));
    await one.begin();
    expect(await one.now()).toMatchObject({ status: 'UPDATE_IN_PROGRESS', task: 'DEPLOYER' });
    expect(one.world.stores.kept.begun).toContain(one.operationId);
    expect(await one.states()).toMatchObject({ db: 'DELETING', cache: 'CREATING' });
    expect(await one.stored()).toMatchObject({
      candidates: [{ id: 'alpha' }],
      ...{ asked: { web: expect.anything(), cache: expect.anything() }, altered: [], sent: expect.any(Array) },
    });
    expect(one.clouds.updates).toEqual([]);
    expect(await one.log()).toMatch(/the update of infrastructure inf-1 begins\n {2}1\. Cloud alpha \(alpha\)/);
  });

  it('claims the attempt that made the infrastructure, for this operation', async () => {
    const one = await updating(nodes('web'));
    await one.begin();
    expect(await one.attempt()).toMatchObject({
      ...{ number: 1, operationId: one.operationId, state: 'RUNNING', infrastructureId: 'inf-1' },
      startedAt: afterSeconds(acceptedAt),
    });
  });

  it('decides once, whatever changes before a repeat', async () => {
    const one = await updating(nodes('web', 'cache'));
    await one.begin();
    const before = [await one.stored(), await one.states(), await one.log(), one.messages()];
    one.world.providers.rank = () => Promise.reject(new UnavailableError('CMDB does not answer'));
    one.world.clock.advance(60);
    await one.begin();
    expect([await one.stored(), await one.states(), await one.log(), one.messages()]).toEqual(before);
  });

  it('waits for an action on one of the resources, unless that has had its time', async () => {
    const one = await updating(nodes('web'));
    const [web] = await one.world.resources.all(one.deployment.id);
    if (!web) throw new Error('there is a node');
    const action = { id: 'a', type: 'stop', acceptedAt: afterSeconds(acceptedAt) } as const;
    await one.world.resources.put([{ ...web, action }]);
    await expect(one.begin()).rejects.toMatchObject({
      ...{ name: 'NotReadyError', message: '1 resources are being started or stopped' },
    });
    one.world.clock.advance(11 * 60 - 1);
    await expect(one.begin()).rejects.toMatchObject({ name: 'NotReadyError' });
    expect(await one.stored()).toBeUndefined();
    one.world.clock.advance(1);
    await one.begin();
    expect(await one.stored()).toBeDefined();
  });

  it.each([
    ['its own reason', { dropped: [{ id: 'alpha', name: 'Cloud alpha', reason: 'it has no such image' }], notes: [] }],
    ['what is known', { dropped: [], notes: ['it has no such image'] }],
  ])('fails where the provider cannot run the new template, with %s', async (_, ranking) => {
    const one = await updating(nodes('web'));
    one.world.providers.rank = async () => ({ candidates: [{ id: 'beta', name: 'Beta', edits: [] }], ...ranking });
    await expect(one.begin()).rejects.toMatchObject({
      name: 'ProviderFailedError',
      message: expect.stringMatching(/^provider alpha cannot run the new template: [\s\S]*it has no such image$/),
    });
    expect(await one.stored()).toBeUndefined();
    expect(one.clouds.updates).toEqual([]);
  });

  it('does nothing for an update that has ended, and stops when another operation has taken over', async () => {
    const one = await updating(nodes('web'));
    await one.world.deployments.record(one.deployment.id, one.operationId, { status: 'UPDATE_FAILED' });
    await one.begin();
    expect(await one.stored()).toBeUndefined();
    await one.overtake();
    await expect(one.begin()).rejects.toMatchObject({ name: 'OperationSupersededError' });
  });

  it('sends the edits of its own provider', async () => {
    const one = await updating(nodes('web'));
    const candidate = (id: string) => ({
      ...{ id, name: id },
      edits: [{ node: 'web', path: ['properties', 'zone'], value: `zone of ${id}` }],
    });
    const candidates = [candidate('beta'), candidate('alpha')];
    one.world.providers.rank = async () => ({ candidates, dropped: [], notes: [] });
    await one.begin();
    expect(JSON.stringify((await one.stored())?.sent)).toContain('zone of alpha');
    expect(JSON.stringify(await one.stored())).not.toContain('zone of beta');
  });

  it('says why its own provider cannot run the template, and not why others cannot', async () => {
    const one = await updating(nodes('web'));
    const dropped = ['beta', 'alpha'].map((id) => ({ id, name: id, reason: `${id} is full` }));
    one.world.providers.rank = async () => ({ candidates: [], dropped, notes: [] });
    await expect(one.begin()).rejects.toMatchObject({
      message: 'provider alpha cannot run the new template: alpha is full',
    });
  });
});
