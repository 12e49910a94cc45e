/** `npm run cost`: counts three lives of a deployment, prints what they cost, and writes it into docs/cost.md. */

import { readFileSync, writeFileSync } from 'node:fs';
import { countedLives } from './lives.ts';
import { section, withSection } from './report.ts';

const page = new URL('../../docs/cost.md', import.meta.url);
const text = section(await countedLives());
console.log(text);
writeFileSync(page, withSection(readFileSync(page, 'utf8'), text));
