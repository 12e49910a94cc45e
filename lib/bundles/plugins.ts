import { readFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'esbuild';

/** Below this many characters, unpacking costs more than reading. */
const worthPacking = 20_000;

/** Our own large data, such as the catalog of TOSCA types, packed: read when the function starts, not parsed as a program. */
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

/**
 * The SDK describes each operation by a constant array with keys such as `[_e]`, where `_e` is a constant text. esbuild takes a
 * computed key for something with an effect, and keeps all of them; with the text in its place it keeps those that are used.
 */
export const plainKeys: Plugin = {
  name: 'plain-keys',
  setup: (build) => {
    build.onLoad({ filter: /\/@aws-sdk\/client-[a-z0-9-]+\/dist-es\/schemas\/schemas_\d+\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const texts = new Map(
        [...source.matchAll(/^const (_\w+) = ("[^"\\\n]*");$/gm)].map(([, name, text]) => [name, text]),
      );
      const contents = source.replace(/\[(_\w+)\]:/g, (whole, name: string) => {
        const text = texts.get(name);
        return text === undefined ? whole : `${text}:`;
      });
      return { contents, loader: 'js' };
    });
  },
};

/** Clients import their whole package.json, and read its version. */
export const onlyVersions: Plugin = {
  name: 'only-versions',
  setup: (build) => {
    build.onLoad({ filter: /\/@aws-sdk\/client-[a-z0-9-]+\/package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};
