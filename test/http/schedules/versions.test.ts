import { expect, it } from 'vitest';
import { eventListVersion } from '../../../src/http/schedules/schedule-list.ts';
import { call } from '../requests.ts';
import { id, sampleDeployment } from '../samples.ts';
import { serviceForTests } from '../service.ts';
import { schedules } from '../under-test.ts';

const test = serviceForTests();
const { change, get } = schedules;

it('lets a manager of its group change the version of a schedule that they have read, though its callback holds a secret', async () => {
  const at = '2026-11-20T15:33:10.345Z';
  await test.service.schedules.create(
    {
      ...{ id: id(1), createdAt: at, updatedAt: at, createdBy: sampleDeployment().createdBy },
      ...{ reader: { isAdministrator: false }, status: 'RUNNING', userGroup: 'physics' },
      ...{ fileExpression: 'incoming:x', replicationExpression: 'tier<2', numberOfReplicas: 1 },
      ...{ parameters: { api_password: 'correct-horse' }, callback: 'https://receiver.example/correct-horse' },
      limits: sampleDeployment().limits,
    },
    [],
  );
  const path = { schedule_id: id(1) };
  const read = await call(get.route(test.service), { as: 'lena', path });
  expect(read.body).not.toContain('horse');
  const headers = { 'If-Match': String(read.headers['ETag']) };
  const sent = { as: 'lena', method: 'PATCH', path, headers, body: { status: 'SUSPENDED' } } as const;
  expect((await call(change.route(test.service), sent)).status).toBe(204);
  expect((await call(change.route(test.service), sent)).status).toBe(412);
});

it('has another version of the list of events when one of the group changes that may have been given away', async () => {
  const asked: unknown[] = [];
  const versions = {
    scheduleEvents: {
      list: async () => ({ content: [], totalElements: 0 }),
      listVersion: async () => ({ totalElements: 0 }),
    },
    deploymentsById: {
      findAll: async () => [],
      versionOf: async (scope: unknown) => {
        asked.push(scope);
        return { totalElements: 0 };
      },
    },
  };
  const createdBy = { issuer: 'https://iam.example/', subject: 'olga' };
  await eventListVersion(versions, { id: 'one', createdBy } as never);
  await eventListVersion(versions, { id: 'one', createdBy, userGroup: 'physics' } as never);
  const group = { of: 'group', group: 'physics', issuer: createdBy.issuer };
  expect(asked).toEqual([{ of: 'owner', owner: createdBy }, group]);
});
