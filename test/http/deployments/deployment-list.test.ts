import { beforeAll, describe, expect, it } from 'vitest';
import type { Deployment } from '../../../src/domain/deployments/record/deployment.ts';
import { call, type Name, people } from '../requests.ts';
import { id, sampleDeployment } from '../samples.ts';
import { serviceForTests } from '../service.ts';
import { list as route } from '../under-test.ts';

const test = serviceForTests();

const made = (n: number, by: Name, more: Partial<Deployment> = {}): Deployment => {
  const { issuer, subject } = people[by];
  const createdAt = `2026-11-20T10:${String(n).padStart(2, '0')}:00.000Z`;
  return sampleDeployment({ id: id(n), createdAt, updatedAt: createdAt, createdBy: { issuer, subject }, ...more });
};

const all = [
  made(1, 'olga', { userGroup: 'physics', updatedAt: '2026-11-20T11:00:00.000Z' }),
  made(2, 'olga', { userGroup: 'physics', status: 'CREATE_FAILED', statusReason: 'no provider left' }),
  made(3, 'olga'),
  made(4, 'mia', { userGroup: 'physics' }),
  made(5, 'mia', { userGroup: 'chemistry' }),
  made(6, 'otto'),
  made(7, 'lone', { userGroup: 'physics' }),
  made(8, 'lone'),
  made(9, 'namesake', { userGroup: 'physics' }),
];

beforeAll(async () => {
  for (const deployment of all) await test.service.deployments.accept(deployment);
});

const ask = (as: Name, query: Record<string, string> = {}) => call(route(test.service), { as, query });
const numbers = async (as: Name, query: Record<string, string> = {}) => {
  const answer = await ask(as, query);
  expect(answer.status).toBe(200);
  return answer.json.content.map(({ uuid }) => Number.parseInt(uuid.slice(-12), 16));
};

