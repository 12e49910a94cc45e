import { renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, entryFile } from '../../cli/package/bundle.ts';
import { digestOf } from '../../cli/package/packs.ts';
import { writeFiles } from '../../cli/package/write-files.ts';
import { keptFolder, sharedCache } from '../../lib/bundles/kept-folder.ts';
import { record, stampOf } from './kept.mjs';

const root = join(import.meta.dirname, '../..');

/**
 * Packs the command line of this repository, so that its next start takes no longer than that of the package. Returns the file that
 * runs it; undefined where nobody may write beside the packages.
 */
export const keepCommandLine = async (): Promise<string | undefined> => {
  const cache = sharedCache(root, 'command-line');
  if (cache === undefined) return undefined;
  const began = Date.now();
  const { files, sources } = await commandLine('beside');
  const stamp = stampOf(sources);
  // somebody edits one of them now: the next start makes it again
  const isOld = sources.every((source) => statSync(join(root, source)).mtimeMs < began);
  const digest = digestOf([...files.values()].join());
  const entry = join(await keptFolder(cache, digest, async (folder) => writeFiles(folder, files)), entryFile);
  if (stamp === undefined || !isOld) return entry;
  const written = `${record}.${process.pid}`;
  writeFileSync(written, JSON.stringify({ entry, sources, stamp }));
  renameSync(written, record);
  return entry;
};
