import { createHash } from 'node:crypto';

/** A module of CommonJS, whose other parts are `require("./NAME")`. */
export interface Part {
  readonly name: string;
  readonly code: string;
}

/** Texts of files with the parts of a program, by their names. Each part is a function, which runs when it is first required. */
export const packed = (parts: readonly Part[], packOf: (part: Part) => string): ReadonlyMap<string, string> => {
  const names = new Set(parts.map(({ name }) => name));
  const functionOf = ({ name, code }: Part): string =>
    `${JSON.stringify(name)}(module,exports,require,part){${withParts(withSharedExports(code), names)}\n}`;
  return new Map(
    [...Map.groupBy(parts, packOf)].map(([pack, inIt]) => [pack, `({${inIt.map(functionOf).join(',\n')}})\n`]),
  );
};

/**
 * What esbuild writes at the beginning of each part that exports something: the same 400 characters, but for the names. The
 * first function defines getters, and the second one marks the object with them as a module.
 */
const exporting =
  /^var ([\w$]+)=Object\.defineProperty;var ([\w$]+)=Object\.getOwnPropertyDescriptor;var ([\w$]+)=Object\.getOwnPropertyNames;var ([\w$]+)=Object\.prototype\.hasOwnProperty;var ([\w$]+)=\(([\w$]+),([\w$]+)\)=>\{for\(var ([\w$]+) in \7\)\1\(\6,\8,\{get:\7\[\8\],enumerable:!0\}\)\},([\w$]+)=\(([\w$]+),([\w$]+),([\w$]+),([\w$]+)\)=>\{if\(\11&&typeof \11=="object"\|\|typeof \11=="function"\)for\(let ([\w$]+) of \3\(\11\)\)!\4\.call\(\10,\14\)&&\14!==\12&&\1\(\10,\14,\{get:\(\)=>\11\[\14\],enumerable:!\(\13=\2\(\11,\14\)\)\|\|\13\.enumerable\}\);return \10\};var ([\w$]+)=([\w$]+)=>\9\(\1\(\{\},"__esModule",\{value:!0\}\),\16\);/;

/** The same functions, which all parts share. A part that has them otherwise keeps its own. */
const withSharedExports = (code: string): string =>
  code.replace(exporting, (...found) => `const ${found[5]}=part.getters,${found[15]}=part.module;`);

const withParts = (code: string, names: ReadonlySet<string>): string =>
  code.replaceAll(/\brequire\("\.\/([^"]+)"\)/g, (call, name: string) =>
    names.has(name) ? `part(${JSON.stringify(name)})` : call,
  );

/** A text that tells versions of a file apart. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** JavaScript that runs the part `main`; `packWith` is JavaScript for a function from the name of a part to the object with it. */
export const running = (main: string, packWith: string): string => `
const packWith = ${packWith};
const loaded = new Map();
const getters = (on, all) => {
  for (const name in all) Object.defineProperty(on, name, { get: all[name], enumerable: true });
};
const part = (name) => {
  const known = loaded.get(name);
  if (known !== undefined) return known.exports;
  const module = { exports: {} };
  loaded.set(name, module);
  packWith(name)[name](module, module.exports, require, part);
  return module.exports;
};
part.getters = getters;
part.module = (all) => Object.defineProperty(all, '__esModule', { value: true });
part(${JSON.stringify(main)});
`;
