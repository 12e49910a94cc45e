import { type Diagnostic, DiagnosticSeverity, type Range } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { entriesOf } from '../../src/tosca/editor/entries.ts';
import type { Problem } from '../../src/tosca/problems.ts';

/** A problem in an import is shown at its entry in this template, with its place. */
export const diagnosticOf = (document: TextDocument, problem: Problem): Diagnostic => {
  const { file, code, severity, message, line, column } = problem;
  const isOwn = file === 'template';
  return {
    range: isOwn ? rangeOf(document, problem) : rangeOfImport(document, file),
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code,
    source: 'toscanini',
    message: isOwn ? message : `${file}:${line}:${column}: ${message}`,
  };
};

/** To the end of the key or the value that begins there: its line alone is read, because most texts have no problem. */
const rangeOf = (document: TextDocument, { line, column }: Problem): Range => {
  const at = line - 1;
  const text = document.getText({ start: { line: at, character: 0 }, end: { line: at + 1, character: 0 } }).trimEnd();
  const start = Math.min(column - 1, text.length);
  const entry = entriesOf(text).all.find(({ keyStart, valueStart }) => keyStart === start || valueStart === start);
  const end = entry === undefined ? endOfWord(text, start) : entry.keyStart === start ? entry.keyEnd : entry.valueEnd;
  // where nothing stands, as at the end of a line, all of the line is shown
  const from = end > start ? start : text.length - text.trimStart().length;
  return { start: { line: at, character: from }, end: { line: at, character: Math.max(end, text.length && from + 1) } };
};

const word = /"[^"]*"|'[^']*'|[^\s,{}[\]:]+(?::[^\s,{}[\]:]+)*/y;

const endOfWord = (text: string, start: number): number => {
  word.lastIndex = start;
  return start + (word.exec(text)?.[0].length ?? 1);
};

const rangeOfImport = (document: TextDocument, address: string): Range => {
  const text = document.getText();
  const imports = entriesOf(text).root.children.find(({ key }) => key === 'imports');
  const name = address.replace(/^.*\//, '');
  const within = imports === undefined ? -1 : text.slice(imports.keyStart, imports.end).indexOf(name);
  const start = imports === undefined ? 0 : within < 0 ? imports.keyStart : imports.keyStart + within;
  const end = within < 0 ? (imports?.keyEnd ?? 1) : start + name.length;
  return { start: document.positionAt(start), end: document.positionAt(end) };
};
