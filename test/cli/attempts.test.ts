import { expect, it } from 'vitest';
import { call } from './called.ts';
import { served } from './served.ts';

const uuid = '01980000-0000-7000-8000-000000000001';
const page = { content: [], links: [], page: { number: 0, size: 100, totalElements: 0, totalPages: 0 } };
const left = (id: string, cause: string) => ({ provider: { id, name: id.toUpperCase() }, cause });

const attemptsOf = async (status: string): Promise<readonly string[]> => {
  const cause = [
    { cause: 'no provider fits' },
    left('a', 'it is full'),
    left('b', 'it has no jobs'),
    left('c', 'it is full'),
  ];
  const view = { uuid, status, cause, providers: [], resources: [] };
  const url = await served(
    (request, response) => void response.end(JSON.stringify(request.url?.includes('/view') ? view : page)),
  );
  const { out } = await call(['attempts', uuid, '--url', url, '--token', 'x']);
  return out.trimEnd().split('\n');
};

it('says why each provider was left out, where none was tried', async () => {
  expect(await attemptsOf('CREATE_FAILED')).toEqual([
    'no provider was tried',
    '  ✖ no provider fits',
    '  ✖ A, C: it is full',
    '  ✖ B: it has no jobs',
  ]);
});

it('says that none was tried yet, while the operation goes on', async () => {
  expect(await attemptsOf('CREATE_IN_PROGRESS')).toEqual(['no provider was tried yet']);
});
