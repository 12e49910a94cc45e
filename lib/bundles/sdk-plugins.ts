import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

const endpoints = fileURLToPath(new URL('regional-endpoint.ts', import.meta.url));
const adapters = fileURLToPath(new URL('../../src/adapters', import.meta.url));

/** Clients whose service has another name in addresses. */
const hosts: Readonly<Record<string, string>> = { sfn: 'states', 'secrets-manager': 'secretsmanager' };

/** Keeps only the version of a client's package.json: clients import the whole file and read nothing else. */
export const onlyVersions: Plugin = {
  name: 'only-versions',
  setup: (build) => {
    build.onLoad({ filter: /\/@aws-sdk\/client-[a-z0-9-]+\/package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/**
 * One rule for the addresses of all services. It replaces each client's own decision diagram and the table of partitions.
 */
export const regionalEndpoints: Plugin = {
  name: 'regional-endpoints',
  setup: (build) => {
    build.onLoad({ filter: /\/@aws-sdk\/client-[a-z0-9-]+\/dist-es\/endpoint\/endpointResolver\.js$/ }, ({ path }) => {
      const client = /client-([a-z0-9-]+)/.exec(path)?.[1] ?? '';
      const made = client === 's3' ? 'bucketEndpoint' : `regional('${hosts[client] ?? client}')`;
      const contents = `import { bucketEndpoint, regional } from ${JSON.stringify(endpoints)};
export const defaultEndpointResolver = ${made};`;
      return { contents, loader: 'js' };
    });
    // the SDK needs this only for the beginning of the user agent, which is "aws-sdk-js" in all partitions
    build.onLoad({ filter: /\/util-endpoints\/lib\/aws\/partitions\.js$/ }, () => ({
      contents: 'export const partitionsInfo = { partitions: [], version: "1.1" };',
      loader: 'js',
    }));
  },
};

/** Names that occur in our adapters. No code checks for an SDK error whose name is not among them. */
const namesInUse = (): ReadonlySet<string> => {
  const sources = readdirSync(adapters, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return new Set(sources.flatMap((file) => readFileSync(`${adapters}/${file}`, 'utf8').match(/\b[A-Z]\w+/g) ?? []));
};

/**
 * Keeps only the used part of the tables by which a client reads and writes its operations. Two things hide unused parts
 * from esbuild. It takes keys such as `[_e]` for code with an effect, although `_e` is a constant text. And each error of
 * the service registers a class and a schema. For an unregistered error the SDK makes its base class, with the same name,
 * message and members.
 */
export const clientTables: Plugin = {
  name: 'client-tables',
  setup: (build) => {
    const known = namesInUse();
    const unless = (whole: string, name: string) => (known.has(name) ? whole : '');
    build.onLoad({ filter: /\/@aws-sdk\/client-[a-z0-9-]+\/dist-es\/models\/errors\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      return { contents: source.replace(errorClass, unless), loader: 'js' };
    });
    build.onLoad({ filter: /\/@aws-sdk\/client-[a-z0-9-]+\/dist-es\/schemas\/schemas_\d+\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = plainKeys(source)
        .replace(errorSchema, unless)
        .replace(
          errorImports,
          (_, names: string) => `import {${names.replace(/\w+,?/g, unlessName(known))}} from "../models/errors";`,
        );
      return { contents, loader: 'js' };
    });
  },
};

const errorClass = /^export class (\w+) extends __BaseException \{[\s\S]*?^\}\n?/gm;
const errorSchema = /^export var (\w+)\$ = \[-3, n0,[\s\S]*?\n\];\nn0_registry\.registerError\(\1\$, \1\);\n/gm;
const errorImports = /^import \{([^}]*)\} from "\.\.\/models\/errors";/gm;

const unlessName = (known: ReadonlySet<string>) => (name: string) => (known.has(name.replace(',', '')) ? name : '');

const plainKeys = (source: string): string => {
  const texts = new Map(
    [...source.matchAll(/^const (_\w+) = ("[^"\\\n]*");$/gm)].map(([, name, text]) => [name, text]),
  );
  return source.replace(/\[(_\w+)\]:/g, (whole, name: string) => {
    const text = texts.get(name);
    return text === undefined ? whole : `${text}:`;
  });
};
