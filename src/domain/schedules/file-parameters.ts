/** Placeholders for the file in a schedule's parameters, such as `${file.name}` and `${file.url}`, within texts. */

import type { Json } from '../../tosca/topology.ts';

/**
 * What a parameter can say about a file. `bucket`, `key` and `url` (`s3://bucket/key`) are those of its first replica, or of
 * the file itself where it is not replicated. `size` in bytes and `version` are the file's own; empty: S3 did not say.
 */
export interface FileFacts {
  readonly scope: string;
  readonly name: string;
  readonly url: string;
  readonly bucket: string;
  readonly key: string;
  readonly size: string;
  readonly version: string;
}

type Parameters = { readonly [name: string]: Json };

const placeholder = /\$\{file\.([^}$]*)\}/g;
const known: readonly string[] = [
  'scope',
  'name',
  'url',
  'bucket',
  'key',
  'size',
  'version',
] satisfies readonly (keyof FileFacts)[];

/** What is wrong with the placeholders, each with the path of its parameter. */
export const placeholderFaults = (parameters: Parameters): readonly string[] =>
  texts(parameters, 'parameters').flatMap(({ path, text }) =>
    [...text.matchAll(placeholder)]
      .filter(([, name = '']) => !known.includes(name))
      .map(([whole]) => `${path} holds ${whole}; a file has ${known.map((name) => `\${file.${name}}`).join(', ')}`),
  );

const texts = (value: Json, path: string): readonly { readonly path: string; readonly text: string }[] => {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => texts(item as Json, `${path}.${key}`));
};

/** The parameters of the deployment for one file. */
export const fillIn = (parameters: Parameters, file: FileFacts): Parameters =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, filled(value, file)]));

const filled = (value: Json, file: FileFacts): Json => {
  if (typeof value === 'string')
    return value.replace(placeholder, (whole, name: string) =>
      known.includes(name) ? file[name as keyof FileFacts] : whole,
    );
  if (Array.isArray(value)) return value.map((item) => filled(item as Json, file));
  if (typeof value !== 'object' || value === null) return value;
  return fillIn(value as Parameters, file);
};

/** Made-up files that differ in everything, to check parameters with when a schedule is created. */
export const exampleFiles: readonly [FileFacts, FileFacts] = [
  {
    ...{ scope: 'incoming', name: 'data/example', url: 's3://replicas/data/example' },
    ...{ bucket: 'replicas', key: 'data/example', size: '1', version: 'first' },
  },
  {
    ...{ scope: 'others', name: 'Another file.of_1_more_kind', url: 's3://more-replicas/Another file.of_1_more_kind' },
    ...{ bucket: 'more-replicas', key: 'Another file.of_1_more_kind', size: '20', version: '' },
  },
];
