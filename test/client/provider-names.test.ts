import { expect, it } from 'vitest';
import { withProviderNames } from '../../client/index.ts';

const providers = [
  { id: 'alpha', name: 'Alpha, of Bari' },
  { id: 'alpha-2', name: 'Alpha 2' },
  { id: 'x:y', name: 'With $& in it' },
];

it.each([
  ['provider alpha works on infrastructure alpha', 'provider Alpha, of Bari works on infrastructure alpha'],
  ['provider alpha: the infrastructure is gone', 'provider Alpha, of Bari: the infrastructure is gone'],
  ['attempt 2: provider alpha-2 is asked', 'attempt 2: provider Alpha 2 is asked'],
  ['provider x:y: no', 'provider With $& in it: no'],
  ['provider gamma, which nobody knows', 'provider gamma, which nobody knows'],
  ['provider constructor: no', 'provider constructor: no'],
])('%s', (text, named) => {
  expect(withProviderNames(text, providers)).toBe(named);
});
