import type { Plugin } from 'esbuild';

/** Leaves out hash functions that Node has itself; the SDK brings them for other engines. */
export const nodeHashes: Plugin = {
  name: 'node-hashes',
  setup: (build) => {
    build.onLoad({ filter: /\/(?:checksum|sha)\/\w+\/(?:Sha1|Sha256|Md5|Crc32)Js\.js$/ }, ({ path }) => {
      const name = /(\w+)\.js$/.exec(path)?.[1];
      return {
        contents: `export class ${name} { constructor() { throw new Error('${name} is not bundled'); } }`,
        loader: 'js',
      };
    });
  },
};

/**
 * Loads Node's http with `require` instead of `import`. An `import` reads every member of the module to export it, and one
 * of them loads undici, Node's fetch: 35 ms of processor time at every start. `require` reads none; undici is loaded when a
 * function calls fetch.
 */
export const requiredHttp: Plugin = {
  name: 'required-http',
  setup: (build) => {
    build.onResolve({ filter: /^(?:node:)?https?$/ }, ({ path, kind }) => {
      if (kind === 'require-call') return { path, external: true };
      return { path: path.replace('node:', ''), namespace: 'required' };
    });
    build.onLoad({ filter: /.*/, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = require('node:${path}');`,
      loader: 'js',
    }));
  },
};
