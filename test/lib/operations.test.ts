import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configurationSchema } from '../../lib/configuration/configuration.ts';
import { withJobs } from './nag.ts';
import { exampleConfiguration, templates } from './stacks.ts';

const text = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');

/** What of a schema of valibot leads to its keys. */
interface Schema {
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly pipe?: readonly Schema[];
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly value?: Schema;
  readonly type?: string;
  readonly options?: readonly unknown[];
}

/** Every key, at any depth: `files.elements.bucket`. */
const keysOf = ({ entries = {}, pipe = [], wrapped, item, value }: Schema, at = ''): readonly string[] => [
  ...Object.entries(entries).flatMap(([key, inner]) => [`${at}${key}`, ...keysOf(inner, `${at}${key}.`)]),
  // those of a pipe are within it: `strict` of schemas.ts is one
  ...[...pipe, wrapped, item, value].filter((inner) => inner !== undefined).flatMap((inner) => keysOf(inner, at)),
];

/** Every key with a list of allowed words, with each of them: `infrastructureManager.authorization`, `lines`. */
const choicesOf = (schema: Schema, at = ''): readonly (readonly [key: string, word: string])[] => {
  const { entries = {}, pipe = [], wrapped, item, value, type, options = [] } = schema;
  const words = type === 'picklist' ? options.filter((option) => typeof option === 'string') : [];
  return [
    ...words.map((word) => [at, word] as const),
    ...Object.entries(entries).flatMap(([key, inner]) => choicesOf(inner, at === '' ? key : `${at}.${key}`)),
    ...[...pipe, wrapped, item, value].flatMap((inner) => (inner === undefined ? [] : choicesOf(inner, at))),
  ];
};

type Resources = { readonly [id: string]: { readonly Type: string; readonly DeletionPolicy?: string } };

interface Row {
  readonly line: string;
  readonly names: readonly string[];
  readonly words: readonly string[];
}

/** Rows of the table of keys: what the first cell names, and every name in the row. */
const rows = (): readonly Row[] => {
  const [, section = ''] = text.split('| Key of `toscanini.config.ts` |');
  const [table = ''] = section.split('\n\n');
  return table.split('\n').flatMap((line) => {
    const [, first] = line.split('|');
    const quoted = (part = '') => [...part.matchAll(/`([\w.]+)/g)].map(([, word]) => word ?? '');
    return first === undefined ? [] : [{ line, names: quoted(first), words: quoted(line) }];
  });
};

const lists =
  (key: string) =>
  ({ names, words }: Row): boolean =>
    names.some(
      (name) =>
        name === key ||
        name.startsWith(`${key}.`) ||
        (key.startsWith(`${name}.`) && words.includes(key.split('.').at(-1) ?? '')),
    );

describe('docs/operations.md', () => {
  it('names every key of the configuration, at any depth, where it belongs', () => {
    const keys = [...new Set(keysOf(configurationSchema as unknown as Schema))];
    expect(keys.length).toBeGreaterThan(100);
    expect(keys.filter((key) => !rows().some(lists(key)))).toEqual([]);
  });

  it('names every value of a key that takes one of a few', () => {
    const choices = choicesOf(configurationSchema as unknown as Schema);
    expect(choices).toContainEqual(['ranking', 'priority']);
    const lost = choices.filter(
      ([key, word]) =>
        !rows().some((row) => lists(key)(row) && [`\`${word}\``, `'${word}'`].some((one) => row.line.includes(one))),
    );
    expect(lost).toEqual([]);
  });

  it('names no key that there is not', () => {
    const keys = keysOf(configurationSchema as unknown as Schema);
    const named = rows().flatMap(({ names }) => names);
    expect(named.filter((name) => !keys.includes(name))).toEqual([]);
  });

  it('asks its commands for outputs that there are, and lists every output', () => {
    const customDomain = {
      name: 'api.example.org',
      certificateArn: 'arn:aws:acm:eu-south-1:111111111111:certificate/1',
    };
    const { data, service } = templates({ ...exampleConfiguration, issuers: [], customDomain });
    const isOurs = (name: string) => !/^(HttpApi|ExportsOutput)/.test(name); // the others are CDK's own
    const outputs = [data, service].flatMap((stack) => Object.keys(stack.findOutputs('*'))).filter(isOurs);
    const asked = [...text.matchAll(/\(out (\w+)\)/g)].map(([, name]) => name ?? '');
    expect(asked.length).toBeGreaterThan(2);
    expect(asked.filter((name) => !outputs.includes(name))).toEqual([]);
    expect(outputs.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
    for (const table of ['Deployments', 'Resources', 'Schedules', 'ScheduleEvents'])
      expect(outputs).toContain(`${table}Table`); // "$(out ${table}Table)"
  });

  it('deletes each version of the files of a bucket before the bucket, since S3 deletes none that still has one', () => {
    const [, section = ''] = text.split('\n## Uninstall\n');
    const { data } = templates({ ...exampleConfiguration });
    const versioned = { Properties: { VersioningConfiguration: { Status: 'Enabled' } } };
    expect(Object.keys(data.findResources('AWS::S3::Bucket', versioned)).length).toBeGreaterThan(0);
    const command = /AWS::S3::Bucket\) (.*) ;;/.exec(section)?.[1] ?? '';
    expect(command).toMatch(/^empty "\$id" && aws s3api delete-bucket /);
    expect(section).toMatch(/empty\(\) \{[^}]*list-object-versions[^}]*\[Versions, DeleteMarkers\]/);
  });

  it('writes down everything that stays after the stacks are deleted, whichever stack made it, so that it can be deleted', () => {
    const [, section = ''] = text.split('\n## Uninstall\n');
    const [, asked = ''] = /for stack in (.*); do[^`]*done > kept\.txt/.exec(section) ?? [];
    const [, types = ''] = /contains\('([^']+)', ResourceType\)/.exec(section) ?? [];
    const { data, service, jobs } = templates({ ...withJobs, issuers: [] });
    // what API Gateway needs in the account to write logs holds no data, and other APIs may use it
    const ofAccount = ['AWS::IAM::Role', 'AWS::ApiGateway::Account'];
    const kept = Object.entries({ data, service, jobs }).flatMap(([stack, template]) =>
      Object.values((template?.toJSON()['Resources'] ?? {}) as Resources)
        .filter(
          ({ DeletionPolicy: policy = 'Delete', Type }) => policy.startsWith('Retain') && !ofAccount.includes(Type),
        )
        .map(({ Type }) => ({ stack: `toscanini-${stack}`, Type })),
    );
    expect(kept).toContainEqual({ stack: 'toscanini-jobs', Type: 'AWS::S3::Bucket' });
    const lost = kept.filter(
      ({ stack, Type }) => !asked.split(' ').includes(stack) || !types.split(' ').includes(Type),
    );
    expect(lost).toEqual([]);
  });
});
