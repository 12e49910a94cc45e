import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

const endpoints = fileURLToPath(new URL('regional-endpoint.ts', import.meta.url));

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
 * One rule for the addresses of all services. It replaces each client's own decision diagram and the table of
 * partitions.
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

/**
 * Writes out the computed keys of EC2's schemas, which are constants of the same file. A computed key might have an
 * effect, so the bundler would keep every schema that has one, with all that it refers to: 540 kB for three calls.
 * Other clients keep to the budget without it (docs/decisions/0030).
 */
export const literalKeys: Plugin = {
  name: 'literal-keys',
  setup: (build) => {
    build.onLoad({ filter: /\/@aws-sdk\/client-ec2\/dist-es\/schemas\/schemas_\d+\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const known = new Map(
        [...text.matchAll(/^const (\w+) = ("[^"\\]*");$/gm)].map(([, name, value]) => [name, value]),
      );
      const contents = text.replaceAll(/\[(\w+)\]:/g, (found, name: string) =>
        known.has(name) ? `${known.get(name)}:` : found,
      );
      return { contents, loader: 'js' };
    });
  },
};
