import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dump } from 'js-yaml';
import type { Location } from 'vscode-languageserver/node';
import type { TypeDef } from '../../src/tosca/types/type-def.ts';
import { toJson } from '../../src/tosca/yaml/scalar.ts';
import type { CliContext } from '../context.ts';

/** `$XDG_CACHE_HOME/toscanini/types` (XDG Base Directory specification), where nobody else can write. */
export const typesFolder = (env: CliContext['env']): string =>
  join(env['XDG_CACHE_HOME'] || join(env['HOME'] || homedir(), '.cache'), 'toscanini', 'types');

/** A type of the catalog is in no file of the author's: it is written to one that an editor can show. */
export const locationOfType = (types: string, { kind, name, node, scope }: TypeDef): Location => {
  const folder = join(types, scope.version);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${name.replaceAll(/[^\w.-]/g, '_')}.yaml`);
  const head = `# a built-in type: changes here change nothing\n`;
  writeFileSync(file, head + dump({ [`${kind}_types`]: { [name]: toJson(node) } }, { lineWidth: 120, noRefs: true }));
  const start = { line: 2, character: 2 };
  return { uri: pathToFileURL(file).href, range: { start, end: { ...start, character: 2 + name.length } } };
};
