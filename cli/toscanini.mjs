#!/usr/bin/env node
// Plain JavaScript: an older Node can read this file, but not the TypeScript that follows.

import { createRequire } from 'node:module';
import { onNewNode } from '../local/node.mjs';
import { keptEntry } from './package/kept.mjs';

const packed = async () => keptEntry() ?? (await (await import('./package/keep.ts')).keepCommandLine());

await onNewNode(async () => {
  const entry = await packed();
  await (entry === undefined ? import('./main.ts') : createRequire(import.meta.url)(entry));
});
