import { describe, expect, it } from 'vitest';
import { errorsOf } from './fixtures.ts';

const head = 'tosca_definitions_version: tosca_2_0\n';
const shared = `${head}repositories: { store: https://store.example.org/ }\n`;
const using = (imported: string, repository: string): string =>
  `${head}imports: [ ${imported} ]
artifact_types: { Zip: {} }
node_types: { N: {} }
service_template:
  node_templates: { n: { type: N, artifacts: { a: { type: Zip, file: a.zip, repository: "${repository}" } } } }
`;
const imports = { read: async () => shared };
const verdict = (imported: string, repository: string): Promise<string[]> =>
  errorsOf(using(imported, repository), {}, imports);

describe('a repository that an imported file declares (2.0 section 6.8)', () => {
  it('is known where the file is imported', async () =>
    expect(await verdict('{ url: "https://example.org/shared.yaml" }', 'store')).toEqual([]));

  it('goes by the namespace it is imported into', async () => {
    const imported = '{ url: "https://example.org/shared.yaml", namespace: s }';
    expect(await verdict(imported, 's:store')).toEqual([]);
    expect(await verdict(imported, 'store')).toEqual(['repository-unknown@6']);
  });

  it('is told from one that nobody declares', async () =>
    expect(await verdict('{ url: "https://example.org/shared.yaml" }', 'stor')).toEqual(['repository-unknown@6']));
});
