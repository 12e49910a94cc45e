import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { buildApp } from '../../lib/app.ts';
import { root } from '../../lib/bundles/bundling.ts';
import { programs } from '../../lib/bundles/programs.ts';
import { sampled } from '../support/sampled.ts';
import { digestsOf } from './digests.ts';
import { exampleConfiguration } from './stacks.ts';

const some = [
  'http/deployments/create',
  'http/deployments/get',
  'tasks/submit-attempt',
  'tasks/poll-attempt',
  'events/file-created',
];
const others = ['tasks/begin-event', 'tasks/send-callback', 'http/schedules/list'];

const isFull = sampled(0, 1) === 1;

describe('the bundles and the templates', () => {
  it.runIf(isFull)(
    'are the same when they are made again, in another folder and process, with fewer others',
    async () => {
      const made = await programs([...some, ...others].map((name) => `functions/${name}.ts`));
      const here = digestsOf(root, made.slice(0, some.length), buildApp(exampleConfiguration));
      expect(Object.keys(here).filter((name) => name.endsWith('/index.mjs'))).toHaveLength(some.length);
      expect(Object.keys(here).filter((name) => name.endsWith('.template.json'))).toHaveLength(2);
      expect(await digestsElsewhere(some)).toEqual(here);
    },
  );
});

/** What the app is made of. */
const sources = ['functions', 'lib', 'src', 'statemachines', 'package.json', 'tsconfig.json'];

/** Of a copy of the app in another folder. */
const digestsElsewhere = async (names: readonly string[]): Promise<Readonly<Record<string, string>>> => {
  const other = await mkdtemp(join(tmpdir(), 'toscanini-elsewhere-'));
  try {
    for (const name of sources) await cp(join(root, name), join(other, name), { recursive: true });
    await symlink(join(root, 'node_modules'), join(other, 'node_modules'));
    const program = join(root, 'test/lib/digests.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [program, other, ...names]);
    return JSON.parse(stdout);
  } finally {
    await rm(other, { recursive: true, force: true });
  }
};
