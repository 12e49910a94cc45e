import { describe, expect, it } from 'vitest';
import { TooLargeError } from '../../../../src/foundation/errors.ts';
import { afterSeconds } from '../attempting/attempting.ts';
import { declared, ready } from './ready.ts';

describe('completeDeployment', () => {
  it('records what was made and its outputs, and tells it once', async () => {
    const one = await ready();
    one.reads({ url: 'http://192.0.2.10/', release: null });
    const machine = { vmProperties: [{ class: 'system', 'net_interface.0.ip': '192.0.2.10' }] };
    const all = await one.world.resources.all(one.deployment.id);
    const metadata = { VirtualMachineInfo: JSON.stringify(machine) };
    await one.world.resources.put(all.map((resource) => ({ ...resource, metadata })));
    await one.complete();
    expect(await one.now()).toMatchObject({
      ...{ status: 'CREATE_COMPLETE', task: 'NONE', providerId: 'alpha', infrastructureId: 'inf-1' },
      ...{ outputs: { url: 'http://192.0.2.10/', release: 'first' }, templateOf: one.deployment.templateOf },
      secretOutputs: [{ at: ['url'], is: 'secret' }],
    });
    expect((await one.now())?.foundBy).toEqual([
      ...new Set(all.map(({ toscaNodeName }) => toscaNodeName)),
      '192.0.2.10',
    ]);
    expect(await one.now()).not.toHaveProperty('statusReason');
    expect(await one.states()).toEqual(['STARTED', 'STARTED']);
    expect((await one.world.resources.all(one.deployment.id))[0]).not.toHaveProperty('madeBy');
    expect(await one.log()).toContain(`${afterSeconds(30)} the deployment is CREATE_COMPLETE\n`);
    expect(one.world.notified).toEqual([`${one.deployment.operation.id}-complete`]);
    const before = await one.now();
    one.world.clock.advance(5);
    await one.complete();
    expect(await one.now()).toEqual(before);
    expect(one.world.notified).toHaveLength(1);
    expect(one.world.events.map(({ kind }) => kind)).toEqual(['OUTPUTS', 'COMPLETE']);
  });

  it('keeps outputs that the template does not name, and the template of a deployment that is not updated', async () => {
    const one = await ready();
    const kept = one.world.stores.kept.deployments;
    const before = await one.now();
    if (before) kept.set(before.id, { ...before, templateOf: 'earlier' });
    const ranking = { candidates: [], dropped: [], notes: [], outputs: declared };
    await one.world.files.putRanking(one.deployment.id, 'earlier', ranking as never);
    one.reads({ url: 'http://192.0.2.10/', other: 'kept' });
    await one.complete();
    expect(await one.now()).toMatchObject({ templateOf: 'earlier', outputs: { other: 'kept', release: 'first' } });
    expect((await one.world.resources.all(one.deployment.id))[0]).not.toHaveProperty('madeBy');
  });

  it.each(['CREATE', 'UPDATE'] as const)(
    'leaves no reason of an earlier failure on what is ready: %s',
    async (kind) => {
      const one = await ready(declared, kind);
      const { id, operation } = one.deployment;
      await one.world.files.putTemplate(id, operation.id, 'tosca_definitions_version: tosca_simple_yaml_1_0\n');
      const before = await one.world.resources.all(id);
      const metadata = { StateReason: 'no capacity', other: 'kept' };
      await one.world.resources.put(before.map((resource) => ({ ...resource, metadata, neverReady: true })));
      await one.complete();
      const after = await one.world.resources.all(id);
      expect(after.map(({ state, metadata }) => [state, metadata])).toEqual(
        before.map(() => ['STARTED', { other: 'kept' }]),
      );
      if (kind === 'UPDATE') expect(after.some((resource) => 'neverReady' in resource)).toBe(false);
    },
  );

  it('has no value for an output that only the provider can know, and did not give', async () => {
    const one = await ready();
    one.world.clouds.set('alpha', { outputs: 'refuse' });
    await one.complete();
    expect((await one.now())?.outputs).toStrictEqual({ release: 'first' });
  });

  it('prefers what the template fixes to what the provider makes of it', async () => {
    const one = await ready();
    one.reads({ url: 'http://192.0.2.10/', release: 'second' });
    await one.complete();
    expect((await one.now())?.outputs).toEqual({ url: 'http://192.0.2.10/', release: 'first' });
  });

  it('leaves out an output that has no value in the template', async () => {
    const one = await ready([...declared, { name: 'none', value: null, deferred: false }]);
    one.reads({ url: 'http://192.0.2.10/', none: 'None' });
    await one.complete();
    expect(Object.keys((await one.now())?.outputs ?? {})).not.toContain('none');
  });

  it.each([
    ['the ranking knew', { url: 'it asks for an address that never comes' }, /never comes$/],
    ['is not known', undefined, /^OUTPUTS: the output url stays empty: .* within \d+ s/],
  ])('says of an output without a value why it stays empty, which %s', async (_, empty, text) => {
    const one = await ready();
    const { id, operation } = one.deployment;
    const candidates = [{ id: 'alpha', name: 'Alpha', edits: [], ...(empty && { empty }) }];
    const ranking = { candidates, dropped: [], notes: [], outputs: declared };
    await one.world.files.putRanking(id, operation.id, ranking as never);
    one.reads({ url: null });
    await one.complete();
    await one.complete();
    expect(await one.now()).toMatchObject({ outputs: { url: null, release: 'first' } });
    expect(one.messages()[0]).toMatch(text);
    expect(one.messages().filter((message) => text.test(message))).toHaveLength(1);
  });

  it('has null for an output that its provider is not asked for', async () => {
    const one = await ready();
    const { id, operation } = one.deployment;
    const candidates = [{ id: 'alpha', name: 'Alpha', edits: [], empty: { url: 'it knows no such attribute' } }];
    await one.world.files.putRanking(id, operation.id, {
      candidates,
      dropped: [],
      notes: [],
      outputs: declared,
    } as never);
    one.reads({});
    await one.complete();
    expect((await one.now())?.outputs).toEqual({ url: null, release: 'first' });
    expect(one.messages()[0]).toContain('it knows no such attribute');
  });

  it('has a value that a provider told as a text in its own type', async () => {
    const one = await ready([
      { name: 'port', value: { get_attribute: ['db', 'port'] }, deferred: true, type: 'integer' },
    ]);
    one.reads({ port: '5432' });
    await one.complete();
    expect((await one.now())?.outputs).toEqual({ port: 5432 });
  });

  it('waits for outputs that the provider cannot give now, for ten minutes or until the deadline', async () => {
    const one = await ready();
    one.world.clouds.set('alpha', { outputs: 'down' });
    await expect(one.complete()).rejects.toMatchObject({ name: 'NotReadyError' });
    expect(await one.now()).toMatchObject({ status: 'CREATE_IN_PROGRESS' });
    one.world.clock.advance(599);
    await expect(one.complete()).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(1);
    await one.complete();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', outputs: { release: 'first' } });
    expect(one.messages()[0]).toMatch(/^OUTPUTS: the outputs of provider alpha cannot be read and are left out: /);
  });

  it('completes without outputs that the provider refuses', async () => {
    const one = await ready();
    one.world.clouds.set('alpha', { outputs: 'refuse' });
    await one.complete();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', outputs: { release: 'first' } });
    expect(await one.log()).toContain('are left out: alpha: no such attribute');
  });

  it('completes without outputs for which the record has no room', async () => {
    const one = await ready();
    one.reads({ url: 'x'.repeat(400_000) });
    const { record } = one.world.deployments;
    one.world.deployments.record = (id, operationId, changes) =>
      JSON.stringify(changes).length > 400_000
        ? Promise.reject(new TooLargeError('the outputs come to more than 400 KB'))
        : record(id, operationId, changes);
    await one.complete();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', infrastructureId: 'inf-1', outputs: {} });
    expect(one.messages()[0]).toMatch(
      /^OUTPUTS: the outputs of provider alpha cannot be stored and are left out: the outputs come to more/,
    );
  });

  it('waits through an outage, but not beyond the deadline', async () => {
    const one = await ready();
    one.world.clouds.set('alpha', { outage: { from: 0, to: Infinity } });
    await expect(one.complete()).rejects.toMatchObject({ name: 'DeadlineNearError' });
    one.world.clock.advance(600);
    await one.complete();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE' });
  });

  it('completes nothing without an attempt that is complete, or without a ranking', async () => {
    const one = await ready();
    await one.record({ state: 'RUNNING' });
    await expect(one.complete()).rejects.toMatchObject({ name: 'NotFoundError' });
    const other = await ready();
    other.world.stores.kept.files.delete(`rankings/${other.deployment.id}/${other.deployment.operation.id}`);
    await expect(other.complete()).rejects.toMatchObject({ name: 'NotFoundError' });
    expect(await other.now()).toMatchObject({ status: 'CREATE_IN_PROGRESS' });
  });

  it.each(['failed', 'superseded', 'interrupted'])('does nothing after an attempt that is %s', async (outcome) => {
    const one = await ready();
    const before = await one.now();
    await expect(one.complete(outcome)).rejects.toMatchObject({ name: 'NotDoneError' });
    expect(await one.now()).toEqual(before);
    expect(one.world.notified).toEqual([]);
    await one.complete('complete');
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE' });
  });

  it('stops when another operation has taken over', async () => {
    const one = await ready();
    await one.overtake();
    await expect(one.complete()).rejects.toMatchObject({ name: 'OperationSupersededError' });
  });
});

