import type { Output } from './topology.ts';

/** An output whose value is null before the deployment and stays so: no answer contains it. */
export const isEmpty = ({ value, deferred }: Pick<Output, 'value' | 'deferred'>): boolean =>
  value === null && !deferred;
