import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mappedTypes as mapped } from '../../../src/domain/resources/aws-types.ts';
import { resourcesOf, samples, typesPage } from './types-page.ts';

it('every type that becomes something has a template that shows it', () => {
  expect(Object.keys(samples).toSorted()).toEqual([...mapped].toSorted());
});

/** They stand for something outside, or say something about other nodes. */
const madeOfNothing = [
  ...['tosca.nodes.Root', 'tosca.nodes.DBMS', 'tosca.nodes.DBMS.MySQL', 'tosca.nodes.Container.Runtime'],
  ...['tosca.nodes.Container.Runtime.Docker', 'tosca.nodes.indigo.Container.Runtime.Docker'],
  ...['tosca.nodes.network.Port', 'tosca.nodes.indigo.network.Port'],
];

it('every other type that becomes something becomes resources', async () => {
  const made = await Promise.all([...mapped].map(async (type) => [type, await resourcesOf(type)] as const));
  const nothing = made.flatMap(([type, resources]) => (resources === '–' ? [type] : []));
  expect(nothing.toSorted()).toEqual(madeOfNothing.toSorted());
});

it('docs/aws-types.md says what becomes of each type; written anew with -u', async () => {
  await expect(await typesPage()).toMatchFileSnapshot(join(import.meta.dirname, '../../../docs/aws-types.md'));
});
