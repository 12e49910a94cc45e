import { expect, it } from 'vitest';
import { processTemplate } from '../../src/tosca/process.ts';
import { noImports, topologyOf } from './fixtures.ts';

const image = 'tosca.artifacts.Deployment.Image.Container.Docker';
const template = (nodes: string): string => `tosca_definitions_version: tosca_simple_yaml_1_3
repositories: { quay: { url: 'https://quay.io/' }, hub: 'https://registry.hub.docker.com/' }
node_types:
  App: { derived_from: tosca.nodes.Root, artifacts: { image: { file: nginx, type: ${image} } } }
  Own: { derived_from: App, artifacts: { more: { file: more.txt, type: tosca.artifacts.File } } }
topology_template:
  node_templates:
    ${nodes}
`;
const artifactsOf = async (node: string) => (await topologyOf(template(`it: ${node}`))).nodes[0]?.artifacts;

it('a node has the artifacts of its type and of those that the type derives from', async () => {
  const more = { file: 'more.txt', type: 'tosca.artifacts.File' };
  expect(await artifactsOf('{ type: App }')).toEqual({ image: { file: 'nginx', type: image } });
  expect(await artifactsOf('{ type: Own }')).toEqual({ image: { file: 'nginx', type: image }, more });
  expect(await artifactsOf('{ type: tosca.nodes.Root }')).toBeUndefined();
});

it('a template gives another one, or only its file', async () => {
  expect(await artifactsOf('{ type: App, artifacts: { image: apache } }')).toEqual({
    image: { file: 'apache', type: image },
  });
  expect(await artifactsOf('{ type: App, artifacts: { image: { file: a, type: T }, b: c } }')).toEqual({
    ...{ image: { file: 'a', type: 'T' }, b: 'c' },
  });
});

it('an artifact of a repository that the template declares has its address', async () => {
  const from = (repository: string) =>
    artifactsOf(`{ type: App, artifacts: { image: { file: a, repository: ${repository} } } }`);
  expect(await from('quay')).toMatchObject({ image: { repository_url: 'https://quay.io/' } });
  expect(await from('hub')).toMatchObject({ image: { repository_url: 'https://registry.hub.docker.com/' } });
});

it('a repository that nobody declares is a warning, unless it is misspelt', async () => {
  const text = template('it: { type: App, artifacts: { image: { file: a, repository: elsewhere } } }');
  const { problems } = await processTemplate(text, { inputs: {}, imports: noImports });
  expect(problems.map(({ code, severity, message }) => [code, severity, message])).toEqual([
    ['repository-unknown', 'warning', 'there is no repository "elsewhere"; the template declares quay, hub'],
  ]);
  const misspelt = await processTemplate(text.replace('elsewhere', 'quai'), { inputs: {}, imports: noImports });
  expect(misspelt.problems.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['error repository-unknown']);
});
