import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { deployable } from '../../src/tosca/infrastructure-manager/deployable.ts';
import { noImports } from './fixtures.ts';

const service = (body: string, types: string): string => `tosca_definitions_version: tosca_2_0
imports: [ { profile: "org.oasis-open.tosca.simple:2.0" } ]
${types}
service_template:
${body.replaceAll(/^/gm, '  ')}
`;

async function translation(text: string): Promise<unknown> {
  const { text: translated, processed } = await deployable(text, { inputs: {}, imports: noImports });
  if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
  return load(translated);
}

describe('the artifacts of a template of 2.0, translated', () => {
  it('have types that 1.3 lacks defined', async () => {
    const types = `artifact_types: { AnsibleGalaxy.role: { derived_from: Root } }`;
    const text = service(
      `node_templates:
  machine: { type: Compute }
  app:
    type: SoftwareComponent
    requirements: [ { host: machine } ]
    artifacts: { role: { type: AnsibleGalaxy.role, file: grycap.nfs } }`,
      types,
    );
    expect(await translation(text)).toMatchObject({
      artifact_types: { 'tosca.artifacts.AnsibleGalaxy.role': { derived_from: 'tosca.artifacts.Root' } },
      topology_template: {
        node_templates: {
          app: { artifacts: { role: { file: 'grycap.nfs', type: 'tosca.artifacts.AnsibleGalaxy.role' } } },
        },
      },
    });
  });

  it('keep their repository, so that no other image or script of that name runs', async () => {
    const types = `artifact_types: { Image: { derived_from: Root } }
repositories:
  quay: { url: https://quay.io/acme }
  tools: { url: https://tools.example/v1/ }
node_types:
  Base:
    derived_from: SoftwareComponent
    artifacts: { image: { type: Image, file: web, repository: quay } }
    interfaces:
      Standard:
        operations:
          configure: { implementation: { primary: { type: Implementation.Bash, file: set.sh, repository: tools } } }
          start: run`;
    const text = service(
      `node_templates:
  machine: { type: Compute }
  app:
    type: Base
    requirements: [ { host: machine } ]
    artifacts: { image: { type: Image, file: 'web:2', repository: quay }, run: { type: Implementation.Bash, file: run.sh, repository: tools } }`,
      types,
    );
    expect(await translation(text)).toMatchObject({
      repositories: { quay: { url: 'https://quay.io/acme' }, tools: { url: 'https://tools.example/v1/' } },
      topology_template: {
        node_templates: {
          app: {
            artifacts: { image: { file: 'web:2', repository: 'quay' }, run: { file: 'run.sh', repository: 'tools' } },
            interfaces: {
              Standard: {
                configure: { implementation: 'https://tools.example/v1/set.sh' },
                start: { implementation: 'https://tools.example/v1/run.sh' },
              },
            },
          },
        },
      },
    });
  });
});
