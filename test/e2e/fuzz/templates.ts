import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { bindTemplate } from '../../../src/tosca/infrastructure-manager/bind.ts';
import { deployable } from '../../../src/tosca/infrastructure-manager/deployable.ts';
import { validateTemplate } from '../../../src/tosca/process.ts';
import type { Imports } from '../../../src/tosca/topology.ts';
import { processorTime } from '../../support/processor-time.ts';
import { filesIn } from '../../tosca/fixtures.ts';
import { damaged, randomOf } from './damage.ts';

/**
 * `npm run tool fuzz:templates [seconds [seed [FOLDER]…]]`: real templates, damaged at random, are checked and made ready for
 * the Infrastructure Manager. Each is accepted or refused with reasons, within seconds, and never with `processing-failed`.
 * The texts that do otherwise are written into a temporary folder. The same seed tries the same texts.
 */

const root = join(import.meta.dirname, '../../..');
const folders = ['examples', 'test/fixtures/templates', 'src/tosca/catalog', '../shared/corpus'];

/** milliseconds of the processor that one text may take */
const most = 20_000;

interface Tried {
  readonly code: string;
  readonly why: string;
}

/** Undefined: all is well. */
const tried = async (text: string, imports: Imports): Promise<Tried | undefined> => {
  const started = processorTime();
  try {
    const { ok, problems } = await validateTemplate(text, imports);
    if (problems.some(({ code }) => code === 'processing-failed')) return { code: 'processing-failed', why: 'check' };
    const ready = await deployable(text, { inputs: {}, imports });
    if (ready.processed.problems.some(({ code }) => code === 'processing-failed'))
      return { code: 'processing-failed', why: 'deploy' };
    if (ok && ready.processed.ok) bindTemplate(ready.text, { inputs: ready.processed.topology.inputs, name: 'fuzz' });
  } catch (error) {
    return { code: 'thrown', why: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  const used = processorTime() - started;
  return used > most ? { code: 'slow', why: `${(used / 1000).toFixed(1)} s` } : undefined;
};

/** The files of the same names; what is not there is a reason like any other. */
const importsAmong = (files: ReadonlyMap<string, string>): Imports => ({
  read: async (address) => {
    const found = files.get(basename(address));
    if (found === undefined) throw new Error('there is no such file');
    return found;
  },
});

const [seconds = '120', seed = `${Date.now() % 1_000_000}`, ...others] = process.argv.slice(2);
const places = [...folders.map((one) => join(root, one)), ...others].filter((one) => existsSync(one));
const files = places.flatMap(filesIn).map((file) => [basename(file), readFileSync(file, 'utf8')] as const);
const texts = files.map(([, text]) => text).filter((text) => text.length < 60_000);
const imports = importsAmong(new Map(files));
const random = randomOf(Number(seed));
const folder = await mkdtemp(join(tmpdir(), 'fuzz-templates-'));

console.log(`${texts.length} templates, seed ${seed}, for ${seconds} s`);
const ends = Date.now() + Number(seconds) * 1000;
let [count, failed, said] = [0, 0, Date.now()];
for (; Date.now() < ends; count += 1) {
  const text = damaged(random, texts);
  const fault = await tried(text, imports);
  if (fault !== undefined) {
    failed += 1;
    const place = join(folder, `${failed}.yaml`);
    writeFileSync(place, text);
    console.log(`${place}: ${fault.code}: ${fault.why}`);
  }
  if (Date.now() - said > 60_000) {
    console.log(`${count} texts, ${failed} wrong`);
    said = Date.now();
  }
}
console.log(
  `${count} damaged templates were tried, ${failed} of them ${failed === 1 ? 'was' : 'were'} not answered as they have to be`,
);
process.exitCode = failed === 0 ? 0 : 1;
