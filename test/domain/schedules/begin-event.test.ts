import { describe, expect, it } from 'vitest';
import { beginEvent } from '../../../src/domain/schedules/begin-event.ts';
import type { EventChanges } from '../../../src/domain/schedules/ports.ts';
import type { Schedule, ScheduleEvent } from '../../../src/domain/schedules/schedule.ts';
import { NotFoundError, RequestInProgressError } from '../../../src/foundation/errors.ts';
import { epoch, limits, memoryWorld, template } from '../deployments/world.ts';

const now = new Date(epoch).toISOString();

const schedule: Schedule = {
  ...{ id: 's', createdAt: now, updatedAt: now, createdBy: { issuer: 'https://issuer.example', subject: 'user' } },
  ...{ reader: { isAdministrator: false }, status: 'RUNNING', fileExpression: '.*', replicationExpression: 'tier=1' },
  ...{ numberOfReplicas: 1, parameters: { address: '${file.url}' }, limits, userGroup: 'physics' },
  callback: 'https://receiver.example/hook',
};

const recorded: ScheduleEvent = {
  ...{ id: 'e', scheduleId: 's', scope: 'incoming', name: 'data/1', createdAt: now, updatedAt: now },
  ...{ deploymentId: 'd', operationId: 'o', replicationStatus: 'REPLICATING' },
};

const withInput = template.replace('topology_template:', 'topology_template:\n  inputs: { address: { type: string } }');

const elements = [{ name: 'T1', bucket: 'tier-1', attributes: { tier: '1' } }];

/** A schedule and one event of it, and what is written about the event. */
const beginning = async (event: Partial<ScheduleEvent> = {}, of: Schedule | 'gone' = schedule) => {
  const world = memoryWorld();
  await world.files.putTemplate('s', 's', withInput);
  let stored: ScheduleEvent | undefined = { ...recorded, ...event };
  const current = (): ScheduleEvent => {
    if (stored === undefined) throw new NotFoundError('there is no event e');
    return stored;
  };
  const written: EventChanges[] = [];
  const marked: string[] = [];
  const ports = {
    ...world,
    schedules: { find: async () => (of === 'gone' ? undefined : of) },
    scheduleEvents: {
      markStarted: async (id: string) => {
        marked.push(id);
        return current();
      },
      change: async (_: string, changes: EventChanges) => {
        written.push(changes);
        stored = { ...current(), ...changes };
        return stored;
      },
      remove: async () => {
        stored = undefined;
      },
    },
    fileConfiguration: { elements },
    delegations: { tokenFor: () => async () => undefined, keep: async () => undefined },
  };
  const begin = () => beginEvent(ports as never)({ eventId: 'e' } as never);
  const made = () => world.deployments.find('d');
  return { world, written, marked, begin, made, event: () => stored };
};

