import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * `npm run mutate [-- ROOM...]`: changes the code of a room in many small ways, one at a time, and runs the room's tests
 * against each change. A change that no test notices is printed. ROOM is a folder below src, such as
 * `domain/providers`; its tests are in the folder of the same name below test. Fails when a room scores below 90 %.
 */

const least = 90;

const root = join(import.meta.dirname, '../..');

const rooms = ['domain', 'adapters'].flatMap((folder) =>
  readdirSync(join(root, 'src', folder)).map((room) => `${folder}/${room}`),
);

/** of what Stryker writes */
const folder = '.stryker-tmp';

const settings = (room: string) => ({
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { related: false, configFile: 'test/mutation/vitest.config.ts' },
  mutate: [`src/${room}/**/*.ts`],
  // a wording is no behaviour: tests of messages look for their facts
  mutator: { excludedMutations: ['StringLiteral'] },
  reporters: ['clear-text'],
  clearTextReporter: { allowColor: false, reportTests: false, reportScoreTable: true, logTests: false },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  tempDirName: `${folder}/mutants`,
  ignorePatterns: [folder, '.venv', '.toscanini', 'cdk.out'],
  tsconfigFile: 'none', // Stryker reads it with an interface that this release of TypeScript does not have
});

/** The score of one room in percent; 0 without tests of its own. */
const scoreOf = async (room: string): Promise<number> => {
  if (!existsSync(join(root, 'test', room))) return 0;
  const file = join(root, folder, 'settings.json');
  await mkdir(join(root, folder), { recursive: true });
  await writeFile(file, JSON.stringify(settings(room)));
  const stryker = spawn(
    process.execPath,
    [join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', file],
    {
      cwd: root,
      env: { ...process.env, ROOM: room },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let printed = '';
  stryker.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    process.stdout.write(text);
  });
  const [code] = await once(stryker, 'exit');
  const score = /^All files +\|[^|]*?([\d.]+)/m.exec(stripVTControlCharacters(printed))?.[1];
  if (code !== 0 || score === undefined) throw new Error(`the mutation run of ${room} broke (${code})`);
  return Number(score);
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((room) => !existsSync(join(root, 'src', room)));
if (unknown.length > 0) throw new Error(`there is no room src/${unknown[0]}; rooms are ${rooms.join(', ')}`);

const scores = new Map<string, number>();
for (const room of wanted.length > 0 ? wanted : rooms) scores.set(room, await scoreOf(room));
for (const [room, score] of scores)
  console.log(`${score < least ? 'FAILED' : 'ok    '} ${score} % of ${least} % ${room}`);
if ([...scores.values()].some((score) => score < least)) process.exitCode = 1;
