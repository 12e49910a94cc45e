/** `npm run tool aws:policies`: writes local/sandbox/aws/iam/installation.json anew, from a synthesis. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installationText } from './policies.ts';

const file = join(import.meta.dirname, '../../../local/sandbox/aws/iam/installation.json');
const text = installationText();
await writeFile(file, text);
process.stdout.write(`${file}: ${text.length} characters\n`);
