#!/usr/bin/env node
// Plain JavaScript: an older Node can read this file, but not the TypeScript that follows.

import { createRequire } from 'node:module';
import { keptEntry } from '../local/command-line/kept.mjs';
import { onNewNode } from '../local/node.mjs';

const packed = async () => keptEntry() ?? (await (await import('../local/command-line/keep.ts')).keepCommandLine());

await onNewNode(async () => {
  const entry = await packed();
  await (entry === undefined ? import('./main.ts') : createRequire(import.meta.url)(entry));
});
