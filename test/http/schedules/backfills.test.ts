import { beforeAll, describe, expect, it } from 'vitest';
import type { Quotas } from '../../../src/domain/quotas/quota.ts';
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

describe('a quota of backfills a day', () => {
  const asked = (quotas: Quotas, query: { readonly [name: string]: string }) =>
    asking(test)('backfills/create', { body: { prefix: 'data/' }, query }, { quotas } as never);

  it('is checked by the dry run, and counted by each that begins', async () => {
    const quotas = { installation: { backfillsPerDay: 1 } };
    expect((await asked(quotas, { dryRun: 'true' })).status).toBe(200);
    expect((await asked(quotas, {})).status).toBe(201);
    const message = expect.stringContaining('may have 1 backfills a day (UTC), 1 were started today, and 0 are left');
    for (const query of [{ dryRun: 'true' }, {}])
      expect(await asked(quotas, query)).toMatchObject({ status: 409, json: { message } });
    expect((await asked({ installation: { backfillsPerDay: 2 } }, {})).status).toBe(201);
  });
});
