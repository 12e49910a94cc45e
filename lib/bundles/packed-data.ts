import { readFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'esbuild';

/** For fewer characters than this, unpacking takes longer than reading. */
const worthPacking = 20_000;

/**
 * Compresses our own large data, such as the catalog of TOSCA types. A function then unpacks it at start, which is faster
 * than parsing it as a program.
 */
export const packedData: Plugin = {
  name: 'packed-data',
  setup: (build) => {
    build.onLoad({ filter: /\/src\/.*\.json$/ }, async ({ path }) => {
      const text = JSON.stringify(JSON.parse(await readFile(path, 'utf8')));
      return text.length < worthPacking ? { contents: text, loader: 'json' } : { contents: packed(text), loader: 'js' };
    });
  },
};

/** By text, since packing is the slowest step here and many functions hold the same data. */
const known = new Map<string, string>();

const packed = (text: string): string => {
  const bytes = known.get(text) ?? brotliCompressSync(text).toString('base64');
  known.set(text, bytes);
  return `import { brotliDecompressSync } from 'node:zlib';
export default JSON.parse(brotliDecompressSync(Buffer.from('${bytes}', 'base64')).toString());`;
};
