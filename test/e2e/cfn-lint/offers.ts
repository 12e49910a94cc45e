/**
 * Which sizes the regions of AWS lack, by AWS's own lists, which cfn-lint ships. `node test/e2e/cfn-lint/offers.ts` writes
 * src/domain/cloudformation/offers/regions.json; `npm run e2e:cfn-lint` fails when that is not what the pinned release says.
 */

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Size, sizes } from '../../../src/domain/cloudformation/offers/sizes.ts';
import { classNames, engineNames } from '../../../src/domain/cloudformation/services/database-choices.ts';
import { pythonEnvironment } from '../python-environment.ts';

const here = import.meta.dirname;
const file = join(here, '../../../src/domain/cloudformation/offers/regions.json');
const requirements = join(here, 'requirements.txt');

export type Offers = typeof import('../../../src/domain/cloudformation/offers/regions.json');

const source = (): string => /^cfn-lint==(\S+)$/m.exec(readFileSync(requirements, 'utf8'))?.[1] ?? '';

/** What the pinned release says today. */
export const offersOfRegions = async (): Promise<Pick<Offers, 'machines' | 'databases'>> => {
  const python = await pythonEnvironment('cfn-lint', requirements);
  const asked = { machines: sizes.map(({ name }) => name), databases: classNames, engines: engineNames };
  return JSON.parse(
    execFileSync(python, [join(here, 'offers.py')], { input: JSON.stringify(asked), encoding: 'utf8' }),
  );
};

/** Sizes of our table that are not as AWS describes them; a size that the pinned release does not know is one too. */
export const untrueSizes = async (): Promise<readonly string[]> => {
  const python = await pythonEnvironment('cfn-lint', requirements);
  const names = JSON.stringify(sizes.map(({ name }) => name));
  const published: readonly Omit<Size, 'price'>[] = JSON.parse(
    execFileSync(python, [join(here, 'sizes.py')], { input: names, encoding: 'utf8' }),
  );
  return sizes
    .filter(({ price: _, ...ours }) => !published.some((theirs) => isDeepStrictEqual(theirs, ours)))
    .map(({ name }) => name);
};

export const offersInUse = (): Offers => JSON.parse(readFileSync(file, 'utf8'));

if (import.meta.main) {
  const written = {
    source: `cfn-lint ${source()}`,
    asOf: new Date().toISOString().slice(0, 10),
    ...(await offersOfRegions()),
  };
  const lines = (of: object): string =>
    Object.entries(of)
      .map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(',\n');
  writeFileSync(
    file,
    `{\n  "source": ${JSON.stringify(written.source)},\n  "asOf": ${JSON.stringify(written.asOf)},\n  "machines": {\n${lines(written.machines)}\n  },\n  "databases": {\n${lines(written.databases)}\n  }\n}\n`,
  );
}
