/** What the library says of a text, in the words of the protocol. */

import {
  type CodeAction,
  CodeActionKind,
  type CompletionItem,
  CompletionItemKind,
  type Diagnostic,
  type DocumentSymbol,
  type Hover,
  MarkupKind,
  type Range,
  SymbolKind,
  type TextEdit,
} from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { completionAt } from '../../src/tosca/editor/completion.ts';
import { fixesOf } from '../../src/tosca/editor/fixes.ts';
import { hoverAt } from '../../src/tosca/editor/hover.ts';
import type { Known } from '../../src/tosca/editor/known.ts';
import { type Heading, outlineOf } from '../../src/tosca/editor/outline.ts';
import type { Proposal } from '../../src/tosca/editor/proposal.ts';
import { formatted } from '../../src/tosca/format/format.ts';
import type { Problem } from '../../src/tosca/problems.ts';
import { diagnosticOf } from './diagnostics.ts';

export const between = (document: TextDocument, start: number, end: number): Range => ({
  start: document.positionAt(start),
  end: document.positionAt(end),
});

const itemKinds: { readonly [kind in Proposal['kind']]: CompletionItemKind } = {
  type: CompletionItemKind.Class,
  property: CompletionItemKind.Property,
  keyname: CompletionItemKind.Keyword,
  name: CompletionItemKind.Variable,
  value: CompletionItemKind.EnumMember,
  function: CompletionItemKind.Function,
};

export const completionItems = (document: TextDocument, known: Known, offset: number): CompletionItem[] => {
  const { start, end, proposals } = completionAt(known, offset);
  const range = between(document, start, end);
  return proposals.map(({ label, kind, detail, words, text, first }, at) => ({
    label,
    kind: itemKinds[kind],
    sortText: `${first ? 0 : 1}${String(at).padStart(5, '0')}`,
    filterText: label,
    textEdit: { range, newText: text },
    ...(detail !== undefined && { detail }),
    ...(words !== undefined && { documentation: { kind: MarkupKind.Markdown, value: words() } }),
  }));
};

export const hoverOf = (document: TextDocument, known: Known, offset: number): Hover | null => {
  const found = hoverAt(known, offset);
  if (found === undefined) return null;
  return {
    contents: { kind: MarkupKind.Markdown, value: found.words },
    range: between(document, found.start, found.end),
  };
};

const symbolKinds: { readonly [kind in Heading['kind']]: SymbolKind } = {
  section: SymbolKind.Namespace,
  type: SymbolKind.Class,
  node: SymbolKind.Object,
  input: SymbolKind.Variable,
  output: SymbolKind.Constant,
  member: SymbolKind.Property,
};

export const symbolsOf = (document: TextDocument, known: Pick<Known, 'entries'>): DocumentSymbol[] => {
  const symbolOf = ({ name, detail, kind, entry, children }: Heading): DocumentSymbol => ({
    name: name === '' ? '""' : name,
    detail,
    kind: symbolKinds[kind],
    range: between(document, entry.keyStart, Math.max(entry.end, entry.keyEnd)),
    selectionRange: between(document, entry.keyStart, entry.keyEnd),
    children: children.map(symbolOf),
  });
  return outlineOf(known.entries).map(symbolOf);
};

export const actionsOf = (
  document: TextDocument,
  known: Known,
  problems: readonly Problem[],
  range: Range,
): CodeAction[] =>
  problems
    .filter(({ file }) => file === 'template')
    .map((problem) => ({ problem, diagnostic: diagnosticOf(document, problem) }))
    .filter(({ diagnostic }) => touches(diagnostic.range, range))
    .flatMap(({ problem, diagnostic }) => actionsFor(document, known, problem, diagnostic));

const touches = (one: Range, other: Range): boolean =>
  !isBefore(one.end, other.start) && !isBefore(other.end, one.start);

const isBefore = (one: Range['start'], other: Range['start']): boolean =>
  one.line < other.line || (one.line === other.line && one.character < other.character);

const actionsFor = (document: TextDocument, known: Known, problem: Problem, diagnostic: Diagnostic): CodeAction[] => {
  const { range } = diagnostic;
  const place = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
  const fixes = fixesOf(known, problem, place);
  return fixes.map(({ title, start, end, text }) => ({
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [diagnostic],
    isPreferred: fixes.length === 1,
    edit: { changes: { [document.uri]: [{ range: between(document, start, end), newText: text }] } },
  }));
};

/** Nothing where the formatter refuses the text. */
export const formattingOf = (document: TextDocument): TextEdit[] => {
  const text = document.getText();
  const result = formatted(text);
  if (result.is === 'refused' || result.text === text) return [];
  return [{ range: between(document, 0, text.length), newText: result.text }];
};
