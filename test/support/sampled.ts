/** Tests over a large grid, or over many random cases, try a sample in `npm test` and all in `npm run tool test:full`, as the gate does. */

const isFull = process.env['SAMPLES'] === 'full';

/** How many cases to try: `some` in `npm test`, `all` in `npm run tool test:full`. */
export const sampled = (some: number, all: number): number => (isFull ? all : some);

/** Every n-th of the cases in `npm test`, and each in `npm run tool test:full`. */
export const everyNth = <T>(n: number, all: readonly T[]): readonly T[] =>
  isFull ? all : all.filter((_, index) => index % n === 0);
