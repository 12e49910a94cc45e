/** Every type of relationship and policy that the service knows has a row, and each row a template that shows it. */

import { describe, expect, it } from 'vitest';
import { bindBlueprint } from '../../../src/domain/cloudformation/bind.ts';
import { translate } from '../../../src/domain/cloudformation/translate.ts';
import { catalogFiles, catalogScope } from '../../../src/tosca/catalog/catalog.ts';
import { topologyOf } from '../../tosca/fixtures.ts';
import { twoZones } from './golden-stacks.ts';
import { beyond, policies, type Row, ranked, relationships, type Shown } from './mapping-rows.ts';
import { machinesOf } from './translated.ts';

/** Templates of 2.0 are translated to types of 1.3 first. */
const namesOf = (kind: 'relationship' | 'policy'): readonly string[] => [
  ...new Set(
    catalogFiles()
      .filter((file) => !file.includes('2.0'))
      .flatMap((file) => [...catalogScope(file, '1.3').own[kind].values()].map(({ name }) => name)),
  ),
];

const shown = async (
  { nodes, policies: declared = [] }: Pick<Row, 'nodes' | 'policies'>,
  own: object = {},
): Promise<Shown> => {
  const topology = await topologyOf(
    JSON.stringify({
      tosca_definitions_version: 'tosca_simple_yaml_1_3',
      imports: [
        'https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml',
        'toscanini-aws-types.yaml',
      ],
      ...own,
      topology_template: { node_templates: nodes, ...(declared.length > 0 && { policies: declared }) },
    }),
  );
  const translation = translate(topology, { ...twoZones, instanceProfile: 'machines' });
  if (!translation.ok) return { types: [], resources: {}, reasons: translation.reasons, notes: [] };
  const { template } = bindBlueprint(translation.blueprint, machinesOf(topology));
  const resources = template['Resources'] as Shown['resources'];
  const types = Object.values(resources).map(({ Type }) => Type.replace('AWS::', ''));
  return { types: types.toSorted(), resources, reasons: [], notes: translation.warnings };
};

/** The same template with another type of the row. */
const withType = (row: Row, type: string): Row => {
  const [first = ''] = row.types;
  const text = JSON.stringify({ nodes: row.nodes, policies: row.policies ?? [] });
  return { ...row, ...(JSON.parse(text.replaceAll(`"${first}"`, `"${type}"`)) as Pick<Row, 'nodes' | 'policies'>) };
};

describe('the rows', () => {
  it('are those of all relationships that a template may name', () => {
    const rows = [...relationships.flatMap(({ types }) => types), ...beyond];
    expect(rows.toSorted()).toEqual([...namesOf('relationship')].toSorted());
  });

  it('are those of all policies', () => {
    const rows = [...policies.flatMap(({ types }) => types), ...ranked, 'tosca.policies.Root'];
    expect(rows.toSorted()).toEqual([...namesOf('policy')].toSorted());
  });

  it.each([...relationships, ...policies].flatMap((row) => row.types.map((type) => ({ type, row }))))(
    '$type becomes what its row says',
    async ({ type, row }) => {
      const found = await shown(withType(row, type));
      expect(found.reasons).toEqual([]);
      expect(row.shows(found), JSON.stringify(found, null, 1)).toBe(true);
    },
  );

  it.each(
    relationships
      .flatMap(({ types }) => types)
      .filter((type) => !/network|Root$/.test(type))
      .map((type) => ({ type })),
  )('hold for a type of the template that derives from $type', async ({ type }) => {
    const row = relationships.find(({ types }) => types.includes(type));
    if (row === undefined) throw new Error(type);
    const own = { relationship_types: { 'my.Link': { derived_from: type } } };
    const found = await shown(withType(row, 'my.Link'), own);
    expect(found.reasons).toEqual([]);
    expect(row.shows(found), JSON.stringify(found, null, 1)).toBe(true);
  });

  it.each(relationships.filter(({ types }) => !types.includes('tosca.relationships.HostedOn')))(
    '$types need the relationship: without it nothing of that is there',
    async (row) => {
      const bare = Object.fromEntries(
        Object.entries(row.nodes as { [name: string]: object }).flatMap(([name, node]) =>
          /BlockStorage|network/.test(JSON.stringify(node).slice(0, 60)) ? [] : [[name, { ...node, requirements: [] }]],
        ),
      );
      expect(row.shows(await shown({ nodes: bare }))).toBe(false);
    },
  );
});