describe('the list of deployments', () => {
  it.each([
    ['olga', {}, [3, 2, 1]],
    ['olga', { createdBy: 'me' }, [3, 2, 1]],
    ['olga', { createdBy: `olga@${people.olga.issuer}` }, [3, 2, 1]],
    ['olga', { createdBy: '', userGroup: '' }, [3, 2, 1]],
    ['olga', { userGroup: 'physics' }, [4, 2, 1]],
    ['olga', { createdBy: 'me', userGroup: 'physics' }, [2, 1]],
    ['mia', { userGroup: 'chemistry' }, [5]],
    ['lone', { userGroup: 'physics' }, [7]],
    ['namesake', {}, [9]],
    ['namesake', { userGroup: 'physics' }, [9]],
    ['ada', { userGroup: 'physics' }, [4, 2, 1]],
    ['ada', { userGroup: `physics@${people.namesake.issuer}` }, [9]],
    ['ada', { userGroup: `physics@${people.lone.issuer}` }, [7]],
    ['ada', { userGroup: 'physics', createdBy: `olga@${people.namesake.issuer}` }, [9]],
    ['mia', { userGroup: 'physics', createdBy: `olga@${people.olga.issuer}` }, [2, 1]],
    ['olga', { userGroup: 'physics', createdBy: `mia@${people.mia.issuer}` }, [4]],
    ['olga', { userGroup: 'physics', createdBy: `otto@${people.otto.issuer}` }, []],
    ['ada', {}, [9, 8, 7, 6, 5, 4, 3, 2, 1]],
    ['ada', { userGroup: 'chemistry' }, [5]],
    ['ada', { createdBy: 'me' }, []],
    ['ada', { createdBy: `otto@${people.otto.issuer}` }, [6]],
    ['olga', { sort: 'createdAt' }, [1, 2, 3]],
    ['olga', { sort: 'updatedAt,desc' }, [1, 3, 2]],
    ['olga', { excludedStatus: 'DELETE_COMPLETE,CREATE_FAILED' }, [3, 1]],
    ['olga', { excludedStatus: 'DELETE_COMPLETE' }, [3, 2, 1]],
    ['olga', { excludedStatus: 'create_failed , Delete_Complete' }, [3, 1]],
    ['olga', { excludedStatus: 'CREATE_FAILED', size: '1', page: '1' }, [1]],
    ['olga', { excludedStatus: 'CREATE_FAILED', sort: 'updatedAt,desc' }, [1, 3]],
    ['olga', { excludedStatus: 'CREATE_FAILED,UNKNOWN, CREATE_COMPLETE' }, []],
    ['olga', { createdBy: 'me', userGroup: 'physics', excludedStatus: 'CREATE_FAILED' }, [1]],
    ['olga', { createdBy: 'me', userGroup: 'physics', sort: 'updatedAt,asc' }, [2, 1]],
    ['lone', { createdBy: 'me', userGroup: 'physics' }, [7]],
    ['ada', { excludedStatus: 'CREATE_FAILED', sort: 'createdAt,asc', size: '3' }, [1, 3, 4]],
    ['olga', { size: '99999999999' }, [3, 2, 1]],
    ['olga', { page: '7' }, []],
  ] as const)('shows %s with %j the numbers %j', async (as, query, expected) => {
    expect(await numbers(as, query)).toEqual(expected);
  });

  it.each([
    ['otto', { userGroup: 'physics' }, 403],
    ['otto', { createdBy: `olga@${people.olga.issuer}` }, 403],
    ['olga', { userGroup: `physics@${people.namesake.issuer}` }, 403],
    ['mia', { createdBy: `olga@${people.olga.issuer}` }, 403],
    ['mia', { userGroup: 'physics', createdBy: `olga@${people.namesake.issuer}` }, 403],
    ['lone', { userGroup: 'physics', createdBy: `olga@${people.olga.issuer}` }, 403],
    ['otto', { userGroup: 'physics', createdBy: `olga@${people.olga.issuer}` }, 403],
    ['olga', { excludedStatus: 'CREATE_FAILD' }, 400],
    ['olga', { excludedStatus: 'CREATE_FAILED;DELETE_FAILED' }, 400],
    ['otto', { createdBy: 'olga' }, 400],
    ['otto', { size: '0' }, 400],
    ['otto', { sort: 'status,asc' }, 400],
    ['otto', { cursor: 'made up' }, 400],
  ] as const)('refuses %s with %j by a %d', async (as, query, status) => {
    const answer = await ask(as, query);
    expect(answer).toMatchObject({ status, json: { code: status, message: expect.any(String) } });
  });

  it('counts of a group only what is at the caller’s issuer, where another has one of the same name', async () => {
    const totals = async (as: Name) => (await ask(as, { userGroup: 'physics' })).json['page'];
    expect(await totals('mia')).toMatchObject({ totalElements: 3 });
    expect(await totals('namesake')).toMatchObject({ totalElements: 1 });
  });

  it('of 2000 is answered as long as it fits, else refused with what to do', async () => {
    const page = (bytes: number) => ({
      content: Array.from({ length: 2000 }, (_, n) => made(n % 60, 'olga', { outputs: { text: 'x'.repeat(bytes) } })),
      totalElements: 2000,
    });
    const listed = async (bytes: number) => {
      const deployments = { ...test.service.deployments, list: async () => page(bytes) };
      return call(route({ ...test.service, deployments }), { as: 'olga', query: { size: '2000' } });
    };
    expect((await listed(1_500)).json.content).toHaveLength(2000);
    expect((await listed(3_000)).json).toMatchObject({ code: 400, message: expect.stringContaining('smaller pages') });
  });

  it('says who made each, in the fields of the contract and where it stands', async () => {
    const { json } = await ask('olga', { size: '1', page: '1' });
    expect(json.content).toEqual([
      {
        uuid: id(2),
        creationTime: '2026-11-20T10:02+0000',
        updateTime: '2026-11-20T10:02+0000',
        status: 'CREATE_FAILED',
        statusReason: 'no provider left',
        causes: [{ cause: 'no provider left' }],
        outputs: { node_ip: '192.0.2.10', ports: [80, 443] },
        task: 'NONE',
        userGroup: 'physics',
        createdBy: { issuer: people.olga.issuer, subject: 'olga' },
        cloudProviderEndpoint: {},
        links: [
          { rel: 'self', href: `https://api.example/deployments/${id(2)}` },
          { rel: 'resources', href: `https://api.example/deployments/${id(2)}/resources?type={type}` },
          { rel: 'template', href: `https://api.example/deployments/${id(2)}/template` },
        ],
      },
    ]);
    expect(json['page']).toEqual({ size: 1, totalElements: 3, totalPages: 3, number: 1 });
  });

  it('is walked by next, with the filters kept, and shows each once', async () => {
    const seen: string[] = [];
    let query: Record<string, string> | undefined = { size: '3', createdBy: '', excludedStatus: 'DELETE_COMPLETE' };
    while (query) {
      const { json } = await ask('ada', query);
      seen.push(...json.content.map(({ uuid }) => uuid));
      const next = json.links.find(({ rel }) => rel === 'next')?.href;
      query = next === undefined ? undefined : Object.fromEntries(new URL(next).searchParams);
      if (query) expect(query['excludedStatus']).toBe('DELETE_COMPLETE');
      else expect(json.links.find(({ rel }) => rel === 'self')?.href).toBe(json.links.at(-1)?.href);
    }
    expect(seen).toEqual(all.map((one) => one.id).reverse());
  });
});
