import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buildRouteMap } from '@stricli/core';
import type { PolicyFile } from '../../src/adapters/policies/file.ts';
import { EncodingError, textIn } from '../../src/tosca/yaml/text-in.ts';
import { briefs } from '../briefs.ts';
import { standardInput } from '../check/files.ts';
import { CliError } from '../cli-error.ts';
import { buildCommand } from '../command.ts';
import type { CliContext } from '../context.ts';
import { bytesOf } from '../file-bytes.ts';
import { jsonFlag } from '../flags.ts';

interface Outcome {
  readonly file: string;
  readonly mistakes: readonly string[];
  readonly cases: readonly { readonly name: string; readonly differences: readonly string[] }[];
}

/** A folder means the YAML in it, at any depth. A name that cannot be read is reported when it is. */
const filesNamed = async (names: readonly string[]): Promise<readonly string[]> => {
  const lists = await Promise.all(
    names.map(async (name) => {
      const isFolder = await stat(name).then(
        (found) => found.isDirectory(),
        () => false,
      );
      if (!isFolder) return [name];
      const found = await readdir(name, { recursive: true });
      return found
        .filter((file) => /\.ya?ml$/.test(file))
        .toSorted()
        .map((file) => join(name, file));
    }),
  );
  return lists.flat();
};

const textOf = (bytes: Buffer): string | { readonly mistakes: readonly string[] } => {
  try {
    return textIn(bytes);
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
    return { mistakes: [error.message] };
  }
};

const tried = async (file: string, bytes: Buffer): Promise<Outcome> => {
  const { readPolicyFile } = await import('../../src/adapters/policies/file.ts');
  const text = textOf(bytes);
  const read = typeof text === 'string' ? readPolicyFile(text) : text;
  return 'mistakes' in read
    ? { file, mistakes: read.mistakes, cases: [] }
    : { file, mistakes: [], cases: await run(read) };
};

const run = async ({ rules, cases }: PolicyFile): Promise<Outcome['cases']> => {
  const { policiesOf } = await import('../../src/adapters/policies/policies.ts');
  const { runCase } = await import('../../src/adapters/policies/cases.ts');
  const policies = policiesOf(rules);
  return Promise.all(cases.map((one) => runCase(policies, one)));
};

async function test(
  this: CliContext,
  { json }: { readonly json: boolean },
  ...names: readonly string[]
): Promise<void> {
  const files = await filesNamed(names);
  if (files.length === 0) throw new CliError('calledWrongly', `there are no .yaml files in ${names.join(', ')}`);
  const outcomes = await Promise.all(
    files.map(async (file) => tried(file, file === standardInput ? await this.readInput() : await bytesOf(file))),
  );
  const all = outcomes.flatMap(({ cases }) => cases);
  const failed = all.filter(({ differences }) => differences.length > 0).length;
  const wrong = outcomes.filter(({ mistakes }) => mistakes.length > 0).length;
  if (json) this.screen.write(`${JSON.stringify(outcomes, undefined, 2)}\n`);
  else {
    for (const line of outcomes.flatMap(linesOf)) this.screen.write(`${line}\n`);
    this.screen.write(`${all.length} cases, ${failed} failed${wrong > 0 ? `; ${wrong} files are wrong` : ''}\n`);
  }
  if (failed + wrong > 0) this.endAs('failed');
}

const linesOf = ({ file, mistakes, cases }: Outcome): readonly string[] => [
  file,
  ...mistakes.map((mistake) => `  ✖ ${mistake}`),
  ...cases.flatMap(({ name, differences }) => [
    `  ${differences.length === 0 ? '✓' : '✖'} ${name}`,
    ...differences.map((difference) => `      ${difference}`),
  ]),
];

const testCommand = buildCommand<{ readonly json: boolean }, readonly string[], CliContext>({
  func: test,
  parameters: {
    positional: {
      kind: 'array',
      minimum: 1,
      parameter: {
        brief: 'a file of rules with cases, a folder of them, or - for standard input',
        parse: String,
        placeholder: 'FILE',
      },
    },
    flags: jsonFlag,
  },
  docs: { brief: 'Try rules over plans on their cases, without a service' },
});

export const policyCommands = buildRouteMap({
  routes: { test: testCommand },
  docs: { brief: briefs.policy },
});
