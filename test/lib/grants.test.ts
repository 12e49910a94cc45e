import { beforeAll, describe, expect, it } from 'vitest';
import { type GrantLine, grantsOf, grantsTable } from './grants.ts';
import { templates } from './stacks.ts';

const preface = `# What each function may do

Taken from the synthesised template, and kept by test/lib/grants.test.ts: a change of a grant is a change of this file, for a reviewer to
see. After a wanted change: \`npx vitest run test/lib/grants.test.ts -u\`. Besides, each function may write to its own log group.
Wildcards stand only for ids that come later: objects of one folder, executions of one workflow, the six characters in which a
secret's ARN ends.
`;

describe('the grants', () => {
  let grants: Map<string, readonly GrantLine[]>;
  const functionsWith = (wanted: (grant: GrantLine) => boolean): string[] =>
    [...grants].filter(([, allowed]) => allowed.some(wanted)).map(([name]) => name);
  beforeAll(() => {
    grants = grantsOf(templates().service);
  });

  it('are those of docs/grants.md, every one', async () => {
    await expect(`${preface}\n${grantsTable(grants)}\n`).toMatchFileSnapshot('../../docs/grants.md');
  });

  it('let no function that answers requests read a secret of a provider', () => {
    const readers = functionsWith(
      ({ action, resource }) => action === 'secretsmanager:GetSecretValue' && resource.includes('toscanini/providers/'),
    );
    expect(readers.filter((name) => !name.startsWith('tasks/'))).toEqual([]);
    expect(readers).not.toEqual([]);
  });

  it('let nobody write a secret, a key or a role, nor remove a table or a bucket', () => {
    const forbidden =
      /^(iam|sts):|^kms:(?!Decrypt$|GenerateDataKey$)|^secretsmanager:(?!GetSecretValue$)|:(Create|Delete)(Table|Bucket)$/;
    expect(functionsWith(({ action }) => forbidden.test(action))).toEqual([]);
  });

  it('let only requests that make, change or remove something write to tables', () => {
    const writes = /^dynamodb:(Put|Update|Delete|BatchWrite)/;
    const writers = functionsWith(({ action }) => writes.test(action)).filter((name) => name.startsWith('http/'));
    expect(writers.filter((name) => /\/(get|list|log|template|extrainfo|events|info|openapi)$/.test(name))).toEqual([]);
  });

  it('name the function’s own room in the bucket, not the bucket', () => {
    const objects = [...grants.values()].flat().filter(({ action }) => /^s3:(Get|Put|Delete)Object$/.test(action));
    expect(
      objects.filter(({ resource }) => resource.startsWith('Files') && !/^Files\/[a-z]+\/\*$/.test(resource)),
    ).toEqual([]);
  });
});
