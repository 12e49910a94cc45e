import { expect, it } from 'vitest';
import { eventInWords, messageOf, othersIn } from '../../ui/pages/deployment/timeline/events.ts';

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

it('names the end of a run, a move and a repair for what it is, and not as an update', () => {
  const accepted = (operation: string, message: string) =>
    ({ name: operation, operation, kind: 'ACCEPTED', at: '', message }) as const;
  const others = othersIn(
    [
      accepted('1', 'the run of the workflow save was accepted'),
      accepted('2', 'a move to another provider was accepted'),
      accepted('3', 'a repair was accepted'),
      accepted('4', 'an update was accepted'),
    ],
    { operation: { id: '5', kind: 'UPDATE', acceptedAt: '', runs: 'Care.backup of shop' } },
  );
  const words = ['1', '2', '3', '4', '5'].map(
    (id) => eventInWords('COMPLETE', 'the deployment is UPDATE_COMPLETE', others.get(id)).word,
  );
  expect(words).toEqual(['Run complete', 'Moved', 'Repaired', 'Updated', 'Run complete']);
  expect(eventInWords('FAILED', 'the deployment is UPDATE_FAILED: x', 'run')).toMatchObject({
    word: 'Run failed',
    says: 'x',
  });
});

it('calls a run that somebody has stopped no complete one', () => {
  const event = (kind: 'ACCEPTED' | 'CHANGE', message: string, operation = '1') => ({ kind, operation, message });
  const others = othersIn([
    event('ACCEPTED', 'the run of Care.backup of shop was accepted'),
    event('CHANGE', 'Care.backup of shop: stopped, somebody has stopped it'),
    event('ACCEPTED', 'an update was accepted', '2'),
    event('CHANGE', 'server: stopped, as it was asked for', '2'),
  ]);
  const words = ['1', '2'].map((id) => eventInWords('COMPLETE', 'the deployment is UPDATE_COMPLETE', others.get(id)));
  expect(words).toMatchObject([
    { word: 'Run stopped', tone: 'off' },
    { word: 'Updated', tone: 'running' },
  ]);
});
