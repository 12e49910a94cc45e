import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../src/domain/tosca/problems.ts';
import { processTemplate } from '../../../src/domain/tosca/process.ts';
import type { Json } from '../../../src/domain/tosca/topology.ts';
import { corpus, corpusIsHere, filesIn, noImports } from './fixtures.ts';

/** Values for inputs without a default, by the type a template declares. */
const dummies: Readonly<Record<string, Json>> = {
  'scalar-unit.size': '4 GB',
  list: ['a'],
  map: {},
  boolean: 'true',
};

/**
 * Add-on templates: they extend another one (their metadata names its `parents`), whose nodes and inputs they name
 * without having them, so that on their own they cannot be deployed.
 */
const isAddOn = (text: string): boolean => /^ {2}parents:/m.test(text);
const dangling = new Set(['node-unknown', 'input-unknown']);

/** Mistakes their authors made, as code@line. */
const mistakes: Readonly<Record<string, readonly string[]>> = {
  // types it names are defined nowhere; the users of the file never use what needs them
  'grycap-templates/custom_types.yaml': ['type-unknown@483', 'type-unknown@2208'],
  // a policy with credentials from inputs it does not declare
  'indigo-types/examples/cellar_webapp_mem_aws.yaml': ['input-unknown@76', 'input-unknown@77', 'input-unknown@78'],
  // properties of other types than those it names
  'indigo-types/examples/vm_docker_deepass.yml': ['property-unknown@63', 'property-unknown@79'],
};

async function errorsIn(text: string): Promise<readonly Problem[]> {
  const first = await processTemplate(text, { inputs: {}, imports: noImports });
  const inputs = Object.fromEntries(
    first.problems
      .filter(({ code }) => code === 'input-missing')
      .map((problem) => [problem.path.slice('inputs.'.length), dummy(text, problem)]),
  );
  const { problems } = await processTemplate(text, { inputs, imports: noImports });
  return problems.filter(({ severity }) => severity === 'error');
}

function dummy(text: string, { line }: Problem): Json {
  const type = text
    .split('\n')
    .slice(line - 1, line + 8)
    .map((each) => /^\s*type:\s*"?([\w.-]+)/.exec(each)?.[1])
    .find((each) => each !== undefined);
  return dummies[type ?? ''] ?? '1';
}

const files = corpusIsHere
  ? ['indigo-templates', 'grycap-templates', 'indigo-types/examples'].flatMap((folder) => filesIn(join(corpus, folder)))
  : [];

describe.skipIf(!corpusIsHere)('real templates', () => {
  it('are here', () => expect(files.length).toBeGreaterThan(100));

  it.each(files.map((file) => [relative(corpus, file)]))('%s is accepted, or its mistake named', async (file) => {
    const text = readFileSync(join(corpus, file), 'utf8');
    const errors = await errorsIn(text);
    const unexpected = errors.filter(({ code }) => !(isAddOn(text) && dangling.has(code)));
    expect(unexpected.map(({ code, line }) => `${code}@${line}`)).toEqual(mistakes[file] ?? []);
  });
});
