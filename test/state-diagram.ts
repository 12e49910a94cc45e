/** Draws the states of a deployment from the table of the code: `npx node test/state-diagram.ts --write` puts it into docs/architecture.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transitions } from '../src/domain/deployments/record/lifecycle.ts';

const page = fileURLToPath(new URL('../docs/architecture.md', import.meta.url));
const block = /(?<=<!-- states -->\n)[\s\S]*?(?=<!-- \/states -->)/;

export const stateDiagram = (): string => {
  const arrows = Object.entries(transitions).flatMap(([from, row]) =>
    Object.entries(row).map(([happening, to]) => `  ${from} --> ${to}: ${happening}`),
  );
  const lines = ['stateDiagram-v2', '  [*] --> CREATE_IN_PROGRESS: create', ...arrows, '  DELETE_COMPLETE --> [*]'];
  return ['```mermaid', ...lines, '```', ''].join('\n');
};

export const drawnInPage = (): string | undefined => block.exec(readFileSync(page, 'utf8'))?.[0];

if (process.argv.includes('--write')) {
  writeFileSync(page, readFileSync(page, 'utf8').replace(block, stateDiagram()));
}
