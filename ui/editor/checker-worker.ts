import address from './check.worker.ts?worker';
import { type Checker, checkerOf } from './checker.ts';

/** Starts the worker that checks templates. */
export const startChecker = (): Checker =>
  checkerOf(new Worker(new URL(address, import.meta.url), { type: 'module', name: 'checker' }));
