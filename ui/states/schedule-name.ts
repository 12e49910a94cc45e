import type { Schedule } from '../../client/types.ts';

/** A schedule without a name is called by the files that it waits for. */
export const nameOf = ({ name, fileExpression }: Pick<Schedule, 'name' | 'fileExpression'>): string =>
  name ?? fileExpression;
