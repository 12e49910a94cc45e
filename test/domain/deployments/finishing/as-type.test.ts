import { expect, it } from 'vitest';
import { asType } from '../../../../src/domain/deployments/finishing/as-type.ts';

it.each([
  ['5432', 'integer', 5432],
  [' 9223372036854775807 ', 'integer', 9223372036854775807n],
  ['5432', undefined, '5432'],
  ['5432.5', 'integer', '5432.5'],
  ['5432.5', 'float', 5432.5],
  ['true', 'boolean', true],
  ['yes', 'boolean', 'yes'],
  ['["a","b"]', 'list', ['a', 'b']],
  ['a,b', 'list', 'a,b'],
  ['{"a":1}', 'map', { a: 1 }],
  ['', 'integer', ''],
  [null, 'integer', null],
  [['1'], 'list', ['1']],
] as const)('reads %j, of type %s, as %j', (told, type, value) => {
  expect(asType(told, type)).toEqual(value);
});
