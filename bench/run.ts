/** `npm run bench [name …]`: the ratios of all benchmarks in one table; exits with 1 when one is over its budget. */
import type { Row } from './row.ts';

const benches: Readonly<Record<string, () => Promise<{ run: () => Promise<readonly Row[]> }>>> = {
  template: () => import('./template.ts'),
  'template-memory': () => import('./template-memory.ts'),
  translation: () => import('./translation.ts'),
  get: () => import('./get.ts'),
  matching: () => import('./matching.ts'),
  page: () => import('./page.ts'),
  pages: () => import('./pages.ts'),
  counters: () => import('./counters.ts'),
  burst: () => import('./burst.ts'),
  'cold-start': () => import('./cold-start.ts'),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`there is no benchmark ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}`);
  process.exit(1);
}

const rows: Row[] = [];
for (const [name, load] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.error(`running ${name} …`);
  rows.push(...(await (await load()).run()));
}

const width = Math.max(...rows.map(({ name }) => name.length));
for (const { name, ratio, budget, detail } of rows) {
  const mark = ratio <= budget ? 'ok  ' : 'OVER';
  console.log(`${mark} ${name.padEnd(width)}  ${ratio.toFixed(2).padStart(7)} of ${budget.toFixed(2)}   ${detail}`);
}
process.exit(rows.every(({ ratio, budget }) => ratio <= budget) ? 0 : 1);
