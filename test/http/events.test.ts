import { describe, expect, it } from 'vitest';
import { call, type Sent } from './requests.ts';
import { serverTemplate } from './samples.ts';
import { serviceForTests } from './service.ts';
import { create, events, get, remove } from './under-test.ts';

const test = serviceForTests();
const body = { template: serverTemplate, callback: 'https://client.example/' };

const make = async (): Promise<string> =>
  String((await call(create(test.service), { as: 'olga', method: 'POST', body })).json['uuid']);
const read = (id: string, more: Sent = {}) =>
  call(events(test.service), { as: 'olga', path: { deployment_id: id }, ...more });
const event = (n: number) => ({
  name: `attempt-${n}-failed`,
  kind: 'ATTEMPT_FAILED' as const,
  message: `provider ${n} refused`,
  at: `2026-12-01T00:00:0${n}.000Z`,
});
const told = (answer: Awaited<ReturnType<typeof read>>) => answer.json.content.map((one) => one['message']);

describe('the events of a deployment', () => {
  it('begin with its creation, and go on to its deletion, the newest first', async () => {
    const id = await make();
    await test.service.timeline.add(id, { ...event(1), at: '2026-11-20T00:00:00.000Z' });
    await call(remove(test.service), { as: 'olga', path: { deployment_id: id } });
    expect(told(await read(id))).toEqual([
      'a deletion was accepted',
      'the creation was accepted',
      'provider 1 refused',
    ]);
  });

  it('are told once each, however often a step runs', async () => {
    const id = await make();
    for (const at of ['2026-12-01T00:00:01.000Z', '2026-12-01T00:00:09.000Z'])
      await test.service.timeline.add(id, { ...event(1), at });
    const { json } = await read(id);
    expect(json.content).toMatchObject([event(1), { kind: 'ACCEPTED' }]);
  });

  it('are listed as pages', async () => {
    const id = await make();
    for (const n of [1, 2, 3, 4]) await test.service.timeline.add(id, event(n));
    const answer = await read(id, { query: { size: '2', page: '1' } });
    expect(told(answer)).toEqual(['provider 2 refused', 'provider 1 refused']);
    expect(answer.json['page']).toEqual({ size: 2, totalElements: 5, totalPages: 3, number: 1 });
    expect(answer.json.links.map(({ rel }) => rel)).toEqual(['first', 'prev', 'self', 'next', 'last']);
    expect(told(await read(id, { query: { sort: 'createdAt,asc', size: '1' } }))).toEqual([
      'the creation was accepted',
    ]);
  });

  it('are each shown once to who follows the next links, also when more are added meanwhile', async () => {
    const id = await make();
    for (const n of [1, 2, 3]) await test.service.timeline.add(id, event(n));
    const shown: unknown[] = [];
    let query: Record<string, string> = { size: '2' };
    for (let next: string | undefined = 'first'; next !== undefined; ) {
      const answer = await read(id, { query });
      shown.push(...told(answer));
      await test.service.timeline.add(id, event(4));
      next = answer.json.links.find(({ rel }) => rel === 'next')?.href;
      query = Object.fromEntries(new URL(next ?? 'https://host.example').searchParams);
    }
    expect(shown).toEqual([
      ...['provider 3 refused', 'provider 2 refused', 'provider 1 refused'],
      'the creation was accepted',
    ]);
  });

  it('go with the deployment, and none is added after it', async () => {
    const id = await make();
    const operation = (await test.service.deployments.find(id))?.operation.id ?? '';
    await test.service.deployments.remove(id, operation);
    await test.service.timeline.add(id, event(1));
    expect((await read(id)).status).toBe(404);
    const page = { page: 0, size: 10, sort: 'createdAt', direction: 'desc' } as const;
    expect(await test.service.timeline.list(id, page)).toMatchObject({ totalElements: 0 });
  });

  it.each([
    [401, {}, { as: undefined }],
    [404, {}, { as: 'otto' }],
    [400, {}, { query: { size: 'x' } }],
  ] as const)('are refused by %d', async (status, _, sent) => {
    expect((await read(await make(), sent)).status).toBe(status);
  });

  it('that cannot be written are no reason to refuse what was done', async () => {
    const timeline = { ...test.service.timeline, add: () => Promise.reject(new Error('down')) };
    const answer = await call(create({ ...test.service, timeline }), { as: 'olga', method: 'POST', body });
    expect(answer.status).toBe(201);
    const found = await call(get(test.service), { as: 'olga', path: { deployment_id: String(answer.json['uuid']) } });
    expect(found.status).toBe(200);
  });
});
