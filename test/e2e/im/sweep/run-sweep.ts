import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checks } from '../../checks.ts';
import { releases } from '../im-server.ts';
import { parserTypes, startJudge } from './judge.ts';
import type { Outcome } from './outcome.ts';
import { singlesOf, summaryOf } from './singles.ts';
import { importedTexts } from './sources.ts';
import { sweep } from './sweep.ts';
import { countsOf, isUnsaid, refusalOf } from './table.ts';

const root = join(import.meta.dirname, '../../../..');

/** Our copies of the packages' types have no scripts, so only the packages' own files show what the manager makes of them. */
const normative = ['1.0', '1.1', '1.2', '1.3'];

/** What the manager says, without what changes from case to case: one line of a hundred alike is enough. */
const kindOf = (outcome: Outcome): string =>
  `${outcome.name.split(' ').slice(1, 2)} ${refusalOf(outcome)
    ?.replace(/(?:"[^"]*"|'[^']*'|\d+)/g, '…')
    .slice(0, 160)}`;

/** The gate's sample: every so many templates of each source. */
const sample = 40;

/**
 * Tries templates that set one thing, or two, of the known types: what the manager's own parser and RADL check refuse has to
 * be a reason that `plan` gives. `types`: a folder with the packages' own files (sources.ts).
 */
export const checkSweep = async (
  checks: Checks,
  {
    whole,
    types,
    only,
  }: { readonly whole: boolean; readonly types?: string | undefined; readonly only?: string | undefined },
): Promise<void> => {
  const texts = await importedTexts(types);
  const judges = await Promise.all(releases.map((release) => startJudge(release, texts)));
  const outcomes: Outcome[] = [];
  try {
    for await (const outcome of sweep(
      judges,
      whole ? 1 : sample,
      only?.split(',') ?? (types === undefined ? normative : undefined),
    ))
      outcomes.push(outcome);
  } finally {
    for (const judge of judges) judge.stop();
  }
  console.table(countsOf(outcomes));
  const unsaid = outcomes.filter(isUnsaid);
  for (const [kind, alike] of [...Map.groupBy(unsaid, kindOf)].slice(0, 100))
    console.log(`refused and not said (${alike.length}): ${alike[0]?.name}: ${kind}`);
  const singles = singlesOf(outcomes);
  if (whole && singles.length > 0) {
    console.table(singles.filter(({ rewritten, reason }) => rewritten + reason > 0));
    console.log(summaryOf(singles));
  }
  const differing = outcomes.filter(({ differences }) => differences.length > 0);
  for (const { name, differences } of differing.slice(0, 50))
    console.log(`the stand-in differs: ${name}: ${differences[0]}`);
  const unrun = outcomes.filter((one) => one.unrun.length > 0);
  for (const { name, unrun: all } of unrun.slice(0, 50)) console.log(`not run: ${name}: ${all[0]}`);
  const compared = outcomes.filter(({ source }) => /^\d/.test(source)).length;
  await checks.check(`sweep: of ${compared} templates the stand-in makes what the manager makes of each`, async () => {
    assert.equal(differing.length, 0, `${differing.length} templates are another thing to the stand-in`);
  });
  await checks.check('sweep: the manager runs each operation that the plan does not leave out', async () => {
    assert.equal(unrun.length, 0, `${unrun.length} templates have operations that nobody runs and nobody names`);
  });
  await checks.check("sweep: the stand-in has the parser's own types", async () => {
    const own = JSON.parse(await readFile(join(root, 'local/sandbox/im/parser-types.json'), 'utf8'));
    for (const release of releases) assert.deepEqual(own, await parserTypes(release), release.name);
  });
  await checks.check(`sweep: of ${outcomes.length} templates the manager refuses none that fit`, async () => {
    assert.ok(outcomes.length > 100, 'templates are made');
    assert.equal(unsaid.length, 0, `${unsaid.length} templates are refused and not said`);
  });
};
