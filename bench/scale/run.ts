/**
 * `npm run simulate [-- --write]`: shows which quota is reached first and how long queues become; `--write` puts it into
 * docs/scale.md.
 */

import { document } from './document.ts';
import { report } from './report.ts';

const text = report();
console.log(text);
if (process.argv.includes('--write')) document(text);
