import { beforeAll, describe, expect, it } from 'vitest';
import { call } from './requests.ts';
import { id, sampleDeployment } from './samples.ts';
import { serviceForTests } from './service.ts';
import { events, log } from './under-test.ts';

const test = serviceForTests();
const path = { deployment_id: id(1) };

beforeAll(() => test.service.deployments.accept(sampleDeployment()));

const readLog = async (after?: string) => {
  const query = after === undefined ? {} : { after };
  const { status, body, headers } = await call(log(test.service), { as: 'olga', path, query });
  return { status, body, next: String(headers['X-Log-Next']) };
};

describe('the log from a place on', () => {
  it('has what was added, once, also what stands before what was read', async () => {
    const { files } = test.service;
    await files.appendLog(id(1), '0002-a', 'second attempt\n');
    const first = await readLog();
    expect(first.body).toBe('second attempt\n');
    expect((await readLog(first.next)).body).toBe('');
    await files.appendLog(id(1), '0001-z', 'the first one is destroyed\n');
    await files.appendLog(id(1), '0002-b', 'more of the second\n');
    const then = await readLog(first.next);
    expect(then.body).toBe('the first one is destroyed\nmore of the second\n');
    expect((await readLog(then.next)).body).toBe('');
    expect((await readLog()).body).toBe('the first one is destroyed\nsecond attempt\nmore of the second\n');
  });

  it.each(['x', 'W10', '1.short', '1.', 'not a cursor'])('refuses %j, which is no place', async (after) => {
    expect((await readLog(after)).status).toBe(400);
  });
});

describe('events after another one', () => {
  const ask = async (query: Record<string, string>) => {
    const { status, json } = await call(events(test.service), { as: 'olga', path, query });
    return { status, names: json.content?.map(({ name }) => name), page: json['page'], links: json.links };
  };

  beforeAll(async () => {
    for (const [index, name] of ['a', 'b', 'c', 'd'].entries())
      await test.service.timeline.add(id(1), {
        ...{ name, kind: 'CHANGE', message: 'm', at: `2026-11-20T15:33:1${index}.000Z` },
        ...{ operation: id(900), attempt: 1, provider: 'first', node: 'server' },
      });
  });

  it('come oldest first, whatever order is asked for, in pages', async () => {
    expect(await ask({ after: 'b' })).toMatchObject({ names: ['c', 'd'], page: { totalElements: 2 } });
    const paged = await ask({ after: 'a', size: '2', sort: 'createdAt,desc' });
    expect(paged.names).toEqual(['b', 'c']);
    expect(paged.links.find(({ rel }) => rel === 'next')?.href).toContain('after=a&page=1&size=2&sort=createdAt,asc');
    expect((await ask({ after: 'd' })).names).toEqual([]);
  });

  it('include one that was written later, and tells of an earlier instant', async () => {
    const at = '2026-11-20T15:33:11.500Z';
    await test.service.timeline.add(id(1), { name: 'late', kind: 'CHANGE', message: 'm', at });
    expect((await ask({ after: 'd' })).names).toEqual(['late']);
    expect((await ask({ after: 'a', size: '3' })).names).toEqual(['b', 'c', 'd']);
    expect((await ask({ after: 'a', size: '3', page: '1' })).names).toEqual(['late']);
    expect((await ask({ after: 'late' })).names).toEqual([]);
  });

  it('of which nobody knows are refused', async () => {
    expect((await ask({ after: 'z' })).status).toBe(400);
  });

  it('say what they are about', async () => {
    const { json } = await call(events(test.service), { as: 'olga', path, query: { after: 'c' } });
    expect(json.content[0]).toMatchObject({ operation: id(900), attempt: 1, provider: 'first', node: 'server' });
  });
});
