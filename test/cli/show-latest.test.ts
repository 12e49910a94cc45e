import { expect, it } from 'vitest';
import { call } from './called.ts';
import { served } from './served.ts';

const uuid = '01980000-0000-7000-8000-000000000001';
const refusal = 'refuses the credentials of this service: the operators of this service have to correct them';

const answerOf = (path: string, status: string): unknown => {
  if (path.endsWith('/view'))
    return {
      uuid,
      status,
      resources: [],
      nodes: [],
      cause: [],
      providers: [{ id: 'a', name: 'Cloud A' }],
      operation: {},
    };
  // newest first, as the request says
  if (path.endsWith('/events')) return pageOf([event(`provider a ${refusal}`), event('the creation was accepted')]);
  if (path.endsWith('/resources')) return pageOf([]);
  return { uuid, name: 'web', status, outputs: {}, creationTime: '', updateTime: '', links: [] };
};

const event = (message: string) => ({ kind: 'PROVIDER_SAID', name: message, message, at: '2026-11-30T08:00:00.000Z' });

const pageOf = (content: readonly unknown[]) => ({ content, page: { totalPages: 1, number: 0 } });

it.each([
  ['CREATE_IN_PROGRESS', true],
  ['CREATE_COMPLETE', false],
])('says what happened last while something is in progress, such as refused credentials: %s %s', async (status, is) => {
  const url = await served((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://service.example');
    if (pathname.endsWith('/events')) expect(searchParams.get('sort')).toBe('createdAt,desc');
    response.end(JSON.stringify(answerOf(pathname, status)));
  });
  const { code, out, error } = await call(['show', uuid, '--url', url, '--token', 'x']);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  expect(out.includes(`provider Cloud A ${refusal}`)).toBe(is);
});
