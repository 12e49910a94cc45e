import { DUMP_SCHEMA, eventsToAst, type MappingNode, type Node, present } from 'js-yaml';
import { openArchive } from '../csar/archive.ts';
import { isArchive } from '../csar/forms.ts';
import { isEmpty } from '../empty-output.ts';
import type { Json, Output } from '../topology.ts';
import { parse } from '../yaml/events.ts';
import type { Step } from '../yaml/node.ts';
import { withoutByteOrderMark } from '../yaml/source.ts';
import {
  anchoredNodes,
  asFloat,
  childMapping,
  mappingOf,
  mappingWith,
  member,
  quote,
  removeMember,
  setMember,
  valueNode,
  withoutAliases,
} from '../yaml/tree.ts';
import { addParent } from './add-parent.ts';
import { writeCopies } from './copies.ts';
import { inlineImports } from './inline-imports.ts';
import { writeDefaults, writeOperationValues } from './operation-values.ts';
import { partsOf } from './output-parts.ts';
import type { PlacedValues } from './placed-values.ts';
import { writeRelationship } from './relationship-operations.ts';
import type { Member, UnsupportedByParser } from './unsupported-by-parser.ts';
import { writeParts } from './write-parts.ts';

export type Found = Pick<
  UnsupportedByParser,
  'hasCopies' | 'parents' | 'misread' | 'misreadKeys' | 'members' | 'unordered' | 'imports'
> &
  Pick<PlacedValues, 'operations' | 'defaults' | 'emptied' | 'relationships' | 'overridden'> & {
    readonly calls: UnsupportedByParser['written'];
    /** other forms of calls, by their arguments as JSON */
    readonly forms: ReadonlyMap<string, Json>;
  };

/**
 * Rewrites a template for the Infrastructure Manager's parser. Results of functions that lead into values are written
 * in place of the calls: the parser follows no path into an input's value. Copies are written out, since it ignores
 * `copy`. Outputs without a value, and those of which it tells nothing (`untold`), are left out: for one of them it refuses the whole template (seen with 2.0.0). An
 * add-on gets its parents' content. Scalars that YAML 1.1 reads as something else than their types say are written in another way.
 * What was imported becomes part of the template, so that the manager reads the very text that was checked.
 */
export function forParser(
  text: string,
  found: Found,
  outputs: readonly Output[],
  withoutAnswer: ReadonlySet<string> = new Set(),
): string {
  const { calls, hasCopies, parents, misread, misreadKeys, members, unordered } = found;
  const imports = new Map([...found.imports].map(([address, imported]) => [address, mappingOf(imported)]));
  const archive = isArchive(text) ? openArchive(text) : undefined;
  const parsed = parse(withoutByteOrderMark(archive?.text ?? text));
  const documents = eventsToAst([...parsed.events], { source: parsed.text, schema: DUMP_SCHEMA });
  const root = documents[0]?.contents;
  if (root?.kind !== 'mapping') return text;
  for (const parent of parents) addParent(root, parent.text);
  const rootOf = (file: string | undefined): MappingNode => imports.get(file ?? '') ?? root;
  for (const { file, path, key } of misreadKeys) quoteKey(nodeAt(rootOf(file), path), key);
  for (const known of misread) write(rootOf(known.file), { ...known, floats: known.isFloat ? [[]] : [] });
  for (const known of members) writeMember(rootOf(known.file), known);
  for (const known of [...calls, ...unordered]) write(rootOf(known.file), known);
  writeIntoNodes(root, found);
  for (const { file, path } of found.emptied) leaveDefaultOut(nodeAt(rootOf(file), path.slice(0, -1)));
  writeRelationships(rootOf, root, found);
  for (const { file, path } of found.overridden) leaveMemberOut(rootOf(file), path);
  leaveOut(
    root,
    outputs.filter((output) => isEmpty(output) || withoutAnswer.has(output.name)).map(({ name }) => name),
  );
  const answerable = outputs.filter(({ name }) => !withoutAnswer.has(name));
  writeOutputs(root, answerable, found.forms);
  if (hasCopies) writeCopies(root);
  inlineImports(root, { entry: archive?.entry, document: (address) => imports.get(address) });
  return present(documents, { schema: DUMP_SCHEMA, lineWidth: -1 });
}

