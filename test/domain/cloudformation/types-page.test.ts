import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mapped } from '../../../src/domain/cloudformation/unmapped.ts';
import { samples, typesPage } from './types-page.ts';

it('every type that becomes something has a template that shows it', () => {
  expect(Object.keys(samples).toSorted()).toEqual([...mapped].toSorted());
});

it('docs/aws-types.md says what becomes of each type; written anew with -u', async () => {
  await expect(await typesPage()).toMatchFileSnapshot(join(import.meta.dirname, '../../../docs/aws-types.md'));
});
