/**
 * Follows each field of a request for a deployment to every place where it has to arrive. The fields are those of fields.ts;
 * docs/how-to/add-a-field.md says how to add one.
 */

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { keepEnded } from '../../src/domain/deployments/deleting/keep-ended.ts';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import { shownToGroup } from '../../src/domain/deployments/record/disclosure.ts';
import { beginEvent } from '../../src/domain/schedules/begin-event.ts';
import { matchFiles } from '../../src/domain/schedules/match-files.ts';
import type { Schedule, ScheduleEvent } from '../../src/domain/schedules/schedule.ts';
import { creationFields } from '../../src/http/deployments/creation.ts';
import { describeDeployment } from '../../src/http/deployments/views.ts';
import { openApi } from '../../src/http/openapi/openapi.ts';
import { scheduleCreation } from '../../src/http/schedules/schedule-creation.ts';
import { schemas } from '../../src/http/schemas/answers.ts';
import { fields, names, secret, secretive, type Values, valuesOf } from './fields.ts';
import { call, type Name as Person } from './requests.ts';
import { serviceForTests } from './service.ts';
import { create, get, list, schedules, update } from './under-test.ts';

const test = serviceForTests();
const fileConfiguration = {
  elements: [{ name: 'one', bucket: 'element-one', attributes: { tier: 0 } }],
  buckets: ['incoming'],
  readers: {},
};

const deployed = async (body: object): Promise<string> => {
  const answer = await call(create(test.service), { as: 'olga', method: 'POST', body });
  expect(answer.status).toBe(201);
  return String(answer.json['uuid']);
};

/** The fields of schedules alone. */
const rule: Values = { fileExpression: 'incoming:.*', replicationExpression: 'tier<1', numberOfReplicas: 1 };

const scheduled = async (body: object): Promise<string> => {
  const over = { ...test.service, fileConfiguration };
  const answer = await call(schedules.create.route(over), { as: 'olga', method: 'POST', body: { ...body, ...rule } });
  expect(answer.status).toBe(201);
  return String(answer.json['uuid']);
};

const found = async (id: string): Promise<Deployment> => {
  const deployment = await test.service.deployments.find(id);
  if (deployment === undefined) throw new Error(`deployment ${id} is not stored`);
  return deployment;
};

/** The fields of a record, by the names that they have in a request. */
const fieldsOf = ({ limits, ...record }: Deployment | Schedule, template: string): Values => ({
  ...record,
  ...limits,
  template,
});

const stored = async (id: string): Promise<Values> => {
  const deployment = await found(id);
  return fieldsOf(deployment, await test.service.files.getTemplate(id, deployment.operation.id));
};

const storedSchedule = async (id: string): Promise<Values> => {
  const schedule = await test.service.schedules.find(id);
  if (schedule === undefined) throw new Error(`schedule ${id} is not stored`);
  return fieldsOf(schedule, await test.service.files.getTemplate(id, id));
};

const put = async (id: string, body: object): Promise<void> => {
  const { operation } = await found(id);
  await test.service.deployments.record(id, operation.id, { status: 'CREATE_COMPLETE' });
  const sent = { as: 'olga', method: 'PUT', path: { deployment_id: id }, body } as const;
  expect((await call(update(test.service), sent)).status).toBe(202);
};

/** The deployment that a schedule makes from a file. */
const deployedFrom = async (scheduleId: string): Promise<string> => {
  const fired: ScheduleEvent[] = [];
  const over = { ...test.service, fileConfiguration };
  const startEvent = async (event: ScheduleEvent) => void fired.push(event);
  const notice = { eventName: 'ObjectCreated:Put', s3: { bucket: { name: 'incoming' }, object: { key: 'a' } } };
  const message = { messageId: 'one', body: JSON.stringify({ Records: [notice] }) };
  await matchFiles({ ...over, eventsAnHour: 10_000, eventWorkflows: { startEvent } })({ Records: [message] });
  const event = fired.find((one) => one.scheduleId === scheduleId);
  if (event === undefined) throw new Error('the file has fired no event');
  await beginEvent(over)({ eventId: event.id, deploymentId: '', operationId: '' });
  return event.deploymentId;
};

/** A deployment that has ended. */
const ended = async (body: object): Promise<string> => {
  const id = await deployed(body);
  const deployment = await found(id);
  await keepEnded(test.service, deployment);
  await test.service.deployments.remove(id, deployment.operation.id);
  return id;
};

/** What each reader is shown of a deployment: by GET, in the list, and what the receiver of callbacks is sent. */
const views = async (id: string, as: Person): Promise<readonly (readonly [string, Values])[]> => {
  const one = await call(get(test.service), { as, path: { deployment_id: id } });
  const query = { userGroup: 'physics', size: '100' };
  const { json } = await call(list(test.service), { as, query });
  return [
    ['GET', one.json],
    ['the list', json.content.find(({ uuid }) => uuid === id) ?? {}],
    ['the callback', describeDeployment(shownToGroup(await found(id)))],
  ];
};

/** The same of a schedule. */
const scheduleViews = async (id: string, as: Person): Promise<readonly (readonly [string, Values])[]> => {
  const { json } = await call(schedules.list.route(test.service), { as, query: { userGroup: 'physics' } });
  const path = { schedule_id: id };
  return [
    ['GET', (await call(schedules.get.route(test.service), { as, path })).json],
    ['the list', json.content.find(({ uuid }) => uuid === id) ?? {}],
  ];
};

const ports = { callbacksToPrivateAddresses: false };
const first = valuesOf('first');
const withSecrets = { ...first, ...Object.fromEntries(secretive.map((name) => [name, fields[name].secret])) };

