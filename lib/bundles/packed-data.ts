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
      if (text.length < worthPacking) return { contents: text, loader: 'json' };
      const packed = brotliCompressSync(text).toString('base64');
      const contents = `import { brotliDecompressSync } from 'node:zlib';
export default JSON.parse(brotliDecompressSync(Buffer.from('${packed}', 'base64')).toString());`;
      return { contents, loader: 'js' };
    });
  },
};
