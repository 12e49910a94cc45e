import { expect } from 'vitest';

/**
 * In what a test expects, a regular expression stands for a text that matches it. Without this, `toMatchObject` takes it for
 * an object without members, which every text matches.
 */
expect.addEqualityTesters([
  (seen, expected) => {
    if (!(expected instanceof RegExp) || seen instanceof RegExp) return undefined;
    return typeof seen === 'string' && expected.test(seen);
  },
]);
