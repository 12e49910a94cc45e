import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importsOf, submitted } from '../../cli/check/files.ts';
import { validateTemplate } from '../../src/tosca/process.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scripts-'));
});
afterAll(() => rm(folder, { recursive: true }));

const written = async (name: string, content: string): Promise<string> => {
  const file = join(folder, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
  return file;
};

it('a script that is not there is named, wherever a template names it', async () => {
  const operation = (file: string): string => `{ Standard: { create: ${file}, start: there.sh } }`;
  await written('there.sh', 'true');
  await written('folder.sh/inside', 'true');
  await written(
    'types.yaml',
    `tosca_definitions_version: tosca_simple_yaml_1_3
interface_types: { Own: { derived_from: tosca.interfaces.Root, one: { implementation: of-interface.sh } } }
node_types: { N: { derived_from: tosca.nodes.Root, interfaces: ${operation('of-type.sh')} } }
`,
  );
  const template = await written(
    'template.yaml',
    `tosca_definitions_version: tosca_simple_yaml_1_3
imports: [ types.yaml ]
topology_template:
  node_templates:
    a: { type: N, interfaces: ${operation('folder.sh')} }
    b:
      type: N
      artifacts: { image: { type: tosca.artifacts.File, file: image.tar }, tool: there.sh }
      interfaces: { Standard: { create: tool, start: https://example.org/x.sh, stop: { implementation: { primary: ../out.sh, dependencies: [ more.py ] } } } }
      requirements:
        - dependency: { node: a, relationship: { type: tosca.relationships.DependsOn, interfaces: { Configure: { pre_configure_source: inline.sh } } } }
`,
  );
  const { problems } = await validateTemplate(await submitted(template), importsOf(template, { offline: true }));
  expect(problems.map(({ code, message }) => [code, /"([^"]+)"/.exec(message)?.[1]])).toEqual(
    ['folder.sh', 'image.tar', '../out.sh', 'more.py', 'inline.sh', 'of-interface.sh', 'of-type.sh'].map((name) => [
      'csar-file',
      name,
    ]),
  );
});
