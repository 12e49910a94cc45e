import { pathToFileURL } from 'node:url';
import type { Location } from 'vscode-languageserver/node';
import type { Target } from '../../src/tosca/editor/definition.ts';
import { fileOfImport } from './known-text.ts';

/** null: it is no file of this machine. */
export const locationInImport = (
  uri: string,
  { address, line, column, name }: Extract<Target, { in: 'import' }>,
): Location | null => {
  const file = fileOfImport(uri, address);
  if (file === undefined) return null;
  const start = { line: line - 1, character: column - 1 };
  return {
    uri: pathToFileURL(file).href,
    range: { start, end: { ...start, character: start.character + name.length } },
  };
};
