import type { Definitions } from './definitions.ts';
import type { Dialect } from './dialect.ts';
import {
  anything,
  boolean,
  condition,
  count,
  either,
  entity,
  filledWith,
  mapOf,
  occurrences,
  type Shape,
  scopes,
} from './shape.ts';

/** The shape of requirement assignments of a node template (1.3 section 3.8.2, 2.0 section 8.5). */
export function requirements(dialect: Dialect, defs: Definitions): Shape {
  const one = dialect.strict ? strictAssignment(dialect, defs) : looseAssignment(dialect);
  return dialect.namedList(one, 'a list of requirements, such as [ host: server ]');
}

const what = 'a node template or a map';

function looseAssignment({ name, may }: Dialect): Shape {
  const table = {
    node: anything,
    capability: name,
    relationship: anything,
    node_filter: anything,
    occurrences: may(occurrences),
    type: name,
    interfaces: anything,
    properties: anything,
  };
  // other tools pass over a list and an empty requirement, and then nothing hosts the node
  return either({ scalar: filledWith(what), mapping: entity('a requirement assignment', table) }, what);
}

function strictAssignment({ name, text }: Dialect, defs: Definitions): Shape {
  const values = {
    properties: mapOf(anything),
    attributes: mapOf(anything),
    interfaces: mapOf(defs.interfaceAssignment),
  };
  const common = { description: text, metadata: defs.metadata };
  const relationship = entity('a relationship assignment', { ...common, type: name, ...values });
  const node = either({ scalar: name, sequence: indexed }, 'a node template or type, or a template and an index');
  const table = {
    ...common,
    node,
    capability: name,
    relationship: either({ scalar: name, mapping: relationship }, 'a relationship type or template, or a map'),
    node_filter: condition,
    count,
    allocation: mapOf(either({ scalar: anything, mapping: anything }, 'a number or a scalar'), 'a map of allocations'),
    directives: scopes,
    optional: boolean,
  };
  return either({ scalar: name, sequence: indexed, mapping: entity('a requirement assignment', table) }, what);
}

/** `[template, index]`: one of the nodes that a template with a count makes. */
const indexed: Shape = (node, report) => {
  const [template, index] = node.kind === 'sequence' ? node.items : [];
  if (node.kind === 'sequence' && node.items.length === 2 && template?.kind === 'scalar' && index) count(index, report);
  else either({}, 'a node template and an index')(node, report);
};
