import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundling, root } from '../../lib/bundles/bundling.ts';

/** What a program exports once it is bundled as the functions are. */
export const bundled = async (program: string): Promise<Record<string, unknown>> => {
  const { entryPoints: _, ...options } = bundling();
  const { outputFiles } = await build({ ...options, sourcemap: false, stdin: { contents: program, resolveDir: root } });
  const folder = await mkdtemp(join(tmpdir(), 'toscanini-bundled-'));
  try {
    const file = join(folder, 'index.mjs');
    await writeFile(file, outputFiles[0]?.contents ?? '');
    return await import(/* @vite-ignore */ file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
