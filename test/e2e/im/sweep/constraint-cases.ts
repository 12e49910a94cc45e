import type { Json } from '../../../../src/tosca/topology.ts';
import { type Named, shown, type Topology } from './changes.ts';
import type { Draft } from './drafts.ts';

type Row = readonly [type: string, constraint: { readonly [operator: string]: Json }, value: Json];

/** A value of a type, and a constraint that it meets. */
const rows: readonly Row[] = [
  ['string', { pattern: 'http|https' }, 'https'],
  ['string', { pattern: '\\p{L}+' }, 'abc'],
  ['string', { pattern: '(?<first>a)b' }, 'ab'],
  ['string', { valid_values: ['no', 'se'] }, 'no'],
  ['string', { greater_than: 'a' }, 'b'],
  ['string', { length: 2 }, 'no'],
  ['string', { schema: '{"type": "object"}' }, '{}'],
  ['version', { greater_or_equal: '1.0' }, '1.2'],
  ['version', { in_range: ['1.0', '2.0'] }, '1.2'],
  ['version', { valid_values: ['1.0'] }, '1.0.0'],
  ['timestamp', { greater_than: '2020-01-01' }, '2021-01-01'],
  ['integer', { in_range: [1, 'UNBOUNDED'] }, 3],
  ['integer', { valid_values: [1, 3] }, 3],
  ['float', { greater_or_equal: 1 }, 1.5],
  ['float', { in_range: [0.5, 2] }, 1],
  ['boolean', { equal: true }, true],
  ['range', { in_range: [1, 9] }, [2, 3]],
  ['scalar-unit.size', { in_range: ['1 GB', 'UNBOUNDED'] }, '2 GB'],
  ['scalar-unit.time', { greater_than: '1 s' }, '1.5 h'],
  ['scalar-unit.frequency', { less_than: '3 GHz' }, '100 MHz'],
  ['list', { length: 1 }, ['a']],
  ['list', { valid_values: [['a'], ['b']] }, ['a']],
  ['map', { min_length: 1 }, { k: 'a' }],
];

const entry = { entry_schema: { type: 'string' } };

/** Each constraint with a value that it allows: of a property, an entry, a data type, a member of one, and an input. */
export function* ofConstraints(): Generator<Named> {
  for (const [type, constraint, value] of rows) {
    const definition: Draft = { type, ...(['list', 'map'].includes(type) && entry), constraints: [constraint] };
    const what = `${shown(constraint)} of ${type}`;
    yield [what, ...own(definition, value)];
    yield [`${what} in a list`, ...own({ type: 'list', entry_schema: definition }, [value])];
    const derived = { Own: { derived_from: type, constraints: [constraint] } };
    if (!['list', 'map'].includes(type))
      yield [`${what} of a data type`, ...own({ type: 'Own' }, value, { data_types: derived })];
    const whole = { Own: { derived_from: 'tosca.datatypes.Root', properties: { q: definition } } };
    yield [`${what} of a member`, ...own({ type: 'Own' }, { q: value }, { data_types: whole })];
    yield [
      `${what} of an input`,
      { inputs: { given: { ...definition, default: value } }, node_templates: { vm: { type: 'tosca.nodes.Compute' } } },
    ];
  }
}

const own = (definition: Draft, value: Json, beside: Draft = {}): readonly [Topology, Draft] => [
  {
    node_templates: {
      vm: { type: 'tosca.nodes.Compute' },
      n: { type: 'my.Node', properties: { p: value }, requirements: [{ host: 'vm' }] },
    },
  },
  {
    node_types: { 'my.Node': { derived_from: 'tosca.nodes.SoftwareComponent', properties: { p: definition } } },
    ...beside,
  },
];
