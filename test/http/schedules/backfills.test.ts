import { beforeAll, describe, expect, it } from 'vitest';
import { asking, prepared } from '../changing-routes.ts';
import { serviceForTests } from '../service.ts';

const test = serviceForTests();
beforeAll(() => prepared(test)('backfills/create'));

const ask = (body: object) => asking(test)('backfills/create', { body, query: { dryRun: 'true' } });

describe('the names of files in a backfill', () => {
  const longest = 'ü'.repeat(512);

  it('may be as long as a key of S3', async () => {
    expect((await ask({ prefix: longest, after: longest })).status).toBe(200);
  });

  it.each([{ prefix: `${longest}x` }, { prefix: '', after: `${longest}x` }])(
    'are refused above its 1,024 bytes, however few characters that is',
    async (body) => {
      const message = expect.stringMatching(/(prefix|after) must have at most 1024 bytes in UTF-8/);
      expect(await ask(body)).toMatchObject({ status: 400, json: { message } });
    },
  );
});
