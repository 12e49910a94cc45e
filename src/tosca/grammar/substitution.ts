import { keynameType } from '../problem-kinds.ts';
import type { Definitions } from './definitions.ts';
import type { Dialect } from './dialect.ts';
import { anything, condition, either, entity, listOf, mapOf, namedListOf, type Shape } from './shape.ts';

/** The shape of substitution mappings (1.3 section 3.8.13, 2.0 section 15). */
export function substitution({ strict, name, text, may }: Dialect, { metadata }: Definitions): Shape {
  if (strict) return strictSubstitution(name, { description: text, metadata });
  const maps = may(either({ mapping: anything, sequence: anything }, 'a map'));
  const table = {
    node_type: name,
    substitution_filter: anything,
    properties: maps,
    attributes: maps,
    capabilities: maps,
    requirements: may(either({ mapping: anything, sequence: anything }, 'a list')),
    interfaces: maps,
  };
  return entity('substitution mappings', table, { required: ['node_type'] });
}

const exactly =
  (length: number, list: Shape): Shape =>
  (node, report) => {
    list(node, report);
    if (node.kind === 'sequence' && node.items.length !== length)
      report.at(node, keynameType(`a list of ${length}`, `one of ${node.items.length}`));
  };

function strictSubstitution(name: Shape, common: Readonly<Record<string, Shape>>): Shape {
  const pair = listOf(name, 'a list: a node template and what it offers');
  const target = either(
    { scalar: name, sequence: listOf(either({ scalar: name, sequence: pair }, 'a name')) },
    'a node template or a list',
  );
  const table = {
    ...common,
    node_type: name,
    substitution_filter: condition,
    properties: mapOf(name, 'a map of inputs'),
    attributes: mapOf(name, 'a map of outputs'),
    capabilities: mapOf(exactly(2, pair), 'a map of capabilities'),
    requirements: namedListOf(target, 'a list of requirement mappings'),
    interfaces: mapOf(mapOf(name, 'a map of workflows'), 'a map of interfaces'),
  };
  return entity('substitution mappings', table, { required: ['node_type'] });
}
