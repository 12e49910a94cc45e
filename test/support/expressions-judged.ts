/**
 * Judges the regular expressions of the source with recheck, and writes those that are linear to the list that
 * test/expressions.test.ts reads. Takes minutes: `npx node test/support/expressions-judged.ts`; `-- --anew` judges all again.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from 'recheck';
import { allExpressions } from './expressions.ts';

export const judgedPath = join(import.meta.dirname, '../fixtures/linear-expressions.json');

/** Why an expression (`pattern/flags`) is not linear; undefined: it is. */
export const faultOf = async (expression: string): Promise<string | undefined> => {
  const at = expression.lastIndexOf('/');
  const found = await check(expression.slice(0, at), expression.slice(at + 1), { timeout: 120_000 });
  if (found.status === 'safe') return undefined;
  return `/${expression}: ${found.status === 'vulnerable' ? found.complexity.summary : found.error.kind}`;
};

const judgeAll = async (): Promise<void> => {
  const before = existsSync(judgedPath) && !process.argv.includes('--anew') ? readFileSync(judgedPath, 'utf8') : '[]';
  const all = allExpressions();
  const linear = new Set((JSON.parse(before) as string[]).filter((one) => all.includes(one)));
  const open = all.filter((one) => !linear.has(one)).values();
  const judgeNext = async (): Promise<void> => {
    for (const expression of open) {
      const fault = await faultOf(expression);
      if (fault === undefined) linear.add(expression);
      else console.log(fault);
    }
  };
  await Promise.all(Array.from({ length: 3 }, judgeNext));
  writeFileSync(judgedPath, `${JSON.stringify([...linear].toSorted(), null, 1)}\n`);
};

if (process.argv[1] === import.meta.filename) await judgeAll();
