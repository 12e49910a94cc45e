/**
 * `npm run cost`: counts an idle installation and three lives of a deployment, prints their cost, and writes it into
 * docs/cost.md.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { countedTypes, idleSection } from './idle.ts';
import { countedLives } from './lives.ts';
import { section, withSection } from './report.ts';

const page = new URL('../../docs/cost.md', import.meta.url);
const idle = idleSection(countedTypes());
const counted = section(await countedLives());
console.log(`${idle}\n\n${counted}`);
writeFileSync(page, withSection(withSection(readFileSync(page, 'utf8'), idle, 'idle'), counted));
