import { expect, it } from 'vitest';
import { givenOf } from '../../../src/domain/deployments/record/given.ts';

it('shows labels in the same order, in whichever the table has returned them', () => {
  const texts = [
    { team: 'physics', stage: 'test' },
    { stage: 'test', team: 'physics' },
  ].map((labels) => JSON.stringify(givenOf({ labels })));
  expect(texts[0]).toBe('{"labels":{"stage":"test","team":"physics"}}');
  expect(texts[1]).toBe(texts[0]);
});
