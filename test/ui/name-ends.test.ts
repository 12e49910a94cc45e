import { expect, it } from 'vitest';
import { nameEnds } from '../../ui/parts/name-ends.ts';

it.each([
  ['a', '', 'a'],
  ['server', 'ser', 'ver'],
  ['worker_server#1', 'worker_serve', 'r#1'],
  ['a_name_of_16_let', 'a_name_of_16_', 'let'],
  ['software_component_017', 'software_compon', 'ent_017'],
  ['rechner_für_die_größe_🚀_1', 'rechner_für_die_gr', 'öße_🚀_1'],
])('keeps the end of %s apart, and more of it where it is long', (name, start, end) => {
  expect(nameEnds(name)).toEqual([start, end]);
  expect(nameEnds(name).join('')).toBe(name);
});
