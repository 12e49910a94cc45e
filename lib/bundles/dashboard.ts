/** Builds the dashboard (`ui/`): static files whose names hold a hash of their content, so that a browser keeps them for ever. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';

export interface Dashboard {
  /** by path: `index.html`, `icon.svg`, `assets/…` */
  readonly files: ReadonlyMap<string, Uint8Array | string>;
  readonly metafile: Metafile;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const ui = join(root, 'ui');

/** Browsers of the last two years. */
const target = ['chrome120', 'firefox121', 'safari17.2'];

/** A worker is a program of its own: `import address from './x.worker.ts?worker'` gives the address of its file. */
const workers: Plugin = {
  name: 'workers',
  setup: (plugin) => {
    plugin.onResolve({ filter: /\?worker$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace(/\?worker$/, '')).replace(/\.ts$/, '.js'),
      namespace: 'worker',
    }));
    plugin.onLoad({ filter: /.*/, namespace: 'worker' }, async ({ path }) => {
      const entry = path.replace(/\.js$/, '.ts');
      const { outputFiles, metafile } = await build({
        ...common,
        entryPoints: [entry],
        outdir: ui,
        format: 'esm',
        plugins: [withoutZlib],
      });
      const watchFiles = Object.keys(metafile.inputs).map((input) => join(root, input));
      return { contents: outputFiles[0]?.contents ?? '', loader: 'file', watchFiles };
    });
  },
};

/** Only archives need Node's zlib, and the service checks those. An import that stays would keep a worker from starting. */
const withoutZlib: Plugin = {
  name: 'without-zlib',
  setup: (plugin) => {
    plugin.onResolve({ filter: /^node:zlib$/ }, ({ path }) => ({ path, namespace: 'absent' }));
    plugin.onLoad({ filter: /.*/, namespace: 'absent' }, () => ({
      contents: `module.exports = new Proxy({}, { get: () => () => { throw new Error('a browser unpacks no archives: the service checks them'); } });`,
      loader: 'js',
    }));
  },
};

const common = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  target,
  legalComments: 'none',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  tsconfigRaw: {},
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** About a second of processor time. */
export const buildDashboard = async (): Promise<Dashboard> => {
  const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: { main: join(ui, 'main.tsx'), style: join(ui, 'style/style.css') },
    outdir: ui,
    format: 'esm',
    splitting: true,
    entryNames: 'assets/[name]-[hash]',
    chunkNames: 'assets/[name]-[hash]',
    assetNames: 'assets/[name]-[hash]',
    plugins: [workers, withoutZlib],
  });
  const files = new Map<string, Uint8Array | string>(
    outputFiles.map(({ path, contents }) => [path.slice(ui.length + 1), contents]),
  );
  files.set('index.html', page([...files.keys()]));
  files.set('icon.svg', readFileSync(join(ui, 'icon.svg'), 'utf8'));
  return { files, metafile };
};

/** The page with the names that the build gave to its script and its style. */
const page = (names: readonly string[]): string =>
  readFileSync(join(ui, 'index.html'), 'utf8').replace(/assets\/(main|style)\.(js|css)/g, (_, name, ending) => {
    const made = names.find((one) => basename(one).startsWith(`${name}-`) && one.endsWith(`.${ending}`));
    if (made === undefined) throw new Error(`the build of the dashboard made no ${name}.${ending}`);
    return made;
  });

/** Writes the files below a folder. */
export const writeDashboard = ({ files }: Dashboard, folder: string): void => {
  for (const [path, content] of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
};
