import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allExpressions, expressionsIn, expressionsOfSource } from './support/expressions.ts';
import { faultOf, judgedPath } from './support/expressions-judged.ts';

/**
 * Every regular expression that meets texts of others is judged linear by recheck. To judge one takes seconds, so a list has
 * those that were judged (test/support/expressions-judged.ts writes it), and what is new in the source is judged here.
 * `SAMPLES=full` judges all of them again.
 */
const judged: ReadonlySet<string> = new Set(JSON.parse(readFileSync(judgedPath, 'utf8')) as string[]);
const isFull = process.env['SAMPLES'] === 'full';

/** Put together while the program runs, and where their parts come from. */
const composed: { readonly [file: string]: string } = {
  'src/domain/cloudformation/dynamic-references.ts': 'two signs of its own',
  'src/domain/deployments/accepting/callback-address.ts': 'docs/openapi.json has it',
  'src/domain/deployments/record/default-name.ts': 'one class of characters',
  'src/domain/deployments/record/log-cursor.ts': 'docs/openapi.json has it',
  'src/domain/labels/labels.ts': 'docs/openapi.json has them',
  'src/domain/providers/aws-tags.ts': 'one class of characters, up to 256 times',
  'src/http/pipeline/fields.ts': 'docs/openapi.json has them',
  'src/http/pipeline/idempotency.ts': 'docs/openapi.json has it',
  'src/http/pipeline/preconditions.ts': 'docs/openapi.json has it',
  'src/http/webhooks/webhooks.ts': 'docs/openapi.json has it',
  'src/tosca/catalog/catalog.ts': 'addresses.yaml has them',
  'src/tosca/secrets/command-words.ts': 'options and names of programs, judged below',
  'src/tosca/secrets/commands.ts': 'names of programs, then one class up to 4,000 times',
  'src/tosca/secrets/tokens.ts': 'prefixes and classes of characters, judged below',
  'src/tosca/values/pattern.ts': 'only compiled, to see whether it is one',
  'cli/check/files.ts': 'endings of names',
  'ui/pages/deployment/log/log-lines.ts': 'one class of characters',
};

const source = expressionsOfSource();
const all = allExpressions();

describe('the regular expressions of the source', () => {
  it('are linear in the text', { timeout: 3_600_000 }, async () => {
    const open = isFull ? all : all.filter((one) => !judged.has(one));
    const faults: string[] = [];
    for (const one of open) faults.push(...[await faultOf(one)].filter((fault) => fault !== undefined));
    expect(faults).toEqual([]);
  });

  it('are mostly in the list: to judge many takes minutes, and recheck guesses some by chance', () => {
    expect(all.filter((one) => !judged.has(one)).length, 'npx node test/support/expressions-judged.ts').toBeLessThan(
      40,
    );
  });

  it('are put together only in places that are known', () => {
    const places = source.flatMap(({ file, expression }) => (expression === undefined ? [file] : []));
    expect([...new Set(places)].toSorted()).toEqual(Object.keys(composed).toSorted());
  });

  it('are found in every form, and a slow one is seen', async () => {
    const found = expressionsIn('const a = /x+/g; f(new RegExp("y*")); RegExp(`z${a}`); "/no/";', 'a.ts');
    expect(found.map(({ expression }) => expression)).toEqual(['x+/g', 'y*/', undefined]);
    expect(await faultOf('x+$/')).toMatch(/polynomial/);
  });
});
