import { describe, expect, it } from 'vitest';
import { template } from '../../e2e/schedules/world.ts';
import { call, callers } from '../requests.ts';
import { schedules } from '../under-test.ts';
import { worldForTests } from './world.ts';

const world = worldForTests();

const ports = () => ({
  ...{ ...world(), callers, publicBaseUrl: 'https://api.example' },
  ...{ callbacksToPrivateAddresses: false, createdByEverywhere: false },
});

const declared = '{ type: string, default: hunter2hunter2, metadata: { secret: "true" } }';

const made = async (parameters: object): Promise<string> => {
  const body = {
    ...{ template: template.replace('inputs:', `inputs:\n    code: ${declared}`), parameters, userGroup: 'physics' },
    ...{ fileExpression: 'incoming:data/.*', replicationExpression: 'tier<2', numberOfReplicas: 1 },
    ...{ callback: 'https://receiver.example.org/hunter2hunter2', name: 'of hunter2hunter2' },
  };
  return String((await call(schedules.create.route(ports()), { as: 'olga', method: 'POST', body })).json['uuid']);
};

describe('a secret that only the template declares', () => {
  it.each([
    ['given', { code: 'hunter2hunter2' }],
    ['a default', {}],
  ])('is not shown to the group in what the request for the schedule gave: %s', async (_, parameters) => {
    const at = { resource: '/schedules/{schedule_id}', path: { schedule_id: await made(parameters) } };
    const { get, list } = schedules;
    expect((await call(get.route(ports()), { as: 'olga', ...at })).body).toContain('hunter2hunter2');
    const seen = await call(get.route(ports()), { as: 'mia', ...at });
    expect(seen.json).toMatchObject({ callback: 'https://receiver.example.org/********', name: 'of ********' });
    const listed = await call(list.route(ports()), { as: 'mia', query: { userGroup: 'physics' } });
    expect(listed.status).toBe(200);
    expect(listed.body).not.toContain('hunter2hunter2');
  });
});
