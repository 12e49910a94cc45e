import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../src/tosca/problems.ts';
import { processTemplate } from '../../src/tosca/process.ts';
import type { Imports, Json } from '../../src/tosca/topology.ts';
import { corpus, corpusIsHere, filesIn, noImports } from './fixtures.ts';

/** Values for inputs without a default, by the type a template declares. */
const dummies: Readonly<Record<string, Json>> = {
  'scalar-unit.size': '4 GB',
  list: ['a'],
  map: {},
  boolean: 'true',
};

/** What an add-on is added to stands beside it; one that is not here is the only error. */
const besideIn = (folder: string): Imports => ({
  ...noImports,
  read: async (address) => {
    if (parentsIn(folder).has(address)) return readFileSync(join(folder, address), 'utf8');
    return noImports.read(address);
  },
});

const parentsIn = (folder: string): ReadonlySet<string> =>
  new Set(readdirSync(folder).filter((name) => name !== 'custom_types.yaml' && /\.ya?ml$/.test(name)));

/** Mistakes their authors made, as code@line. */
const mistakes: Readonly<Record<string, readonly string[]>> = {
  // types it names are defined nowhere; the users of the file never use what needs them
  'grycap-templates/custom_types.yaml': ['type-unknown@483', 'type-unknown@2208'],
  // a policy with credentials from inputs it does not declare
  'indigo-types/examples/cellar_webapp_mem_aws.yaml': ['input-unknown@76', 'input-unknown@77', 'input-unknown@78'],
  // properties of other types than those it names
  'indigo-types/examples/vm_docker_deepass.yml': ['property-unknown@63', 'property-unknown@79'],
};

async function errorsIn(text: string, imports: Imports): Promise<readonly Problem[]> {
  const first = await processTemplate(text, { inputs: {}, imports });
  const inputs = Object.fromEntries(
    first.problems
      .filter(({ code }) => code === 'input-missing')
      .map((problem) => [problem.path.slice('inputs.'.length), dummy(text, problem)]),
  );
  const { problems } = await processTemplate(text, { inputs, imports });
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

/** Add-ons of a template that is not in the corpus. */
const isWithoutParent = (text: string): boolean => /^ {2}parents:\n(?: +- slurm_cluster\.yml\n)+(?! +-)/m.test(text);

const files = corpusIsHere
  ? ['indigo-templates', 'grycap-templates', 'indigo-types/examples'].flatMap((folder) => filesIn(join(corpus, folder)))
  : [];

describe.skipIf(!corpusIsHere)('real templates', () => {
  it('are here', () => expect(files.length).toBeGreaterThan(100));

  it.each(files.map((file) => [relative(corpus, file)]))('%s is accepted, or its mistake named', async (file) => {
    const text = readFileSync(join(corpus, file), 'utf8');
    const errors = await errorsIn(text, besideIn(dirname(join(corpus, file))));
    const codes = errors.map(({ code, line }) => `${code}@${line}`);
    if (isWithoutParent(text)) expect(codes).toEqual([expect.stringMatching(/^parent-unread@/)]);
    else expect(codes).toEqual(mistakes[file] ?? []);
  });
});
