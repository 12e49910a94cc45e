import { readFile } from 'node:fs/promises';
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

/** The schema library's writer of JSON Schema, 18 kB: only a function that calls it holds it, and the schemas find it there. */
export const jsonSchemaAtNeed: Plugin = {
  name: 'json-schema-at-need',
  setup: (build) => {
    const writer = 'toscanini:json-schema-writer';
    build.onResolve({ filter: /^toscanini:json-schema-writer$/ }, () => ({ path: writer, namespace: 'toscanini' }));
    build.onLoad({ filter: /.*/, namespace: 'toscanini' }, () => ({
      contents: 'export const writer = {};',
      loader: 'js',
    }));
    build.onLoad({ filter: /\/zod\/v4\/classic\/schemas\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source
        .replace(
          'import * as processors from "../core/json-schema-processors.js";',
          `import { writer as processors } from '${writer}';`,
        )
        .replace(
          'import { createStandardJSONSchemaMethod, createToJSONSchemaMethod } from "../core/to-json-schema.js";',
          `const createStandardJSONSchemaMethod = (...given) => (...asked) => processors.createStandardJSONSchemaMethod(...given)(...asked);
const createToJSONSchemaMethod = (...given) => (...asked) => processors.createToJSONSchemaMethod(...given)(...asked);`,
        );
      return { contents, loader: 'js' };
    });
    build.onLoad({ filter: /\/zod\/v4\/core\/json-schema-processors\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const names = [...source.matchAll(/^export (?:const|function) (\w+(?:Processor|Checks))\b/gm)].map(
        ([, name]) => name,
      );
      const contents = `${source}
import { writer } from '${writer}';
import { createStandardJSONSchemaMethod, createToJSONSchemaMethod } from './to-json-schema.js';
Object.assign(writer, { ${names.join(', ')}, createStandardJSONSchemaMethod, createToJSONSchemaMethod });`;
      return { contents, loader: 'js' };
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
