import { expect, it } from 'vitest';
import { failingFrom } from '../../client/provider-words.ts';
import { failuresInARow } from '../../src/observability/failing-providers.ts';

it('a provider is called failing from the failure on of which operators are told', () =>
  expect(failingFrom).toBe(failuresInARow));
