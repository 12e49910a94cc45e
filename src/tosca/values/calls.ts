import type { Calls } from '../types/definitions.ts';

/** For values without function calls. */
export const noCalls: Calls = { evaluate: () => undefined };
