import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';
import { permissions } from '../permissions/permissions.ts';
import { expressionsAtNeed } from './expressions-at-need.ts';
import { nodeHashes, plainVerifier, requiredHttp } from './library-plugins.ts';
import { packedData } from './packed-data.ts';
import { clientTables, onlyVersions, regionalEndpoints } from './sdk-plugins.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Paths of the entry points, from the root of the repository. */
export const entryPoints: readonly string[] = Object.keys(permissions).map((name) => `functions/${name}.ts`);

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** Folder of a function's bundle, from the folder of all bundles. */
export const folderOf = (entry: string): string => entry.replace(/\.ts$/, '');

/** How functions are bundled; `index.mjs` of each stands in a folder of the entry's name. */
export const bundling = (
  entries: readonly string[] = entryPoints,
): BuildOptions & { readonly metafile: true; readonly write: false } => ({
  absWorkingDir: root,
  entryPoints: entries.map((entry) => ({ in: entry, out: `${folderOf(entry)}/index` })),
  // never written to; the same everywhere, since source maps hold paths from here
  outdir: `${root}cdk.out`,
  outExtension: { '.js': '.mjs' },
  write: false,
  metafile: true,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  minify: true,
  sourcemap: true,
  sourcesContent: false,
  mainFields: ['module', 'main'],
  // what is CommonJS among the dependencies asks for Node's own modules in its way
  banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  alias: {
    '@aws-sdk/credential-provider-node': here('environment-credentials.ts'),
    '@smithy/core/event-streams': here('no-event-streams.ts'),
    '@aws-sdk/signature-v4-multi-region': here('one-region-signature.ts'),
    '@aws-sdk/endpoint-cache': here('no-endpoint-cache.ts'),
  },
  // the SDK imports it in browsers alone
  external: ['bowser'],
  plugins: [
    packedData,
    clientTables,
    onlyVersions,
    regionalEndpoints,
    expressionsAtNeed,
    nodeHashes,
    plainVerifier,
    requiredHttp,
  ],
  logLevel: 'warning',
});
