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
    `${JSON.stringify(name)}(module,exports,require,part){${withParts(code, names)}\n}`;
  return new Map(
    [...Map.groupBy(parts, packOf)].map(([pack, inIt]) => [pack, `({${inIt.map(functionOf).join(',\n')}})\n`]),
  );
};

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
const part = (name) => {
  const known = loaded.get(name);
  if (known !== undefined) return known.exports;
  const module = { exports: {} };
  loaded.set(name, module);
  packWith(name)[name](module, module.exports, require, part);
  return module.exports;
};
part(${JSON.stringify(main)});
`;
