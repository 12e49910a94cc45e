/** docs/tosca-types.md, made from the catalog. */

import { buildCatalog } from '../../src/tosca/catalog/build.ts';

const catalog: {
  readonly addresses: readonly { readonly file: string; readonly addresses: readonly string[] }[];
  readonly files: Readonly<Record<string, { readonly node_types?: Readonly<Record<string, NodeType>> }>>;
} = JSON.parse(buildCatalog());

interface Member {
  readonly type: string;
  readonly required?: boolean;
  readonly default?: unknown;
}
interface NodeType {
  readonly derived_from?: string;
  readonly properties?: Readonly<Record<string, Member>>;
  readonly attributes?: Readonly<Record<string, Member>>;
}

/** Files that templates import; the standard's own types need no import. */
export const imported = Object.keys(catalog.files).filter((file) => !file.startsWith('tosca-simple-'));

/** Every file that has addresses. */
export const addressed = catalog.addresses.map(({ file }) => file);

export const addressesOf = (file: string): readonly string[] =>
  catalog.addresses.filter((one) => one.file === file).flatMap(({ addresses }) => addresses);

export const nodeTypesOf = (file: string): readonly string[] => Object.keys(catalog.files[file]?.node_types ?? {});

/** `*` is for a property that a template has to give. */
const members = (all: NodeType['properties'] = {}): string =>
  Object.entries(all)
    .map(([name, one]) => `\`${name}\`${one.required !== false && one.default === undefined ? '*' : ''}`)
    .join(', ');

const row = ([name, { derived_from, properties, attributes }]: readonly [string, NodeType]): string =>
  `| \`${name}\` | \`${derived_from ?? ''}\` | ${members(properties)} | ${Object.keys(attributes ?? {})
    .map((attribute) => `\`${attribute}\``)
    .join(', ')} |`;

const section = (file: string): string => `## ${file}

${addressesOf(file)
  .map((address) => `- \`${address}\``)
  .join('\n')}

| Node type | Derived from | Properties of its own | Attributes of its own |
|---|---|---|---|
${Object.entries(catalog.files[file]?.node_types ?? {})
  .map(row)
  .join('\n')}
`;

export const typesPage = (): string => `# TOSCA types

A template may use these node types without a download, besides those of the TOSCA standard. Import one of the addresses above a table; other branches and tags of
the same repository work too. \`*\`: the template must give the property. [Add a TOSCA type](how-to/add-a-tosca-type.md) says how to add a type.
\`npx vitest run test/tosca/catalog.test.ts -u\` writes this page.

${imported.map(section).join('\n')}`;
