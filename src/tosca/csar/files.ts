import { resolveAddress } from '../addresses.ts';
import { bodyOf, type Document } from '../phase1-read.ts';
import type { Unit } from '../phase2-import.ts';
import { archiveFile, archiveMeta } from '../problem-kinds.ts';
import type { Report } from '../report.ts';
import type { Imports } from '../topology.ts';
import { implementationOf, operationNames, operationNode } from '../types/written-operations.ts';
import { composed } from '../yaml/kept-trees.ts';
import { named } from '../yaml/named.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import type { Archive } from './archive.ts';

/** Checks that an archive's documents fit the archive. */
export async function checkArchive(
  template: Document,
  units: readonly Unit[],
  archive: Archive,
  report: Report,
): Promise<void> {
  const isOwn = (address: string | undefined): address is string => address !== undefined && archive.has(address);
  await checkFiles(
    units.filter(({ address }) => isOwn(address)),
    async (path) => archive.has(path),
    report,
  );
  if (archive.meta !== undefined || template.version === '2.0') return;
  const metadata = template.root.get('metadata');
  for (const name of ['template_name', 'template_version']) {
    if (metadata?.kind === 'mapping' && metadata.get(name)) continue;
    const reason = `without a TOSCA.meta, metadata must have ${name}`;
    report.at(metadata ?? template.root, archiveMeta(reason), metadata ? name : 'metadata');
  }
}

/** Checks the documents in the template's folder; those of the network and of the catalog have addresses with a scheme. */
export async function checkFolder(
  units: readonly Unit[],
  has: NonNullable<Imports['has']>,
  report: Report,
): Promise<void> {
  const own = units.filter(({ address }) => address === undefined || !/^[a-z][a-z0-9+.-]*:/i.test(address));
  await checkFiles(own, has, report);
}

/**
 * Warns about files that artifacts and implementations of these documents name but that are not there. It is only a
 * warning, since such files may be put beside it (2.0 section 17.2.1).
 */
async function checkFiles(units: readonly Unit[], has: NonNullable<Imports['has']>, report: Report): Promise<void> {
  for (const { document, address } of units) {
    for (const node of filesIn(document.root)) {
      const path = textOf(node);
      if (path === undefined || !isRelative(path)) continue;
      if (!(await has(resolveAddress(path, address) ?? path))) report.at(node, archiveFile(path));
    }
  }
}

/** Paths, as the text writes them, of the files beside it that its artifacts and implementations name. */
export function filesNamedIn(text: string): readonly string[] {
  const { root } = composed('template', text);
  if (root?.kind !== 'mapping') return [];
  const paths = [...filesIn(root)].flatMap((node) => textOf(node) ?? []);
  return [...new Set(paths.filter(isRelative))];
}

/** Whether the path is a file of the archive: not a URL, and not a name without an ending, as images and artifacts have. */
const isRelative = (path: string): boolean => !/^[a-z][a-z0-9+.-]*:/i.test(path) && /\.[a-z][a-z0-9]{0,9}$/i.test(path);

function* filesIn(root: YamlMapping): Iterable<YamlNode> {
  const body = bodyOf(root, '1.3') ?? bodyOf(root, '2.0');
  for (const [, type] of entries(root.get('interface_types')))
    for (const operation of operationsOf(type)) for (const file of implementationsOf(operation)) yield file;
  for (const kind of ['node_types', 'relationship_types', 'group_types'])
    for (const [, type] of entries(root.get(kind))) yield* filesOf(type);
  if (body === undefined) return;
  for (const kind of ['node_templates', 'relationship_templates', 'groups'])
    for (const [, template] of entries(body.get(kind))) yield* filesOf(template);
}

const entries = (node: YamlNode | undefined): Iterable<[string, YamlNode]> =>
  node?.kind === 'mapping' ? node.entries : [];

function* filesOf(owner: YamlNode): Iterable<YamlNode> {
  if (owner.kind !== 'mapping') return;
  const artifacts = owner.get('artifacts');
  const names = new Set(artifacts?.kind === 'mapping' ? artifacts.entries.keys() : []);
  for (const [, artifact] of entries(artifacts)) yield* fileOf(artifact);
  for (const [, interfaces] of entries(owner.get('interfaces')))
    for (const operation of operationsOf(interfaces))
      for (const file of implementationsOf(operation)) if (!names.has(textOf(file) ?? '')) yield file;
  // a relationship that stands in a requirement
  for (const [, requirement] of named(owner.get('requirements')))
    if (requirement.kind === 'mapping') yield* filesOf(requirement.get('relationship') ?? requirement);
}

const operationsOf = (face: YamlNode): readonly YamlNode[] =>
  face.kind === 'mapping' ? operationNames(face).flatMap((name) => operationNode(face, name) ?? []) : [];

/** What others store: roles and collections of Ansible Galaxy, and images of containers. */
const stored = /AnsibleGalaxy|Image\.Container|docker/i;

/** The file itself, or the file of a map; a file in a repository is not in the archive. */
function fileOf(node: YamlNode): YamlNode[] {
  if (node.kind === 'scalar') return [node];
  if (node.kind === 'mapping' && stored.test(textOf(node.get('type')) ?? '')) return [];
  const file = node.kind === 'mapping' && node.get('repository') === undefined ? node.get('file') : undefined;
  return file?.kind === 'scalar' ? [file] : [];
}

function implementationsOf(operation: YamlNode): YamlNode[] {
  const given = implementationOf(operation);
  if (given?.kind !== 'mapping') return given?.kind === 'scalar' ? [given] : [];
  const dependencies = given.get('dependencies');
  const all = [given.get('primary'), ...(dependencies?.kind === 'sequence' ? dependencies.items : [])];
  return all.flatMap((each) => (each ? fileOf(each) : []));
}
