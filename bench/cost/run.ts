/**
 * `npm run cost`: counts an idle installation, three lives of a deployment and the checks of what stands, prints their cost, and writes it into
 * docs/cost.md.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { checksSection, countedChecks } from './checks.ts';
import { countedTypes, idleSection } from './idle.ts';
import { countedLives } from './lives.ts';
import { section, withSection } from './report.ts';

const page = new URL('../../docs/cost.md', import.meta.url);
const idle = idleSection(countedTypes());
const counted = section(await countedLives());
const checks = checksSection(await countedChecks());
console.log(`${idle}\n\n${counted}\n\n${checks}`);
const written = withSection(withSection(readFileSync(page, 'utf8'), idle, 'idle'), counted);
writeFileSync(page, withSection(written, checks, 'checks'));
