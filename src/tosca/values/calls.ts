import type { Calls } from '../types/definitions.ts';

/** For values in which nothing is called. */
export const noCalls: Calls = { evaluate: () => undefined };
