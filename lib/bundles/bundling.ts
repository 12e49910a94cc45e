import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';
import { permissions } from '../permissions/permissions.ts';
import { lazyExpressions } from './lazy-expressions.ts';
import { nodeHashes, requiredHttp } from './library-plugins.ts';
import { packedData } from './packed-data.ts';
import { literalKeys, onlyVersions, regionalEndpoints } from './sdk-plugins.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Paths of the entry points, from the root of the repository. */
export const entryPoints: readonly string[] = Object.keys(permissions).map((name) => `functions/${name}.ts`);

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** Folder of a function's bundle, from the folder of all bundles. */
export const folderOf = (entry: string): string => entry.replace(/\.ts$/, '');

/** The options of esbuild for all functions. Each `index.mjs` is in a folder with the name of its entry. */
export const bundling = (entries: readonly string[] = entryPoints): BuildOptions & { readonly write: false } => ({
  absWorkingDir: root,
  entryPoints: entries.map((entry) => ({ in: entry, out: `${folderOf(entry)}/index` })),
  // nothing is written there; the path is fixed because source maps contain paths relative to it
  outdir: `${root}cdk.out`,
  outExtension: { '.js': '.mjs' },
  write: false,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  minify: true,
  sourcemap: true,
  sourcesContent: false,
  mainFields: ['module', 'main'],
  // dependencies that are CommonJS load Node's modules with `require`
  banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  alias: {
    '@aws-sdk/credential-provider-node': here('environment-credentials.ts'),
    '@smithy/core/event-streams': here('no-event-streams.ts'),
    '@aws-sdk/signature-v4-multi-region': here('one-region-signature.ts'),
    '@aws-sdk/endpoint-cache': here('no-endpoint-cache.ts'),
  },
  // the SDK imports it only in browsers
  external: ['bowser'],
  plugins: [packedData, onlyVersions, regionalEndpoints, literalKeys, lazyExpressions, nodeHashes, requiredHttp],
  logLevel: 'warning',
  // an import of a prepared file of the SDK for its side effects: it has none (sdk.ts)
  logOverride: { 'ignored-bare-import': 'silent' },
});