function writeIntoNodes(root: MappingNode, { operations, defaults }: Found): void {
  if (operations.length + defaults.length === 0) return;
  const anchors = anchoredNodes(root);
  const nodes = childMapping(childMapping(root, 'topology_template', anchors), 'node_templates', anchors);
  for (const one of defaults) writeDefaults(nodes, one, anchors);
  for (const one of operations) writeOperationValues(nodes, one, anchors);
}

function writeRelationships(
  rootOf: (file: string | undefined) => MappingNode,
  root: MappingNode,
  { relationships }: Found,
): void {
  if (relationships.length === 0) return;
  const templates = nodeAt(root, ['topology_template', 'relationship_templates']);
  for (const { file, path, values } of relationships) {
    const own = rootOf(file);
    const holder = nodeAt(own, path.slice(0, -1));
    const name = path.at(-1);
    if (holder?.kind === 'mapping' && typeof name === 'string')
      writeRelationship(holder, name, values, { anchors: anchoredNodes(own), templates });
  }
}

/** Also where the template has none of the maps above it. */
function writeMember(root: Node, member: Member): void {
  for (const [index, key] of member.path.entries()) {
    const at = nodeAt(root, member.path.slice(0, index));
    const isMissing = index < member.path.length - 1 && nodeAt(root, member.path.slice(0, index + 1)) === undefined;
    if (isMissing && at?.kind === 'mapping' && typeof key === 'string') setMember(at, key, mappingWith([]));
  }
  write(root, member);
}

/** The result keeps the call's anchor, since aliases may point at it. */
function write(root: Node, { path, value, floats = [] }: Member): void {
  const above = nodeAt(root, path.slice(0, -1));
  const call = nodeAt(root, path);
  const [key = ''] = path.slice(-1);
  const anchor = call === undefined || call.kind === 'alias' ? undefined : call.anchor;
  const known = { ...valueNode(value ?? ''), ...(anchor !== undefined && { anchor }) };
  for (const steps of floats) {
    const number = nodeAt(known, steps);
    if (number) asFloat(number);
  }
  if (above?.kind === 'sequence' && typeof key === 'number') above.items[key] = known;
  if (above?.kind !== 'mapping' || typeof key !== 'string') return;
  if (value === null && anchor === undefined) removeMember(above, key);
  else setMember(above, key, known);
}

function leaveDefaultOut(property: Node | undefined): void {
  if (property?.kind !== 'mapping') return;
  removeMember(property, 'default');
  setMember(property, 'required', valueNode(false));
}

function leaveMemberOut(root: Node, path: readonly Step[]): void {
  const above = nodeAt(root, path.slice(0, -1));
  if (above?.kind === 'mapping') removeMember(above, String(path.at(-1)));
}

function quoteKey(map: Node | undefined, name: string): void {
  const key = map?.kind === 'mapping' ? member(map, name)?.key : undefined;
  if (key?.kind === 'scalar') quote(key);
}

function writeOutputs(root: MappingNode, declared: readonly Output[], forms: Found['forms']): void {
  const outputs = nodeAt(root, ['topology_template', 'outputs']);
  if (outputs?.kind !== 'mapping' || !declared.some((output) => partsOf(output).size > 0)) return;
  if (anchoredNodes(outputs).size > 0) withoutAliases(root, anchoredNodes(root));
  writeParts(outputs, declared, forms);
}

function leaveOut(root: Node, names: readonly string[]): void {
  const outputs = nodeAt(root, ['topology_template', 'outputs']);
  if (outputs?.kind !== 'mapping' || names.length === 0) return;
  const left = names.flatMap((name) => member(outputs, name)?.value ?? []);
  // aliases elsewhere may point into these outputs
  if (left.some((node) => anchoredNodes(node).size > 0)) withoutAliases(root, anchoredNodes(root));
  for (const name of names) removeMember(outputs, name);
}

/** The node at a path. Paths lead to the place where a node is written, never through an alias. */
function nodeAt(root: Node, path: readonly Step[]): Node | undefined {
  let at: Node | undefined = root;
  for (const step of path) {
    if (at?.kind === 'mapping' && typeof step === 'string') at = member(at, step)?.value;
    else if (at?.kind === 'sequence' && typeof step === 'number') at = at.items[step];
    else return undefined;
  }
  return at;
}
