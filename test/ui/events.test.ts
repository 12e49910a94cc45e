import { expect, it } from 'vitest';
import { eventInWords, messageOf } from '../../ui/pages/deployment/timeline/events.ts';

it.each([
  ['ACCEPTED', 'a check was accepted', 'a check'],
  ['ACCEPTED', 'an update back to version 2 was accepted', 'an update back to version 2'],
  ['WARNING', 'Warning: an image is old', 'an image is old'],
  ['COMPLETE', 'the update was accepted', 'the update was accepted'],
] as const)('%s: %s, does not repeat the word before it', (kind, message, shown) =>
  expect(messageOf(kind, message)).toBe(shown),
);

it.each([
  ['COMPLETE', 'the deployment is UPDATE_COMPLETE', 'Updated', ''],
  ['FAILED', 'the deployment is CREATE_FAILED: A: no host', 'Creation failed', 'A: no host'],
  ['COMPLETE', 'the check is over', 'Complete', 'the check is over'],
] as const)('%s: %s, says in words how an operation has ended', (kind, message, word, says) =>
  expect(eventInWords(kind, message)).toMatchObject({ word, says }),
);
