import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deploymentsById } from '../../src/adapters/tables/deployments-by-id.ts';
import { beginEvent } from '../../src/domain/schedules/begin-event.ts';
import { failEvent } from '../../src/domain/schedules/fail-event.ts';
import { matchFiles } from '../../src/domain/schedules/match-files.ts';
import { template as service, type World, worldOver } from '../e2e/schedules/world.ts';
import { directEngine, type Engine } from '../support/engine.ts';
import { call, callers, type Name } from './requests.ts';
import { schedules } from './under-test.ts';

const { change, create, events, get, list, remove, template } = schedules;

let engine: Engine;
let world: World;
let ports: ReturnType<typeof portsOver>;

const portsOver = (over: World) => ({
  ...over,
  callers,
  publicBaseUrl: 'https://api.example',
  callbacksToPrivateAddresses: false,
  createdByEverywhere: false,
  deploymentsById: deploymentsById({ client: engine.client, table: engine.tables.deployments, clock: over.clock }),
});

beforeAll(async () => {
  engine = await directEngine();
  world = await worldOver(engine);
  ports = portsOver(world);
});
afterAll(() => engine?.stop());

const good = {
  template: service,
  parameters: { url: '${file.url}' },
  fileExpression: 'incoming:data/.*',
  replicationExpression: 'tier<2',
  numberOfReplicas: 1,
  callback: 'https://receiver.example.org/',
};

const post = (body: object, as: Name = 'olga') => call(create.route(ports), { as, method: 'POST', body });

const at = (id: string) => ({ resource: '/schedules/{schedule_id}', path: { schedule_id: id } });

const made = async (changes: object = {}, as: Name = 'olga'): Promise<string> =>
  String((await post({ ...good, ...changes }, as)).json['uuid']);

const arrives = async (name: string) => {
  const notice = { eventName: 'ObjectCreated:Put', s3: { bucket: { name: 'incoming' }, object: { key: name } } };
  return matchFiles(world)({ Records: [{ messageId: 'one', body: JSON.stringify({ Records: [notice] }) }] });
};

