import { describe, expect, it } from 'vitest';
import { knownAddress } from '../../src/tosca/catalog/catalog.ts';
import { type TypeFiles, withOperatorTypes } from '../../src/tosca/operator-types.ts';
import { validateTemplate } from '../../src/tosca/process.ts';
import { describeResolved } from '../../src/tosca/resolved-imports.ts';
import { noImports } from './fixtures.ts';

const filesOf = (files: Readonly<Record<string, string>>): TypeFiles => ({
  read: async (path) => (Object.hasOwn(files, path) ? files[path] : undefined),
});

const raw = 'https://raw.githubusercontent.com';
const master = `${raw}/indigo-dc/tosca-types/master/custom_types.yaml`;
const branch = `${raw}/indigo-dc/tosca-types/my_branch/custom_types.yaml`;

/** A type that only this file has, so that a template tells which file it got. */
const typesOf = (owner: string): string =>
  `tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n  ${owner}.Thing: { derived_from: tosca.nodes.Root }\n`;

interface Asked {
  readonly operator?: Readonly<Record<string, string>>;
  /** what the network answers; absent: nothing */
  readonly network?: string;
}

/** Whose types a template gets that imports the address, and what is said of that. */
async function taken(address: string, { operator = {}, network }: Asked = {}) {
  const read = network === undefined ? noImports.read : async () => typesOf(network);
  const imports = withOperatorTypes(filesOf({ ...operator, 'ours.yaml': typesOf('operator') }), { read });
  const found: string[] = [];
  for (const owner of ['operator.Thing', 'network.Thing', 'tosca.nodes.indigo.Compute', 'other.Thing']) {
    const text = `tosca_definitions_version: tosca_simple_yaml_1_3
imports: [ "${address}" ]
topology_template: { node_templates: { one: { type: ${owner} } } }
`;
    const { ok, imports: said } = await validateTemplate(text, imports);
    if (ok) found.push(owner.split('.')[0] ?? '', ...said.map(describeResolved));
  }
  return found;
}

describe('an import that several files could answer', () => {
  it('is answered by the built-in copy that has its address', async () => {
    expect(await taken(master, { network: 'network' })).toEqual([
      'tosca',
      `${master}: the built-in copy indigo-custom-types.yaml, which has this address`,
    ]);
  });

  it('is answered by the built-in copy that is for such addresses', async () => {
    expect(await taken(branch, { network: 'network' })).toEqual([
      'tosca',
      `${branch}: the built-in copy indigo-custom-types.yaml, which is for addresses like this`,
    ]);
  });

  it.each([master, branch])(
    'is answered by the file that the operator has for it, first of all: %s',
    async (address) => {
      const operator = { 'addresses.yaml': `${address}: ours.yaml\n` };
      expect(await taken(address, { operator, network: 'network' })).toEqual([
        'operator',
        `${address}: a file of this installation ours.yaml, as its map says`,
      ]);
    },
  );

  it.each([master, branch])('is fetched where the operator says so: %s', async (address) => {
    const operator = { 'addresses.yaml': `${raw}/indigo-dc/tosca-types/*: fetch\n` };
    expect(await taken(address, { operator, network: 'network' })).toEqual([
      'network',
      `${address}: the network, which this installation uses instead of the built-in copy`,
    ]);
  });

  it('is answered by the built-in copy after all when it cannot be fetched', async () => {
    const operator = { 'addresses.yaml': `${branch}: fetch\n` };
    const [owner, said] = await taken(branch, { operator });
    expect(owner).toBe('tosca');
    expect(said).toContain(
      'the built-in copy indigo-custom-types.yaml, since it could not be read: nothing is read here',
    );
  });

  it('is fetched when no copy is built in, and nothing is said of that', async () => {
    expect(await taken('https://types.example.org/custom_types.yaml', { network: 'network' })).toEqual(['network']);
    const operator = { 'addresses.yaml': '"*": fetch\n' };
    expect(await taken('https://types.example.org/custom_types.yaml', { operator, network: 'network' })).toEqual([
      'network',
    ]);
  });

  it('is the file beside the template before a built-in one of the same name', async () => {
    expect(await taken('indigo-custom-types.yaml', { network: 'network' })).toEqual(['network']);
    expect((await taken('indigo-custom-types.yaml'))[0]).toBe('tosca');
  });

  it('is one import, whoever names it', async () => {
    const text = `tosca_definitions_version: tosca_simple_yaml_1_3\nimports: [ "${master}", a.yaml ]\n`;
    const read = async (): Promise<string> =>
      `tosca_definitions_version: tosca_simple_yaml_1_3\nimports: [ "${master}" ]\n`;
    expect((await validateTemplate(text, { read })).imports).toHaveLength(1);
  });

  it('is a profile of 2.0 too', async () => {
    const profile = 'org.oasis-open.tosca.simple:2.0';
    const text = `tosca_definitions_version: tosca_2_0
imports: [ { profile: "${profile}" } ]
service_template: { node_templates: { one: { type: Thing } } }
`;
    const files = {
      'addresses.yaml': `${profile}: own.yaml\n`,
      'own.yaml': `tosca_definitions_version: tosca_2_0\nprofile: ${profile}\nnode_types: { Thing: {} }\n`,
    };
    const { ok, imports } = await validateTemplate(text, withOperatorTypes(filesOf(files), noImports));
    expect({ ok, imports }).toEqual({
      ok: true,
      imports: [{ address: profile, taken: 'operator', file: 'own.yaml', because: 'as its map says' }],
    });
    const { imports: builtIn } = await validateTemplate(text.replace('Thing', 'Compute'), noImports);
    expect(builtIn).toMatchObject([{ taken: 'built-in', because: 'which is this profile' }]);
  });
});

