import { expect, it } from 'vitest';
import { messageOf } from '../../ui/pages/deployment/timeline/events.ts';

it.each([
  ['ACCEPTED', 'a check was accepted', 'a check'],
  ['ACCEPTED', 'an update back to version 2 was accepted', 'an update back to version 2'],
  ['WARNING', 'Warning: an image is old', 'an image is old'],
  ['COMPLETE', 'the update was accepted', 'the update was accepted'],
] as const)('%s: %s, does not repeat the word before it', (kind, message, shown) =>
  expect(messageOf(kind, message)).toBe(shown),
);
