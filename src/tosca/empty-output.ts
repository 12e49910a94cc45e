import type { Output } from './topology.ts';

/** An output that the template alone decides, and that is nothing: it is in no answer. */
export const isEmpty = ({ value, deferred }: Pick<Output, 'value' | 'deferred'>): boolean =>
  value === null && !deferred;
