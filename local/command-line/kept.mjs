// Plain JavaScript, since Node would have to compile TypeScript before anything runs.

import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where the packed command line of this repository is kept, and of which sources it was made. */
export const record = `${root}node_modules/.cache/toscanini/command-line.json`;

/** A text that changes when one of these files does; undefined: one of them is gone. */
export const stampOf = (sources) => {
  const stamps = [];
  for (const source of sources) {
    const found = statSync(root + source, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    stamps.push(`${found.mtimeMs} ${found.size}`);
  }
  return stamps.join('\n');
};

/** The file that runs the command line as its sources are now; undefined: it has to be made. */
export const keptEntry = () => {
  try {
    const { entry, sources, stamp } = JSON.parse(readFileSync(record, 'utf8'));
    return stampOf(sources) === stamp && statSync(entry, { throwIfNoEntry: false }) !== undefined ? entry : undefined;
  } catch {
    // there is none yet, or what is in it is no record
    return undefined;
  }
};