describe('POST /schedules', () => {
  it('answers the schedule as the contract shows it, and where it is', async () => {
    const answer = await post(good);
    expect(answer.status).toBe(201);
    const { uuid, creationTime, updateTime, ...rest } = answer.json;
    const href = `https://api.example/schedules/${uuid}`;
    expect(answer.headers['Location']).toBe(href);
    expect(rest).toEqual({
      status: 'RUNNING',
      replicationExpression: 'tier<2',
      fileExpression: 'incoming:data/.*',
      callback: 'https://receiver.example.org/',
      numberOfReplicas: 1,
      links: [{ rel: 'self', href }],
    });
    expect([creationTime, updateTime].every((text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d\+0000$/.test(String(text)))).toBe(
      true,
    );
  });

  it('tells all that is wrong at once: both expressions, the placeholders, and the template', async () => {
    const answer = await post({
      ...good,
      template: 'nothing',
      fileExpression: 'a(',
      replicationExpression: 'tier<2&',
      parameters: { deep: [{ text: '${file.owner}' }] },
    });
    expect(answer.status).toBe(400);
    for (const part of [
      'fileExpression',
      'position 8',
      'parameters.deep.0.text holds ${file.owner}',
      'the template',
      '1:1',
    ])
      expect(answer.json.message).toContain(part);
  });

  it('refuses an expression that no file can match, naming the buckets, in a dry run too', async () => {
    const body = { ...good, fileExpression: 'data/.*\\.root' };
    for (const query of [{}, { dryRun: 'true' }]) {
      const answer = await call(create.route(ports), { as: 'olga', method: 'POST', query, body });
      expect(answer.status).toBe(400);
      expect(answer.json.message).toMatch(/fileExpression can match no file: .* are "incoming", "forbidden"/);
    }
    expect((await post(body, 'otto')).json.message).toMatch(/are "incoming"$/);
  });

  it('refuses more replicas than there are elements that fit', async () => {
    const answer = await post({ ...good, numberOfReplicas: 3 });
    expect(answer.json.message).toMatch(
      /numberOfReplicas is 3, and replicationExpression describes 2 of the 3 storage elements that there are \(.+\): write a name/,
    );
  });

  it('names every field that is missing', async () => {
    const { message } = (await post({})).json;
    for (const field of ['template', 'fileExpression', 'replicationExpression', 'numberOfReplicas'])
      expect(message).toContain(field);
  });
});

describe('a schedule', () => {
  it('is seen, changed and deleted by its owner and administrators alone, and by others neither found nor listed', async () => {
    const id = await made();
    const other: Name = 'otto';
    const message = `there is no schedule "${id}" that you may see; GET /schedules lists those that you may`;
    for (const route of [get.route, events.route, template.route, remove.route])
      expect(await call(route(ports), { as: other, ...at(id) })).toMatchObject({ status: 404, json: { message } });
    expect((await call(change.route(ports), { as: other, ...at(id), body: { status: 'no' } })).status).toBe(404);
    expect((await call(list.route(ports), { as: other })).json.content).toEqual([]);
    expect((await call(get.route(ports), { as: 'ada', ...at(id) })).status).toBe(200);
    const listed = (await call(list.route(ports), { as: 'olga' })).json.content.find(({ uuid }) => uuid === id);
    expect(listed?.['createdBy']).toEqual({ issuer: 'https://iam.example/', subject: 'olga' });
  });

  it('gives its template as it was sent', async () => {
    expect((await call(template.route(ports), { as: 'olga', ...at(await made()) })).body).toBe(service);
  });

  it('records nothing while it is suspended, and again when it runs', async () => {
    const id = await made({ fileExpression: 'incoming:suspended/.*' });
    const set = (status: string) =>
      call(change.route(ports), { as: 'olga', ...at(id), method: 'PATCH', body: { status } });
    const total = async () => (await call(events.route(ports), { as: 'olga', ...at(id) })).json['page'];
    expect((await set('SUSPENDED')).status).toBe(204);
    await arrives('suspended/1');
    expect(await total()).toMatchObject({ totalElements: 0 });
    expect((await set('STOPPED')).status).toBe(400);
    expect((await set('RUNNING')).status).toBe(204);
    await arrives('suspended/2');
    expect(await total()).toMatchObject({ totalElements: 1 });
  });
});

describe('a schedule for a group', () => {
  const asked = (route: (over: typeof ports) => ReturnType<typeof get.route>, as: Name, id: string, more = {}) =>
    call(route(ports), { as, ...at(id), ...more });
  const listedBy = async (as: Name, query: Record<string, string>) =>
    (await call(list.route(ports), { as, query })).json.content?.map(({ uuid }) => uuid);

  it('is read by the members of the group, listed for them, and changed by its owner alone', async () => {
    const secret = { userGroup: 'physics', parameters: { url: '${file.url}', password: 'hunter2hunter2' } };
    const id = await made({ ...secret, callback: 'https://receiver.example.org/?key=hunter2hunter2' });
    expect((await asked(get.route, 'olga', id)).json).toMatchObject({ userGroup: 'physics' });
    const seen = await asked(get.route, 'mia', id);
    expect(seen).toMatchObject({ status: 200, json: { uuid: id, userGroup: 'physics' } });
    expect(seen.body).not.toContain('hunter2hunter2');
    for (const route of [events.route, template.route]) expect((await asked(route, 'mia', id)).status).toBe(200);
    for (const [route, method, body] of [
      [change.route, 'PATCH', { status: 'SUSPENDED' }],
      [remove.route, 'DELETE', undefined],
    ] as const)
      expect(await asked(route, 'mia', id, { method, body })).toMatchObject({ status: 403, json: { code: 403 } });
    for (const as of ['otto', 'namesake'] as const) expect((await asked(get.route, as, id)).status).toBe(404);
    for (const as of ['olga', 'mia'] as const) {
      expect(await listedBy(as, { userGroup: 'physics' })).toContain(id);
      expect(await listedBy(as, { userGroup: 'physics', createdBy: 'olga@https://iam.example/' })).toContain(id);
    }
    expect(await listedBy('mia', {})).not.toContain(id);
    expect((await call(list.route(ports), { as: 'otto', query: { userGroup: 'physics' } })).status).toBe(403);
    expect(await listedBy('namesake', { userGroup: 'physics' })).toEqual([]);
  });

  it('is in the pages of the group once, in the order of its changes, and goes with the schedule', async () => {
    const ids = [await made({ userGroup: 'chemistry' }, 'mia'), await made({ userGroup: 'chemistry' }, 'mia')];
    const patch = { method: 'PATCH', body: { status: 'SUSPENDED' } };
    expect((await asked(change.route, 'mia', String(ids[0]), patch)).status).toBe(204);
    const walked: unknown[] = [];
    for (
      let query: Record<string, string> | undefined = { userGroup: 'chemistry', size: '1', sort: 'updatedAt,desc' };
      query;
    ) {
      const { json } = await call(list.route(ports), { as: 'mia', query });
      expect(json['page']).toMatchObject({ totalElements: 2 });
      walked.push(...json.content.map(({ uuid }) => uuid));
      const next = json.links.find(({ rel }) => rel === 'next')?.href;
      query = next === undefined ? undefined : Object.fromEntries(new URL(next).searchParams);
    }
    expect(walked).toEqual(ids);
    for (const id of ids) expect((await asked(remove.route, 'mia', id, { method: 'DELETE' })).status).toBe(204);
    const { json } = await call(list.route(ports), { as: 'mia', query: { userGroup: 'chemistry' } });
    expect(json).toMatchObject({ content: [], page: { totalElements: 0 } });
  });

  it('is for a group that its owner is in', async () => {
    const answer = await post({ ...good, userGroup: 'physics' }, 'otto');
    expect(answer).toMatchObject({ status: 403, json: { message: expect.stringContaining('the group "physics"') } });
  });

  it('makes deployments for the group', async () => {
    const id = await made({ fileExpression: 'incoming:grouped/.*', userGroup: 'physics' });
    await arrives('grouped/1');
    const [event] = [...world.fired.values()].filter(({ scheduleId }) => scheduleId === id);
    await beginEvent(world)({ eventId: event?.id ?? '', deploymentId: '', operationId: '' });
    expect(await world.deployments.find(event?.deploymentId ?? '')).toMatchObject({ userGroup: 'physics' });
    const [embedded] = (await asked(events.route, 'mia', id)).json.content;
    expect(embedded?.['deployment']).not.toHaveProperty('userGroup');
  });
});

describe('the events of a schedule', () => {
  const beginOf = async (id: string) => {
    await arrives(`events/${id}`);
    const [event] = [...world.fired.values()].filter(({ scheduleId }) => scheduleId === id);
    if (!event) throw new Error('no event was recorded');
    return { eventId: event.id, deploymentId: event.deploymentId, operationId: event.operationId };
  };

  it('embed the deployment, which waits while the file is replicated', async () => {
    const id = await made({ fileExpression: 'incoming:events/.*' });
    await beginEvent(world)(await beginOf(id));
    const [event] = (await call(events.route(ports), { as: 'olga', ...at(id) })).json.content;
    expect(event).toMatchObject({
      scope: 'incoming',
      name: `events/${id}`,
      replicationStatus: 'REPLICATING',
      deployment: { status: 'CREATE_IN_PROGRESS', task: 'DMS', callback: good.callback, outputs: {}, links: [] },
      links: [],
    });
    // docs/contract/api.md, "Deployment": the embedded deployment has only these
    const members = ['callback', 'creationTime', 'links', 'outputs', 'status', 'task', 'updateTime', 'uuid'];
    expect(Object.keys(event?.['deployment'] as object).sort()).toEqual(members);
  });

  it('tell the callback when a file is stuck, with the deployment as it is then', async () => {
    const id = await made({ fileExpression: 'incoming:events/.*' });
    const ref = await beginOf(id);
    await beginEvent(world)(ref);
    const told = world.notified.length;
    await failEvent(world)({ ...ref, failure: { Error: 'ReplicationFailedError', Cause: 'gone' } });
    const [notification] = world.notified.slice(told);
    expect(await world.files.getNotification(notification ?? '')).toMatchObject({ url: good.callback });
  });

  it('are of the owner: the deployment is his, with the parameters of the schedule filled in, and its limits', async () => {
    const id = await made({
      fileExpression: 'incoming:events/.*',
      timeoutMins: 90,
      maxProvidersRetry: 2,
      keepLastAttempt: true,
    });
    const ref = await beginOf(id);
    await beginEvent(world)(ref);
    const deployment = await world.deployments.find(ref.deploymentId);
    expect(deployment).toMatchObject({
      createdBy: { issuer: 'https://iam.example/', subject: 'olga' },
      limits: { timeoutMins: 90, maxProvidersRetry: 2, keepLastAttempt: true },
      parameters: { url: expect.stringMatching(`^s3://element-.*/toscanini-replicas/incoming/events/${id}$`) },
    });
    expect(await world.files.getTemplate(ref.deploymentId, deployment?.templateOf ?? '')).toBe(service);
  });

  it('say why a file is stuck, and so does the deployment, which fails', async () => {
    const id = await made({ fileExpression: 'incoming:events/.*' });
    const ref = await beginOf(id);
    await beginEvent(world)(ref);
    const failure = { Error: 'ReplicationFailedError', Cause: 'the file no longer exists' };
    await failEvent(world)({ ...ref, failure });
    const [event] = (await call(events.route(ports), { as: 'olga', ...at(id) })).json.content;
    expect(event).toMatchObject({
      replicationStatus: 'STUCK',
      statusReason: failure.Cause,
      deployment: { status: 'CREATE_FAILED', statusReason: failure.Cause },
    });
  });

  it('go with the schedule, and the deployments stay', async () => {
    const id = await made({ fileExpression: 'incoming:events/.*' });
    const ref = await beginOf(id);
    await beginEvent(world)(ref);
    expect((await call(remove.route(ports), { as: 'olga', ...at(id), method: 'DELETE' })).status).toBe(204);
    expect((await call(get.route(ports), { as: 'olga', ...at(id) })).status).toBe(404);
    expect(await world.scheduleEvents.find(ref.eventId)).toBeUndefined();
    expect(await world.deployments.find(ref.deploymentId)).toBeDefined();
  });
});
