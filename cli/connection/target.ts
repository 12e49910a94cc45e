import type { Context } from './contexts.ts';

/** A service, and whose login is used there. */
export interface Target extends Context {
  /** undefined: the address was given directly */
  readonly name: string | undefined;
  /** name of the context whose login is used; undefined: none has this address */
  readonly as?: string | undefined;
}