describe('beginEvent', () => {
  it('protects what it makes from the first instant where the schedule says so', async () => {
    const [one, other] = [await beginning({}, { ...schedule, protected: true }), await beginning()];
    for (const each of [one, other]) await each.begin();
    expect([(await one.made())?.protected, (await other.made())?.protected]).toEqual([true, undefined]);
  });

  it.each([
    [{ size: 1024, version: 'v1' }, '1024 v1'],
    [{}, ' '],
  ])('says bucket and key of the replica, and size and version as S3 said them: %j', async (said, shown) => {
    const parameters = { address: '${file.bucket}/${file.key}: ${file.size} ${file.version}' };
    const one = await beginning(said, { ...schedule, parameters });
    await one.begin();
    const address = (await one.made())?.parameters['address'];
    expect(address).toMatch(/^tier-1\/toscanini-replicas\/incoming\/data\/1: /);
    expect(String(address).endsWith(`: ${shown}`)).toBe(true);
  });

  it.each([
    [
      'goes on where another run has made the same deployment meanwhile',
      new RequestInProgressError('it is there'),
      true,
    ],
    ['fails where it cannot be made', new Error('no'), false],
  ] as const)('%s', async (_, refusal, goesOn) => {
    const one = await beginning();
    const { accept } = one.world.deployments;
    one.world.deployments.accept = async (...given) => {
      if (goesOn) await accept.call(one.world.deployments, ...given);
      throw refusal;
    };
    if (goesOn) await one.begin();
    else await expect(one.begin()).rejects.toMatchObject({ name: 'UnavailableError' });
    expect(one.world.stores.kept.begun.has('o')).toBe(goesOn);
  });

  it('chooses where the replicas go, and makes a deployment that waits for them', async () => {
    const one = await beginning();
    await one.begin();
    expect(one.marked).toEqual(['e']);
    expect(one.written).toEqual([
      { replicas: [expect.objectContaining({ element: 'T1', bucket: 'tier-1' })] },
      { deploymentMade: true },
    ]);
    const key = one.event()?.replicas?.[0]?.key;
    expect(await one.made()).toMatchObject({
      ...{ id: 'd', createdBy: schedule.createdBy, userGroup: 'physics', callback: schedule.callback, limits },
      ...{ operation: { id: 'o', kind: 'CREATE' }, task: 'DMS', parameters: { address: `s3://tier-1/${key}` } },
      name: '1',
    });
    expect(await one.world.resources.all('d')).toHaveLength(2);
    expect(one.world.stores.kept.begun).toContain('o');
  });

  it('says what is wrong when the name of the file breaks a constraint of the template', async () => {
    const one = await beginning({ name: 'data/a-long-name' });
    const short = withInput.replace('{ type: string }', '{ type: string, constraints: [{ max_length: 20 }] }');
    await one.world.files.putTemplate('s', 's', short);
    await expect(one.begin()).rejects.toMatchObject({
      name: 'InvalidError',
      message: expect.stringMatching(
        /^the template cannot be deployed, it has a problem:\n\d+:\d+ inputs\.address: .*20/,
      ),
    });
  });

  const address = 'https://types.example.org/ours.yaml';
  it.each([
    [
      'its host does not answer',
      () => Promise.reject(new Error('no answer')),
      /ours\.yaml" could not be read: no answer$/,
    ],
    [
      'a proxy answers for its host',
      async () => '<html><body>back soon</body></html>',
      /types\.example\.org\/ours\.yaml /,
    ],
  ])('waits for an import of its template when %s', async (_, read, why) => {
    const one = await beginning();
    const importing = withInput.replace('topology_template:', `imports: ['${address}']\ntopology_template:`);
    await one.world.files.putTemplate('s', 's', importing);
    one.world.imports.read = read;
    await expect(one.begin()).rejects.toMatchObject({
      ...{ name: 'UnavailableError', message: expect.stringMatching(why) },
    });
    expect(await one.made()).toBeUndefined();
    one.world.imports.read = async () => 'tosca_definitions_version: tosca_simple_yaml_1_0\n';
    await one.begin();
    expect(await one.made()).toMatchObject({ task: 'DMS' });
  });

  it('run again keeps its choice and its deployment', async () => {
    const one = await beginning();
    await one.begin();
    const [before, event, resources] = [await one.made(), one.event(), await one.world.resources.all('d')];
    one.world.clock.advance(60);
    await one.begin();
    expect(await one.made()).toEqual(before);
    expect(one.event()).toEqual(event);
    expect(await one.world.resources.all('d')).toEqual(resources);
    expect(one.written).toHaveLength(2);
  });

  it('keeps the choice of a process that died before it made the deployment, and removes what that left', async () => {
    const replicas = [{ element: 'T1', bucket: 'tier-1', key: 'chosen/before' }];
    const one = await beginning({ replicas });
    const left = { id: 'left', deploymentId: 'd' } as never;
    await one.world.resources.stage([left]);
    await one.begin();
    expect((await one.made())?.parameters).toEqual({ address: 's3://tier-1/chosen/before' });
    expect(one.written).toEqual([{ deploymentMade: true }]);
    expect((await one.world.resources.all('d')).map(({ id }) => id)).not.toContain('left');
  });

  it('says that the deployment was made where a process died before it said so', async () => {
    const one = await beginning();
    await one.begin();
    const again = await beginning({ replicas: one.event()?.replicas ?? [] });
    const made = await one.made();
    if (made) await again.world.deployments.accept(made);
    await again.begin();
    expect(again.written).toEqual([{ deploymentMade: true }]);
    expect(await again.made()).toEqual(made);
  });

  it('makes no second deployment after the first was deleted', async () => {
    const one = await beginning({ deploymentMade: true, replicas: [] });
    await expect(one.begin()).rejects.toMatchObject({
      ...{ name: 'OperationSupersededError', message: 'deployment d was deleted' },
    });
    expect(await one.made()).toBeUndefined();
    expect(one.written).toEqual([]);
  });

  it.each([
    ['is gone', 'gone' as const],
    ['is being deleted', { ...schedule, leaving: true as const }],
  ])('removes the event of a schedule that %s', async (_, of) => {
    const one = await beginning({}, of);
    await expect(one.begin()).rejects.toMatchObject({ name: 'NotFoundError' });
    expect([one.event(), await one.made()]).toEqual([undefined, undefined]);
  });

  it('makes the deployment where no element can be chosen, for the step that replicates to report', async () => {
    const one = await beginning({}, { ...schedule, replicationExpression: 'tier=2' });
    await one.begin();
    expect(one.event()?.replicas).toEqual([]);
    expect((await one.made())?.parameters).toEqual({ address: 's3://incoming/data/1' });
  });
});
