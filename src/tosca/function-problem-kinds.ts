import type { Names } from './names.ts';
import { listed } from './near.ts';
import { kind, quote, unknownName, warning } from './problem-kind.ts';

// phase 7: functions
export const functionUnknown = unknownName('function-unknown', (hint: string, name: string, _known: Names) =>
  name === '$in_range'
    ? `2.0 has no function ${quote(name)}; for a range use $and with $greater_or_equal and $less_or_equal`
    : `there is no function ${quote(name)}${hint}`,
);
export const functionVersion = warning(
  'function-version',
  (name: string, since: string, version: string) =>
    `${name} exists since TOSCA ${since}; this template is written in ${version}`,
);
export const functionArguments = kind(
  'function-arguments',
  (name: string, expected: string) => `${name} takes ${expected}`,
);
export const functionMalformed = kind(
  'function-malformed',
  (name: string) =>
    `${name} is a function and must be the only key of its map${name.startsWith('$') ? '; write a key that starts with $ as $$' : ''}`,
);
export const functionCycle = kind(
  'function-cycle',
  (paths: readonly string[]) => `these values are computed from each other: ${paths.join(' -> ')}`,
);
export const functionValue = kind('function-value', (reason: string) => reason);
export const memberUnknown = unknownName(
  'function-value',
  (hint: string, name: string, call: string, known: Names) =>
    `${call} finds nothing at ${quote(name)}: there are ${listed(known)}${hint}`,
);
export const inputUnknown = unknownName(
  'input-unknown',
  (hint: string, name: string, known: Names) =>
    `there is no input ${quote(name)}${hint}; the template declares ${listed(known)}`,
);
