import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { bundling, root } from '../../lib/bundles/bundling.ts';

/** What a program exports once it is bundled as the functions are; `files` stand beside it. */
export const bundled = async (
  program: string,
  files: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> => {
  const { entryPoints: _, ...options } = bundling();
  const { outputFiles } = await build({ ...options, sourcemap: false, stdin: { contents: program, resolveDir: root } });
  const [main, ...beside] = outputFiles;
  const folder = await mkdtemp(join(tmpdir(), 'toscanini-bundled-'));
  const file = join(folder, 'index.mjs');
  await writeFile(file, main?.contents ?? '');
  // some of it is loaded later: all goes with the folder of the whole test run
  for (const { path, contents } of beside) await writeFile(join(folder, basename(path)), contents);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return await import(/* @vite-ignore */ file);
};