describe('an address of the catalog', () => {
  it.each<[string, string | undefined, string | undefined]>([
    [master, 'indigo-custom-types.yaml', 'address'],
    [master.replace('https', 'http'), 'indigo-custom-types.yaml', 'address'],
    [`${raw}/indigo-dc/tosca-types/refs/heads/master/custom_types.yaml`, 'indigo-custom-types.yaml', 'address'],
    [`${raw}/indigo-dc/tosca-types/v1.2/custom_types.yaml`, 'indigo-custom-types.yaml', 'pattern'],
    [`${raw}/indigo-dc/tosca-types/refs/tags/v1/custom_types.yaml`, 'indigo-custom-types.yaml', 'pattern'],
    [`${raw}/indigo-dc/tosca-types/dodas_roll/custom_types.yaml`, 'dodas-custom-types.yaml', 'address'],
    [`${raw}/indigo-dc/tosca-types/dodas-new/custom_types.yml`, 'dodas-custom-types.yaml', 'pattern'],
    [`${raw}/grycap/tosca/main/custom_types.yaml`, 'grycap-custom-types.yaml', 'address'],
    [`${raw}/grycap/ec3/tosca/tosca/custom_types.yaml`, 'grycap-custom-types.yaml', 'address'],
    [`${raw}/grycap/ec3/devel/tosca/custom_types.yaml`, 'grycap-custom-types.yaml', 'pattern'],
    // another repository, another file, another host, somebody's fork
    [`${raw}/grycap/ec3/devel/custom_types.yaml`, undefined, undefined],
    [`${raw}/indigo-dc/tosca-types/master/old/custom_types.yaml`, undefined, undefined],
    [`${raw}/indigo-dc/tosca-types/master/types.yaml`, undefined, undefined],
    [`${raw}/somebody/tosca-types/master/custom_types.yaml`, undefined, undefined],
    [`${raw}/indigo-dc/tosca-types-fork/master/custom_types.yaml`, undefined, undefined],
    [`${raw}/indigo-dc/tosca-types/../../other/repo/custom_types.yaml`, undefined, undefined],
    [`${raw}/indigo-dc/tosca-types/custom_types.yaml`, undefined, undefined],
    [`https://types.example.org/?${master}`, undefined, undefined],
    ['__proto__', undefined, undefined],
  ])('%s is %s by its %s', (address, file, by) => {
    const known = knownAddress(address);
    expect([known?.file, known?.by]).toEqual([file, by]);
  });
});
