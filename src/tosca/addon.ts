import { resolveAddress } from './addresses.ts';
import { append } from './append.ts';
import type { UnsupportedByParser } from './infrastructure-manager/unsupported-by-parser.ts';
import { limits } from './limits.ts';
import { type Place, type Rule, ruleFor } from './parent-rules.ts';
import { type Document, readDocument } from './phase1-read.ts';
import { parentTaken, parentUnread } from './problem-kinds.ts';
import type { Report } from './report.ts';
import type { Imports } from './topology.ts';
import type { Unread } from './unread.ts';
import { inPlaceOf, YamlMapping, type YamlNode, YamlSequence } from './yaml/node.ts';
import { textOf } from './yaml/scalar.ts';

interface Reading {
  readonly imports: Imports;
  readonly report: Report;
  readonly unsupported: UnsupportedByParser | undefined;
}

interface WithParents {
  readonly template: Document;
  /** the parent that could not be read; missing names may be defined in it */
  readonly unread: Unread | undefined;
}

type Parent = Document & { readonly is: 'read' };

/**
 * An add-on names the templates that it extends (`metadata.parents`, the format of IM Dashboard). It is processed
 * together with the first of them that can be read. A template that already has all nodes of that parent was merged
 * before, and stays as it is.
 */
export async function withParents(template: Document, reading: Reading): Promise<WithParents> {
  let whole = template;
  let from = template;
  for (let depth = 0; depth < limits.importDepth; depth += 1) {
    const parent = await parentOf(from, reading);
    if (parent?.is === 'unread') return { template: whole, unread: parent };
    if (parent === undefined || hasNodesOf(whole.root, parent.root)) break;
    const at = parentsOf(from.root);
    if (at) reading.report.at(at, parentTaken(parent.address ?? ''));
    reading.unsupported?.addParent({ file: parent.source.file, text: parent.source.text });
    const mayFilter = whole.mayFilter || parent.mayFilter;
    whole = { ...whole, mayFilter, root: onTopOf(parent.root, whole.root) };
    from = parent;
  }
  return { template: whole, unread: undefined };
}

function parentsOf(root: YamlMapping): YamlSequence | undefined {
  const metadata = root.get('metadata');
  const parents = metadata?.kind === 'mapping' ? metadata.get('parents') : undefined;
  return parents?.kind === 'sequence' && parents.items.length > 0 ? parents : undefined;
}

async function parentOf(child: Document, { imports, report }: Reading): Promise<Parent | Unread | undefined> {
  const at = child.version === '2.0' ? undefined : parentsOf(child.root);
  if (at === undefined) return undefined;
  const names = at.items.flatMap((item) => textOf(item) ?? []);
  let reason = 'it names none';
  for (const name of names) {
    const address = resolveAddress(name, child.address) ?? name;
    const found = await read(imports, name, address);
    if (typeof found === 'object') {
      const parent = readDocument(address, found.text, report, child.version);
      return parent && parent.version !== '2.0' ? { ...parent, address, is: 'read' } : undefined;
    }
    reason = found;
  }
  return { is: 'unread', at, finding: parentUnread(names, reason) };
}

/** A string is the reason why it cannot be read. */
async function read(imports: Imports, name: string, address: string): Promise<{ readonly text: string } | string> {
  try {
    const said = (await imports.said?.(name)) ?? (await imports.said?.(address));
    if (said !== undefined && said !== 'fetch') return said;
    const text = await imports.read(address);
    return text === undefined ? 'reading it was not requested' : { text };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function hasNodesOf(own: YamlMapping, parent: YamlMapping): boolean {
  const [mine, theirs] = [new Set(namesOfNodes(own)), namesOfNodes(parent)];
  return theirs.length > 0 && theirs.every((name) => mine.has(name));
}

function namesOfNodes(root: YamlMapping): string[] {
  const topology = root.get('topology_template');
  const nodes = topology?.kind === 'mapping' ? topology.get('node_templates') : undefined;
  return nodes?.kind === 'mapping' ? [...nodes.entries.keys()] : [];
}

/** The add-on, completed with everything of its parent that it does not define itself. */
function onTopOf(parent: YamlMapping, own: YamlMapping, place: Place = 'template'): YamlMapping {
  const made = inPlaceOf(own, new YamlMapping(own.start));
  for (const [key, value] of own.entries) made.entries.set(key, value);
  for (const [key, theirs] of parent.entries) {
    const mine = own.get(key);
    const rule = ruleFor(place, key, { own: mine, theirs });
    if (rule === 'theirs') made.entries.set(key, theirs);
    else if (mine !== undefined && rule !== 'own') made.entries.set(key, inOne(rule, mine, theirs));
  }
  return made;
}

function inOne(rule: Exclude<Rule, 'own' | 'theirs'>, mine: YamlNode, theirs: YamlNode): YamlNode {
  if (rule === 'imports') return inOneList(theirs, mine);
  if (rule === 'items') return inOneList(mine, theirs);
  if (mine.kind !== 'mapping' || theirs.kind !== 'mapping') return mine;
  return rule === 'sections' ? onTopOf(theirs, mine, 'topology') : byName(theirs, mine);
}

function byName(theirs: YamlMapping, mine: YamlMapping): YamlMapping {
  const made = inPlaceOf(mine, new YamlMapping(mine.start));
  for (const [name, value] of [...theirs.entries, ...mine.entries]) made.entries.set(name, value);
  return made;
}

/** The list gets the place of the first. */
function inOneList(first: YamlNode, second: YamlNode): YamlNode {
  const made = inPlaceOf(first, new YamlSequence(first.start));
  append(made.items, itemsOf(first));
  append(made.items, itemsOf(second));
  return made;
}

const itemsOf = (node: YamlNode): readonly YamlNode[] => {
  if (node.kind === 'sequence') return node.items;
  return node.kind === 'mapping' ? [...node.entries.values()] : [];
};
