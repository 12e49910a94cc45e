/** `npm run lint` and `npm run format`: Biome, which is installed when it is first used. All arguments are Biome's. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installedTool } from './tools.ts';

const biome = join(await installedTool('lint'), '@biomejs/biome/bin/biome');
const { status, error } = spawnSync(process.execPath, [biome, ...process.argv.slice(2)], { stdio: 'inherit' });
if (error) throw error;
process.exitCode = status ?? 1;
