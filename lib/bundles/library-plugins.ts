import type { Plugin } from 'esbuild';

/** Node has these itself; the SDK brings them for engines that have not. */
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

/** The package's index brings the verifiers of Cognito and of load balancers with it. */
export const plainVerifier: Plugin = {
  name: 'plain-verifier',
  setup: (build) => {
    build.onResolve({ filter: /^aws-jwt-verify$/ }, ({ importer, kind, resolveDir }) =>
      build.resolve('aws-jwt-verify/jwt-verifier', { importer, kind, resolveDir }),
    );
  },
};

/**
 * An `import` of Node's own http reads each of its members to export it, and one of those loads undici, Node's fetch: 35 ms of the processor's
 * time at every start. `require` reads none; a function that calls fetch loads it then.
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
