import { startHouse } from '../house.ts';
import { disturbed, modesOf, undisturbed } from './drive.ts';
import { makeBuckets } from './records.ts';
import { scenarios } from './scenarios.ts';

const house = await startHouse();
await makeBuckets(house);
const which = RegExp(process.argv[2] ?? '.');
const onlyModes = RegExp(process.argv[3] ?? '.');
const began = Date.now();
const all = new Map<string, string[]>();
let count = 0,
  wrong = 0;
for (const scenario of scenarios.filter(({ name }) => which.test(name))) {
  const base = await undisturbed(house, scenario);
  console.log(`== ${scenario.name}: ${base.changes.length} changes, swept ${base.swept}`);
  if (process.argv[4]) {
    console.log(base.changes.map(({ name }, i) => `${i} ${name}`).join('\n'));
    console.log(base.end);
  }
  for (const [at, change] of base.changes.entries())
    for (const mode of modesOf(change).filter((m) => onlyModes.test(m))) {
      if (process.argv[5] && !RegExp(process.argv[5]).test(change.name)) continue;
      count += 1;
      const problems = await disturbed(house, base, { at, mode }).catch((e) => [`broke: ${e.stack}`]);
      if (problems.length) {
        wrong += 1;
        console.log(`  ${at} ${change.name} [${mode}]\n     ${problems.join('\n     ')}`);
      }
    }
}
for (const [k, v] of all) console.log(`${k.slice(0, 1500)}\n        <- ${v.slice(0, 4).join('; ')} (${v.length})`);
console.log(`${count} lost, ${wrong} wrong, ${Math.round((Date.now() - began) / 1000)} s`);
process.exit();
