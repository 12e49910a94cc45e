import { DUMP_SCHEMA, eventsToAst, present } from 'js-yaml';
import { isArchive } from '../csar/forms.ts';
import type { Json } from '../topology.ts';
import { compose } from '../yaml/compose.ts';
import { parse } from '../yaml/events.ts';
import type { YamlNode } from '../yaml/node.ts';
import { toJson } from '../yaml/scalar.ts';
import { Source, withoutByteOrderMark } from '../yaml/source.ts';
import { anchoredNodes, childMapping, member, removeMember, withoutAliases } from '../yaml/tree.ts';

const above = ['capabilities', 'scalable', 'properties'] as const;
const listName = 'removal_list';

/**
 * The template without `removal_list`s. They are a command and not a description: a client that reads the template,
 * edits it and sends it back must not repeat the command. Every other character stays as its author wrote it. Where a
 * list cannot be cut out, as in text that aliases share, the tree is written anew, without comments. An archive keeps
 * its lists.
 */
export function withoutRemovalLists(text: string): string {
  if (isArchive(text)) return text;
  const source = new Source('template', text);
  const { root } = compose(source);
  const lists = root ? listsIn(root) : [];
  if (root === undefined || lists.length === 0) return text;
  const starts = [...new Set(lists.map(({ keyStart }) => keyStart))].toSorted((a, b) => b - a);
  // offsets count in the text as the parser read it, so only that text can be cut
  const cut = starts.reduce(cutMember, source.text);
  const isRight = source.text === withoutByteOrderMark(text) && plain(cut) === plain(text);
  return isRight ? cut : rewritten(text);
}

const nodesIn = (root: YamlNode): readonly YamlNode[] => {
  const nodes = under(root, ['topology_template', 'node_templates']);
  return nodes?.kind === 'mapping' ? [...nodes.entries.values()] : [];
};

const under = (node: YamlNode, path: readonly string[]): YamlNode | undefined =>
  path.reduce<YamlNode | undefined>((at, key) => (at?.kind === 'mapping' ? at.get(key) : undefined), node);

const listsIn = (root: YamlNode): readonly YamlNode[] =>
  nodesIn(root).flatMap((node) => under(node, [...above, listName]) ?? []);

/** The content of the text apart from removal lists, as JSON for comparison; undefined when it can no longer be read. */
function plain(text: string): string | undefined {
  const { root, faults } = compose(new Source('template', text));
  if (root === undefined || faults.some(({ kind }) => kind !== 'duplicate')) return undefined;
  for (const node of nodesIn(root)) {
    const properties = under(node, above);
    if (properties?.kind === 'mapping') properties.entries.delete(listName);
  }
  return JSON.stringify(toJson(root) satisfies Json | undefined);
}

/** Cuts out the member whose key is at the offset: whole lines if it has its own, else a piece within braces. */
function cutMember(text: string, offset: number): string {
  const start = /["']/.test(text[offset - 1] ?? '') ? offset - 1 : offset;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const indentation = text.slice(lineStart, start);
  return indentation.trim() === '' && !isFlow(text, start)
    ? cutLines(text, lineStart, indentation.length)
    : cutPiece(text, start);
}

/** A member on its own line can still be within braces: then a comma or a closing brace follows its value. */
const isFlow = (text: string, start: number): boolean =>
  /^["']?removal_list["']?\s*:\s*(?:\[[^\]]*\]\s*|\{[^}]*\}\s*|(?![\s[{])[^[{\n,}]*(?:\n\s*)?)[,}]/.test(
    text.slice(start),
  );

/** Cuts the key's line and all deeper lines; items of a sequence may be indented as little as their key. */
function cutLines(text: string, lineStart: number, depth: number): string {
  const lines = text.slice(lineStart).split(/(?<=\n)/);
  const belongs = (line: string): boolean => {
    const indentation = line.length - line.trimStart().length;
    return line.trim() !== '' && (indentation > depth || (indentation === depth && /^\s*-(\s|$)/.test(line)));
  };
  const end = lines.findIndex((line, index) => index > 0 && !belongs(line));
  return text.slice(0, lineStart) + (end === -1 ? '' : lines.slice(end).join(''));
}

function cutPiece(text: string, start: number): string {
  const [piece = ''] = /^["']?removal_list["']?\s*:\s*(\[[^\]]*\]|\{[^}]*\}|[^,}\n]*)/.exec(text.slice(start)) ?? [];
  const rest = text.slice(start + piece.length);
  const before = text.slice(0, start);
  return /^\s*,/.test(rest) ? before + rest.replace(/^\s*,\s*/, '') : before.replace(/,\s*$/, '') + rest;
}

function rewritten(text: string): string {
  const parsed = parse(withoutByteOrderMark(text));
  const documents = eventsToAst([...parsed.events], { source: parsed.text, schema: DUMP_SCHEMA });
  const root = documents[0]?.contents;
  if (root?.kind !== 'mapping') return text;
  const anchors = anchoredNodes(root);
  const nodes = childMapping(childMapping(root, 'topology_template', anchors), 'node_templates', anchors);
  withoutAliases(nodes, anchors);
  for (const { value } of nodes.items) {
    const properties = above.reduce(
      (at, key) => (at?.kind === 'mapping' ? member(at, key)?.value : undefined),
      value as typeof value | undefined,
    );
    if (properties?.kind === 'mapping') removeMember(properties, listName);
  }
  return present(documents, { schema: DUMP_SCHEMA, lineWidth: -1 });
}
