import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtDashboard, dashboardCache } from '../../../lib/bundles/kept-dashboard.ts';
import { prepare } from '../../../local/start/prepare.ts';
import { assemblyCache, cloudAssembly } from '../../../local/template/assembly.ts';

const root = join(import.meta.dirname, '../../..');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toscanini-prepare-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('what npm ci prepares', () => {
  it('is what the first start takes', async () => {
    await prepare(root);
    // an app that had to run would be stopped at once, and the start would fail
    await expect(cloudAssembly(root, assemblyCache(root) ?? '', AbortSignal.abort())).resolves.toMatch(/\/assembly\//);
    const cache = dashboardCache(root) ?? '';
    const kept = readdirSync(cache);
    const dashboard = await builtDashboard(root, cache);
    expect(kept.map((name) => join(cache, name))).toContain(dashboard);
    expect(readdirSync(dashboard)).toContain('index.html');
  });

  it('is nothing where nobody may write beside the packages', async () => {
    writeFileSync(join(folder, 'node_modules'), '');
    await prepare(folder);
    expect(readdirSync(folder)).toEqual(['node_modules']);
  });

  it('may fail without failing npm ci, and says what that costs', () => {
    for (const file of ['local/developers/prepare.mjs', 'local/old-node.mjs']) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      copyFileSync(join(root, file), join(folder, file));
    }
    const { status, stderr } = spawnSync(process.execPath, [join(folder, 'local/developers/prepare.mjs')]);
    expect([status, `${stderr}`]).toEqual([
      0,
      expect.stringMatching(/^npm start is not prepared, so its first run takes seconds longer: Cannot find .+\n$/),
    ]);
  });

  it('is made by the script that npm ci runs at its end', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(scripts.postinstall).toContain('node local/developers/prepare.mjs');
  });
});