/** The ids of what is made of these values. */
const made = {
  deployment: '',
  updated: '',
  omitted: '',
  schedule: '',
  ofSchedule: '',
  secrets: '',
  secretsOfSchedule: '',
  ended: '',
  secretsOfEnded: '',
};

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  made.deployment = await deployed(first);
  made.updated = await deployed(first);
  await put(made.updated, valuesOf('second'));
  made.omitted = await deployed(first);
  await put(made.omitted, { template: fields.template.second });
  made.secrets = await deployed(withSecrets);
  made.schedule = await scheduled(first);
  made.ofSchedule = await deployedFrom(made.schedule);
  made.secretsOfSchedule = await scheduled(withSecrets);
  made.ended = await ended(first);
  made.secretsOfEnded = await ended(withSecrets);
});

describe('a field of a request for a deployment', () => {
  it('has a row in fields.ts', () => {
    const sent = Object.keys(creationFields(ports));
    expect(names.toSorted()).toEqual(sent.toSorted());
  });

  it.each(names)('%s is stored', async (name) => {
    expect((await stored(made.deployment))[name]).toEqual(fields[name].first);
  });

  it.each(names)('%s is shown by GET, in the list and to the callback, or by none of them', async (name) => {
    for (const [where, view] of await views(made.deployment, 'olga'))
      expect([where, view[name]]).toEqual([where, fields[name].shown ? fields[name].first : undefined]);
  });

  it.each(names)('%s is stored by a schedule, and passed on to the deployments that it makes', async (name) => {
    expect((await storedSchedule(made.schedule))[name]).toEqual(fields[name].first);
    // the deployments of a schedule are told apart by their files
    const passed = name === 'name' ? `a (${fields[name].first})` : fields[name].first;
    expect((await stored(made.ofSchedule))[name]).toEqual(passed);
  });

  it.each(names)('%s of a schedule is shown by GET and in the list, or by none of them', async (name) => {
    for (const [where, view] of await scheduleViews(made.schedule, 'olga'))
      expect([where, view[name]]).toEqual([where, fields[name].shown ? fields[name].first : undefined]);
  });

  it.each(names)('%s is shown of a deployment that has ended, or not kept', async (name) => {
    const path = { deployment_id: made.ended };
    const { json } = await call(get(test.service), { as: 'olga', path, query: { ended: 'true' } });
    expect(json[name]).toEqual(fields[name].ended ? fields[name].first : undefined);
  });

  it('is kept without secrets when the deployment has ended', async () => {
    expect(JSON.stringify(await test.service.ended.find(made.secretsOfEnded))).not.toContain(secret);
  });

  it('of a schedule alone is stored and shown', async () => {
    const own = Object.keys(scheduleCreation(ports).entries).filter((name) => !(name in fields));
    const refused = ['officeHours', 'protected'];
    expect(own.toSorted()).toEqual([...Object.keys(rule), ...refused].toSorted());
    expect(await storedSchedule(made.schedule)).toMatchObject(rule);
    for (const [, view] of await scheduleViews(made.schedule, 'olga')) expect(view).toMatchObject(rule);
  });

  it.each(secretive)('%s is shown without secrets to members of the group and to the callback', async (name) => {
    const seen = [...(await views(made.secrets, 'mia')), ...(await scheduleViews(made.secretsOfSchedule, 'mia'))].map(
      ([where, view]) => [where, view[name]],
    );
    expect(seen.flatMap(([, value]) => (value === undefined ? [] : [value]))).toHaveLength(5);
    expect(JSON.stringify(seen)).not.toContain(secret);
  });
});

describe('an update', () => {
  it.each(names)('replaces %s, or keeps it', async (name) => {
    expect((await stored(made.updated))[name]).toEqual(fields[name].updated);
  });

  it.each(names)('that does not send %s keeps it, or gives it its default again', async (name) => {
    expect((await stored(made.omitted))[name]).toEqual(fields[name].omitted);
  });
});

describe('the description', () => {
  const { paths } = openApi('https://api.example', ports) as unknown as {
    readonly paths: { readonly [path: string]: { readonly [method: string]: unknown } };
  };

  it.each(names)('says that %s may be sent by a creation, an update and for a schedule', (name) => {
    const bodies = [
      paths['/deployments']?.['post'],
      paths['/deployments/{deployment_id}']?.['put'],
      paths['/schedules']?.['post'],
    ];
    for (const body of bodies)
      expect(body).toHaveProperty(['requestBody', 'content', 'application/json', 'schema', 'properties', name]);
  });

  it.each(names)('says of %s whether answers have it', (name) => {
    for (const schema of [schemas.Deployment, schemas.DeploymentItem, schemas.Schedule])
      expect(name in schema.entries).toBe(fields[name].shown);
  });
});

describe('docs/contract/api.md', () => {
  const page = readFileSync(new URL('../../docs/contract/api.md', import.meta.url), 'utf8');
  /** The first column of the table under a heading. */
  const rowsUnder = (heading: string): readonly string[] => {
    const [section = ''] = page.split(`# ${heading}\n`).at(1)?.split('\n#') ?? [];
    return [...section.matchAll(/^\| (\w+) \|/gm)].map(([, name]) => name as string);
  };

  it.each(names)('has %s in the table of "Create a deployment"', (name) => {
    expect(rowsUnder('Create a deployment')).toContain(name);
  });

  it.each(names)('has %s in the tables of "Deployment" and "Schedule", if answers show it', (name) => {
    for (const heading of ['Deployment', 'Schedule'])
      expect([heading, rowsUnder(heading).includes(name)]).toEqual([heading, fields[name].shown]);
  });
});
