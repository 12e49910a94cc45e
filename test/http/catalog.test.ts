import { PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, type Name } from './requests.ts';
import { serverTemplate } from './samples.ts';
import { serviceForTests } from './service.ts';
import { catalog, catalogEntry } from './under-test.ts';

const test = serviceForTests();

const named = 'Jupyter für 100 % (GPU)';

beforeAll(async () => {
  const { s3, bucket: Bucket } = test.engine;
  for (const [Key, Body] of [
    ['catalog/web.yaml', serverTemplate],
    ['catalog/web.metadata.yml', 'metadata: { display_name: Web server, tag: [ VM, web ], allowed_groups: physics }'],
    ['catalog/web.parameters.yml', 'inputs: {}'],
    ['catalog/open.yaml', serverTemplate],
    [`catalog/${named}.yaml`, serverTemplate],
  ] as const)
    await s3.send(new PutObjectCommand({ Bucket, Key, Body }));
});

const read = (as: Name, name: string) => call(catalogEntry(test.service), { as, path: { name } });

describe('GET /catalog', () => {
  it('lists what the caller is offered', async () => {
    const names = async (as: Name) => {
      const { json } = await call(catalog(test.service), { as });
      return (json as unknown as { name: string }[]).map(({ name }) => name);
    };
    expect([await names('olga'), await names('otto'), await names('ada')]).toEqual([
      ...[
        [named, 'open', 'web'],
        [named, 'open'],
        [named, 'open', 'web'],
      ],
    ]);
  });

  it('has the text of a template, its metadata and its form', async () => {
    expect((await read('olga', 'web')).json).toEqual({
      ...{ name: 'web', title: 'Web server', tags: ['VM', 'web'], problems: [], template: serverTemplate },
      metadata: { display_name: 'Web server', tag: ['VM', 'web'], allowed_groups: 'physics' },
      parameters: { inputs: {} },
    });
    expect((await read('olga', 'open')).json).toMatchObject({ title: 'open', metadata: {} });
  });

  it('has a template whose name must be encoded in a path', async () => {
    expect((await read('otto', named)).json).toMatchObject({ name: named, template: serverTemplate });
  });

  it('has nothing for those who are not offered it', async () => {
    expect((await read('otto', 'web')).status).toBe(404);
    expect((await read('olga', 'no-such')).status).toBe(404);
  });
});
