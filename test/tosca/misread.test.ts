import { expect, it } from 'vitest';
import { isMisread, isTime, mayBeMisread } from '../../src/tosca/yaml/misread.ts';

it.each(['-.5', '+.25', '08', '1e3'])(
  'a number is written so that Python reads one too, which takes %s for a text',
  (text) => {
    expect(isMisread(text, true, Number(text))).toBe(true);
  },
);

it.each(['0755', '1_000', '12:30', '1.5e+3', '0x1F'])(
  'a number stays as it is written where Python reads one: %s',
  (text) => {
    expect(isMisread(text, true, 1)).toBe(false);
  },
);

it.each(['._0', '+.25', '-.5_0', '+0:30'])(
  'a text that another reader than Python takes for a number gets quotes: %s',
  (text) => {
    expect(mayBeMisread(text)).toBe(true);
    expect(isMisread(text, true, text)).toBe(true);
  },
);

it.each([
  ['12:30', true],
  ['22:22', true],
  ['190:20:30.15', true],
  ['2020-01-01', true],
  ['2020-01-01T10:00:00Z', true],
  ['80:80', false],
  ['1.2.3', false],
  ['10.0.0.1', false],
  ['2020', false],
])('a date, and a number with the base 60, is a time to YAML 1.1: %s %s', (text, is) => {
  expect(isTime(text)).toBe(is);
});