describe('completeDeployment of an update', () => {
  it('takes its template as the deployment’s, and forgets the outputs of earlier ones', async () => {
    const one = await ready(declared, 'UPDATE');
    one.reads({ url: 'http://192.0.2.10/', dropped: 'of an earlier template' });
    await one.complete();
    expect(await one.now()).toMatchObject({
      ...{ status: 'UPDATE_COMPLETE', templateOf: one.deployment.operation.id },
      outputs: { url: 'http://192.0.2.10/', release: 'first' },
    });
    expect(Object.keys((await one.now())?.outputs ?? {}).toSorted()).toEqual(['release', 'url']);
  });

  it('removes nothing where it deleted nothing', async () => {
    const one = await ready(declared, 'UPDATE');
    one.world.resources.remove = () => Promise.reject(new Error('without ids, that removes all'));
    await one.enter('CREATING', 'STARTED');
    await one.complete();
    expect(await one.states()).toEqual(['STARTED', 'STARTED']);
  });

  it('has no output that its provider did not give', async () => {
    const one = await ready(declared, 'UPDATE');
    one.world.clouds.set('alpha', { outputs: 'refuse' });
    await one.complete();
    expect((await one.now())?.outputs).toStrictEqual({ release: 'first' });
  });

  it('removes the resources that it deleted, and leaves a stopped machine stopped', async () => {
    const one = await ready(declared, 'UPDATE');
    await one.enter('DELETING', 'STOPPED');
    await one.complete();
    expect(await one.states()).toEqual(['STOPPED']);
    const [left] = await one.world.resources.all(one.deployment.id);
    expect(left).not.toHaveProperty('madeBy');
  });
});
