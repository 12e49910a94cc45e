#!/usr/bin/env node
// Plain JavaScript: an older Node can read this file, but not the TypeScript that follows.

import { isTooOld } from '../local/old-node.mjs';

const ranWithOwnNode = isTooOld && (await (await import('./own-node.mjs')).runWithOwnNode());

if (!ranWithOwnNode) {
  // says which Node is needed
  await import('../local/guard.mjs');
  await import('./main.ts');
}
