#!/usr/bin/env node
// Plain JavaScript: an older Node can read this file, but not the TypeScript that follows.

import { onNewNode } from '../local/node.mjs';

await onNewNode(() => import('./main.ts'));
