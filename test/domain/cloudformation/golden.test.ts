/** Whole stacks as they are sent, which cfn-lint reads in the gate (npm run e2e:cfn-lint). Written anew with `-u`. */

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { softwareIn } from '../../../src/domain/cloudformation/kept-software.ts';
import { nothingToRun } from '../../../src/domain/cloudformation/software/software.ts';
import { stacks } from './golden-stacks.ts';
import { stackOf } from './translated.ts';

const folder = join(import.meta.dirname, '../../fixtures/stacks');

it.each(stacks.map(([name, nodes, more = {}]) => ({ name, nodes, more })))('$name', async ({ name, nodes, more }) => {
  const { template } = await stackOf(nodes, more);
  await expect(`${JSON.stringify(unpacked(template), null, 2)}\n`).toMatchFileSnapshot(
    join(folder, `${name}.template`),
  );
});

/** What is packed can be read in the file. */
const unpacked = (template: object): object => {
  const software = softwareIn(JSON.stringify(template));
  const open = (name: string, value: unknown) => (name === 'software' && typeof value === 'string' ? software : value);
  return software === nothingToRun ? template : JSON.parse(JSON.stringify(template, open));
};
