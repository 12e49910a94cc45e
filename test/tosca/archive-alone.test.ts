import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importsOf } from '../../cli/check/files.ts';
import { validateTemplate } from '../../src/tosca/process.ts';
import { zip } from './archives.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'beside-'));
  const types = 'node_types: { My: { derived_from: tosca.nodes.Root } }\n';
  await writeFile(join(folder, 'beside.yaml'), `tosca_definitions_version: tosca_simple_yaml_1_3\n${types}`);
  await writeFile(
    join(folder, 'profile.yaml'),
    'tosca_definitions_version: tosca_2_0\nprofile: org.my:1.0\nnode_types: { My: {} }\n',
  );
});

afterAll(() => rm(folder, { recursive: true }));

it.each([
  [
    'tosca_definitions_version: tosca_simple_yaml_1_3\nimports: [ beside.yaml ]\n',
    'the import "beside.yaml" could not be read: the archive has no such file',
  ],
  [
    'tosca_definitions_version: tosca_2_0\nimports: [ { profile: org.my:1.0 } ]\n',
    'the profile "org.my:1.0" is not known here',
  ],
])('a check takes nothing beside an archive, which the service would not get', async (template, message) => {
  const archive = zip({ 'main.yaml': template });
  const { problems } = await validateTemplate(archive, importsOf(join(folder, 'my.csar'), { offline: true }));
  expect(problems.map((each) => each.message)).toContainEqual(expect.stringContaining(message));
  const alone = await validateTemplate(template, importsOf(join(folder, 'main.yaml'), { offline: true }));
  expect(alone.problems).toEqual([]);
});
