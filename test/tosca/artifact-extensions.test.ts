import { describe, expect, it } from 'vitest';
import { found } from './found.ts';

const inNode = (version: string, artifact: string, types = ''): string =>
  version === '2_0'
    ? `tosca_definitions_version: tosca_2_0
artifact_types: { Script: { file_ext: [ sh, .BASH ] }, Special: { derived_from: Script }, Any: {} ${types} }
node_types: { N: {} }
service_template: { node_templates: { n: { type: N, artifacts: { a: ${artifact} } } } }
`
    : `tosca_definitions_version: tosca_simple_yaml_${version}
artifact_types: { Script: { derived_from: tosca.artifacts.Root, file_ext: [ sh, .BASH ] }, Special: { derived_from: Script }, Any: { derived_from: tosca.artifacts.Root } ${types} }
topology_template: { node_templates: { n: { type: tosca.nodes.Root, artifacts: { a: ${artifact} } } } }
`;

const said = async (text: string) => (await found(text)).filter((one) => one.includes('artifact-extension'));

describe.each(['1_0', '1_3', '2_0'])('the file of an artifact in %s', (version) => {
  it.each([
    '{ type: Script, file: x.py }',
    '{ type: Special, file: https://x.example/run.py?raw=.sh }',
    '{ type: Script, file: bin/sh }',
    '{ type: Script, file: x.sh.bak }',
  ])('has another ending than its type says: %s', async (artifact) => {
    expect(await said(inNode(version, artifact))).toEqual([expect.stringMatching(/^warning .*\.sh.*\.bash/)]);
  });

  it.each([
    '{ type: Script, file: x.SH }',
    '{ type: Special, file: https://x.example/run.bash?raw=1 }',
    '{ type: Any, file: x.py }',
    '{ type: Ends, file: x.tar.gz }',
  ])('has the ending of its type, or the type names none: %s', async (artifact) => {
    const base = version === '2_0' ? '' : 'derived_from: tosca.artifacts.Root, ';
    expect(await said(inNode(version, artifact, `, Ends: { ${base}file_ext: [ tar.gz ] }`))).toEqual([]);
  });
});

it('is looked at where an operation names it', async () => {
  const text = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    n:
      type: tosca.nodes.Root
      interfaces:
        Standard:
          create: { implementation: { primary: { type: tosca.artifacts.Implementation.Bash, file: https://x.example/x.py } } }
`;
  expect(await said(text)).toHaveLength(1);
});
