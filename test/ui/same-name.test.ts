import { expect, it } from 'vitest';
import { isSameName } from '../../ui/pages/deployment/actions/same-name.ts';

it.each([
  ['web', 'web'],
  [' web ', 'web'],
  ['two spaces', '  two   spaces '],
  ['café', 'cafe\u0301'],
  ['مشروع', '\u200fمشروع\u200f'],
])('a name that is typed as one reads it is the name: %j, %j', (typed, name) =>
  expect(isSameName(typed, name)).toBe(true),
);

it.each([
  ['', 'web'],
  ['Web', 'web'],
  ['we b', 'web'],
  ['cafe', 'café'],
])('another one is not: %j, %j', (typed, name) => expect(isSameName(typed, name)).toBe(false));
