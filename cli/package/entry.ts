import { digestOf, type Part, running } from './packs.ts';

/** milliseconds */
const aMonth = 30 * 24 * 3_600_000;

/** JavaScript for the folder of what is kept: of the user, or beside the program. */
export const caches = {
  user: "(process.env.XDG_CACHE_HOME || (process.env.HOME || require('node:os').homedir()) + '/.cache') + '/toscanini'",
  beside: "__dirname + '/compiled'",
} as const;

/**
 * The first file of the package: it compiles the others when something in them is needed. V8's compiled code of a file is kept
 * for each command, as it is when the command ends. Node's own compile cache keeps only functions that V8 compiles before
 * anything runs, which are few. Without the folder, or with what another V8 has kept, it works all the same.
 */
export const entryOf = (
  main: string,
  parts: readonly Part[],
  packOf: (part: Part) => string,
  packs: ReadonlyMap<string, string>,
  cache: string,
): string => `#!/usr/bin/env node
'use strict';
const { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { Script } = require('node:vm');
const digests = ${JSON.stringify(Object.fromEntries([...packs].map(([pack, text]) => [pack, digestOf(text)])))};
const packOf = ${JSON.stringify(Object.fromEntries(parts.map((part) => [part.name, packOf(part)])))};

const cache = ${cache} + '/' + process.version + '-' + process.arch;
const [, command = 'help'] = /^-*([a-z_]{1,20})$/.exec(process.argv[2] ?? '') ?? [];

const kept = (file) => {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
};

const keep = (file, script) => {
  try {
    mkdirSync(cache, { recursive: true, mode: 0o700 });
    writeFileSync(file + '.' + process.pid, script.createCachedData(), { mode: 0o600 });
    renameSync(file + '.' + process.pid, file);
    // those of earlier versions; what is still in use is made again
    for (const name of readdirSync(cache))
      if (statSync(cache + '/' + name).mtimeMs < Date.now() - ${aMonth}) rmSync(cache + '/' + name, { force: true });
  } catch {
    // a disk that is full or read-only: the next start takes as long as this one
  }
};

const compiled = new Map();
process.once('exit', () => {
  for (const [file, script] of compiled) keep(file, script);
});

const open = (pack) => {
  const file = cache + '/' + command + '-' + digests[pack];
  const cachedData = kept(file);
  const filename = __dirname + '/' + pack;
  const script = new Script(readFileSync(filename, 'latin1'), { filename, cachedData });
  if (cachedData === undefined || script.cachedDataRejected) compiled.set(file, script);
  return script.runInThisContext();
};

const opened = new Map();
${running(
  main,
  `(name) => {
  const pack = packOf[name];
  if (!opened.has(pack)) opened.set(pack, open(pack));
  return opened.get(pack);
}`,
)}`;
