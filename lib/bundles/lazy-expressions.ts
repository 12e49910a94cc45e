import { dirname, join } from 'node:path';
import { build as bundle, type OutputFile, type Plugin } from 'esbuild';

const engine = /\/re2js\/build\/index\.js$/;
const file = './re2js.cjs';

/**
 * The engine of regular expressions has 150 kB, and few templates use one. So it is in a file beside the program, which is
 * loaded when the first expression is compiled. The exported stand-ins act as the classes of the same names.
 */
export const lazyExpressions: Plugin = {
  name: 'expressions-at-need',
  setup: (build) => {
    /** where the package is, once a source of the build imports it */
    let path: string | undefined;
    build.onResolve({ filter: /^\.\/re2js\.cjs$/ }, (imported) => ({ path: imported.path, external: true }));
    build.onLoad({ filter: engine }, (loaded) => {
      path = loaded.path;
      return { contents: standIns, loader: 'js' };
    });
    build.onEnd(async ({ outputFiles = [] }) => {
      if (path === undefined) return;
      const holders = outputFiles.filter((one) => one.path.endsWith('.mjs') && mentions(one.contents));
      if (holders.length === 0) return;
      const engine = engines.get(path) ?? wholeEngine(path);
      engines.set(path, engine);
      const whole = await engine;
      for (const folder of new Set(holders.map((holder) => dirname(holder.path))))
        outputFiles.push({ ...whole, path: join(folder, file) });
    });
  },
};

/** Whether a program loads the engine: the stand-ins name its file. */
const mentions = (program: Uint8Array): boolean =>
  Buffer.from(program.buffer, program.byteOffset, program.length).includes(file);

/** By path, since many builds have a function with expressions. */
const engines = new Map<string, Promise<OutputFile>>();

const wholeEngine = async (path: string): Promise<OutputFile> => {
  const options = {
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    minify: true,
    write: false,
  } as const;
  const { outputFiles } = await bundle({ ...options, entryPoints: [path] });
  const [made] = outputFiles;
  if (made === undefined) throw new Error(`esbuild made nothing of ${path}`);
  return made;
};

// Node loads the file only once
const standIns = `const standIn = (name) => new Proxy(() => undefined, {
  get: (_, key) => require('${file}')[name][key],
  construct: (_, given) => new (require('${file}')[name])(...given),
});
export const RE2JS = /* @__PURE__ */ standIn('RE2JS');
export const RE2JSException = /* @__PURE__ */ standIn('RE2JSException');`;
