import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Instrumented, instrumented } from './instrumented.ts';

/**
 * `npm run tool mutate:quick -- ROOM [--sample 60] [--seed 1] [--tests ROOM,...]`: makes the same changes as `npm run mutate` and tries
 * them in one process, without starting the tests anew for each. Tries a random sample of the changes, if asked.
 */

const root = join(import.meta.dirname, '../..');

/** The folder of the room's tests: of a sub-room without one, that of the room above. */
const testsOf = (room: string): string =>
  room === '.' || existsSync(join(root, 'test', room)) ? room : testsOf(dirname(room));

/** The first `count` of the ids, in an order that the seed decides. */
const sampled = (ids: readonly string[], count: number, seed: number): readonly string[] => {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
  const keyed = ids.map((id) => ({ id, key: next() }));
  return keyed
    .sort((one, other) => one.key - other.key)
    .slice(0, count)
    .map(({ id }) => id);
};

const run = async (made: Instrumented, wanted: readonly string[], tests: string, folder: string) => {
  const [changes, noticed] = [join(folder, 'changes.json'), join(folder, 'noticed.json')];
  await writeFile(changes, JSON.stringify({ code: made.code, wanted }));
  await writeFile(noticed, JSON.stringify({ loaded: [], reached: [], noticed: [] }));
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--config', 'test/mutation/each-change.config.ts'], {
    cwd: root,
    env: { ...process.env, CHANGES: changes, NOTICED: noticed, TESTS: tests },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  // a test that a change has stopped half-way may leave rows behind, which the next one does not expect
  if (code !== 0) console.log(`some tests of ${tests} failed without a change: they noticed nothing`);
  return JSON.parse(readFileSync(noticed, 'utf8')) as Record<'loaded' | 'reached' | 'noticed', string[]>;
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' }, tests: { type: 'string' } },
});
const [room] = positionals;
if (room === undefined || !existsSync(join(root, 'src', room)))
  throw new Error(`name a room, such as domain/batch: there is no folder src/${room}`);
const made = await instrumented(room);
const ids = made.mutants.map(({ id }) => id);
const wanted = sampled(ids, Number(values.sample ?? ids.length), Number(values.seed));
const folder = await mkdtemp(join(tmpdir(), 'mutate-'));
try {
  const result = await run(made, wanted, values.tests ?? testsOf(room), folder);
  const [reached, noticed, loaded] = [new Set(result.reached), new Set(result.noticed), new Set(result.loaded)];
  // code that runs when a module is loaded has run before a change is switched on
  const tried = wanted.filter((id) => reached.has(id) || !loaded.has(id));
  const left = made.mutants.filter(({ id }) => tried.includes(id) && !noticed.has(id));
  for (const { id, place, what } of left)
    console.log(`${reached.has(id) ? 'survived   ' : 'not reached'} ${place} ${what}`);
  console.log(`${room}: ${noticed.size} of ${tried.length} noticed, seed ${values.seed}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
