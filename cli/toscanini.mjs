#!/usr/bin/env node
// An older Node can read this file, but not the TypeScript that follows: guard.mjs says so.
import '../local/guard.mjs';

await import('./main.ts');
