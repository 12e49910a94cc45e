import { expect, it } from 'vitest';
import { joinedOutput } from '../../../src/adapters/infrastructure-manager/joined-outputs.ts';
import type { Json } from '../../../src/tosca/topology.ts';

it.each<[Json, Json]>([
  ['text', 'text'],
  [null, null],
  [
    ['a', 7],
    ['a', 7],
  ],
  [{ join: [['10.0.0.1', '10.0.0.2'], ','] }, '10.0.0.1,10.0.0.2'],
  [{ join: [['10.0.0.1', 7]] }, '10.0.0.17'],
  [{ join: ['10.0.0.1', ','] }, '10.0.0.1'],
  [{ join: [['10.0.0.1', null], ','] }, null],
  [
    [{ join: [['a', 'b'], '-'] }, 'c'],
    ['a-b', 'c'],
  ],
  [
    { inner: { join: [['a', 'b'], '-'] }, other: 1 },
    { inner: 'a-b', other: 1 },
  ],
  [
    { join: [{ get_attribute: ['web', 'private_address'] }, ','] },
    { join: [{ get_attribute: ['web', 'private_address'] }, ','] },
  ],
  [{ join: 'text' }, { join: 'text' }],
  [
    { join: [['a'], '-'], more: 1 },
    { join: [['a'], '-'], more: 1 },
  ],
])('an output %j of the Infrastructure Manager is %j', (value, expected) => {
  expect(joinedOutput(value)).toEqual(expected);
});
