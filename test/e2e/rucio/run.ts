import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { pythonEnvironment } from '../python-environment.ts';
import { elements, expressions, onlyOurs } from './expressions.ts';

/**
 * `npm run tool e2e:rucio`: asks Rucio's own parser about the expressions here, and compares its answers with the table that `npm test`
 * holds our rules against. `-- --write` writes the table.
 */
const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const table = join(import.meta.dirname, '../../fixtures/rucio-expressions.json');

const answersOf = async (asked: readonly string[]): Promise<readonly (readonly string[] | null)[]> => {
  const python = await pythonEnvironment('rucio', join(import.meta.dirname, 'requirements.txt'));
  const child = spawn(python, [join(import.meta.dirname, 'answers.py')], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify({ elements, expressions: asked }));
  return JSON.parse(await text(child.stdout));
};

const answers = await answersOf([...expressions, ...onlyOurs]);
const refusedByRucio = answers.slice(expressions.length).every((answer) => answer === null);
const requirements = await readFile(join(import.meta.dirname, 'requirements.txt'), 'utf8');
const [release] = /^rucio==.+$/m.exec(requirements) ?? [];
const found = Object.fromEntries(expressions.map((expression, index) => [expression, answers[index]]));
if (values.write) {
  const document = { release, date: new Date().toISOString().slice(0, 10), answers: found };
  await writeFile(table, `${JSON.stringify(document, undefined, 2)}\n`);
}
const kept = JSON.parse(await readFile(table, 'utf8')) as { release: string; answers: Record<string, unknown> };
const different = expressions.filter(
  (expression) => JSON.stringify(kept.answers[expression]) !== JSON.stringify(found[expression]),
);
for (const expression of different) console.log(`${expression}: ${JSON.stringify(found[expression])}`);
console.log(
  `${release}: ${expressions.length - different.length} of ${expressions.length} answers are those of the table; it ${
    refusedByRucio ? 'refuses' : 'ACCEPTS SOME OF'
  } what only we accept`,
);
process.exitCode = different.length === 0 && refusedByRucio && kept.release === release ? 0 : 1;
