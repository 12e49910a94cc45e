import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readDashboard } from '../../../src/adapters/dashboard/files.ts';

const folder = mkdtempSync(join(tmpdir(), 'toscanini-dashboard-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, 'assets/empty'), { recursive: true });
writeFileSync(join(folder, 'index.html'), '<p>ünï</p>');
writeFileSync(join(folder, 'assets/main.js'), 'void 0;');

describe('the files of the dashboard', () => {
  it('are read by their paths below the folder, however its name ends', () => {
    const files = { 'index.html': '<p>ünï</p>', 'assets/main.js': 'void 0;' };
    for (const name of [folder, `${folder}/`, `${folder}//`])
      expect(Object.fromEntries(readDashboard(name))).toEqual(files);
  });

  it('are none where nobody has built them', () => {
    expect(readDashboard(join(folder, 'nothing')).size).toBe(0);
    expect(readDashboard().size).toBe(0);
  });
});
