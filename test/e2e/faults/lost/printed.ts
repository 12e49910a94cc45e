/** What scripts of the machines say of themselves: each run is a line, so that none goes unseen that runs twice. */

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of this process: as many as there are parts run beside each other. */
export const printedAt = join(tmpdir(), `toscanini-printed-${process.pid}`);

export const linesPrinted = (): readonly string[] =>
  existsSync(printedAt)
    ? readFileSync(printedAt, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];

export const forgetPrinted = (): void => rmSync(printedAt, { force: true });
