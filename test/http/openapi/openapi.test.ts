import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openApi } from '../../../src/http/openapi/openapi.ts';
import { operations } from '../../../src/http/openapi/operations.ts';
import { routes } from '../../../src/http/routes.ts';
import { deviations } from '../conformity.ts';
import { call } from '../requests.ts';
import { openapi } from '../under-test.ts';

const text = (base: string): string => `${JSON.stringify(openApi(base), null, 2)}\n`;

describe('the description of the service', () => {
  it('is checked in as it is made; `npx vitest run test/http/openapi/openapi.test.ts -u` writes it', async () => {
    await expect(text('/')).toMatchFileSnapshot('../../../docs/openapi.json');
  });

  it('is served without a token, with the address that it was asked at', async () => {
    const answer = await call(
      openapi({ publicBaseUrl: 'https://toscanini.example/v1/', callbacksToPrivateAddresses: false }),
    );
    expect(answer).toMatchObject({ status: 200, headers: { 'Content-Type': 'application/json;charset=UTF-8' } });
    expect(answer.json).toEqual(JSON.parse(text('https://toscanini.example/v1')));
  });

  it('has one operation for every route, under an id of its own, and refers to nothing that is not there', () => {
    const document = JSON.parse(text('/'));
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path as object));
    expect(operations).toHaveLength(routes.length);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(routes.length);
    const references = [...text('/').matchAll(/"\$ref": "#\/([^"]+)"/g)].map(([, path = '']) => path.split('/'));
    for (const path of references) expect(path.reduce((within, step) => within?.[step], document)).toBeTypeOf('object');
  });

  it('has the routes of docs/contract/api.md, with the success that stands there', () => {
    const page = readFileSync(new URL('../../../docs/contract/api.md', import.meta.url), 'utf8');
    const said = [...page.matchAll(/^\| ([A-Z]+ \/\S*) \| (\d+),/gm)].map(([, route, status]) => `${route} ${status}`);
    const made = routes.map((row) => {
      const successes = Object.keys(operations[row.function].answers).filter((status) => status.startsWith('2'));
      // of a change, 200 is the answer to a dry run
      return `${row.method} ${row.path.replaceAll(/\{\w+_id\}/g, (name) => (name === '{resource_id}' ? name : '{id}'))} ${successes.at(-1)}`;
    });
    expect(said.toSorted()).toEqual(made.toSorted());
  });

  it('notices what is not as it says', () => {
    const row = routes[0];
    const headers = { 'Content-Type': 'application/json;charset=UTF-8', 'X-Request-ID': 'r' };
    const page = { links: [], content: [], page: { size: 10, totalElements: 0, totalPages: 0, number: 0 } };
    const seen = (statusCode: number, body: object, more: object = {}) =>
      deviations(row, { statusCode, headers: { ...headers, ...more }, body: JSON.stringify(body) });
    expect(seen(200, page)).toEqual([]);
    expect(seen(200, { ...page, extra: 1 })).toEqual([expect.stringContaining('additional')]);
    expect(seen(200, { ...page, content: [{}] })).toContainEqual(expect.stringContaining('uuid'));
    expect(seen(418, page)).toEqual([expect.stringContaining('not described')]);
    expect(seen(200, page, { 'Content-Type': 'text/html' })).toEqual([expect.stringContaining('text/html')]);
    expect(seen(200, page, { 'X-Request-ID': undefined })).toEqual([expect.stringContaining('X-Request-ID')]);
    expect(seen(404, page)).not.toEqual([]);
  });
});
