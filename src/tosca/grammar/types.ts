import { keynameType } from '../problem-kinds.ts';
import { found } from '../values/found.ts';
import type { YamlNode } from '../yaml/node.ts';
import { coreValue } from '../yaml/scalar.ts';
import { behaviour } from './behaviour.ts';
import type { Definitions } from './definitions.ts';
import type { Dialect } from './dialect.ts';
import {
  anything,
  condition,
  either,
  entity,
  listOf,
  mapOf,
  namedMapOf,
  occurrences,
  type Shape,
  unjudged,
} from './shape.ts';

/** Shapes of the type sections of a document (1.3 section 3.7, 2.0 section 6.4 on). */
export function typeSections(dialect: Dialect, defs: Definitions): Readonly<Record<string, Shape>> {
  const { text, name, may, named, strict } = dialect;
  const common = { derived_from: name, version: version(dialect), description: text, metadata: defs.metadata };
  const properties = may(named(defs.property, 'a map of property definitions'));
  const attributes = may(named(defs.attribute, 'a map of attribute definitions'));
  const interfaces = may(named(may(defs.interfaceDefinition), 'a map of interfaces'));
  const names = may(listOf(name, 'a list of names'));
  const shared = { ...common, properties, attributes };
  const section = (what: string, table: Readonly<Record<string, Shape>>, open = false): Shape =>
    may(named(may(entity(`${/^[ai]/.test(what) ? 'an' : 'a'} ${what}`, table, { open })), `a map of ${what}s`));
  const old = strict ? {} : { valid_target_types: names, valid_source_types: names, valid_relationship_types: names };
  return {
    data_types: section('data type', { ...common, properties, ...dataKeynames(dialect, defs) }),
    artifact_types: section('artifact type', { ...common, properties, mime_type: text, file_ext: listOf(text) }),
    capability_types: section('capability type', {
      ...shared,
      ...old,
      valid_source_node_types: names,
      valid_relationship_types: names,
    }),
    interface_types: section('interface type', { ...common, ...defs.interfaceType }, !strict),
    relationship_types: section('relationship type', {
      ...shared,
      ...old,
      interfaces,
      valid_capability_types: names,
      valid_target_node_types: names,
      valid_source_node_types: names,
    }),
    node_types: section('node type', {
      ...shared,
      interfaces,
      capabilities: may(named(capabilityDefinition(dialect, defs))),
      requirements: may(dialect.namedList(requirementDefinition(dialect, defs))),
      artifacts: may(named(defs.artifact)),
    }),
    group_types: section('group type', {
      ...shared,
      members: names,
      ...(strict ? {} : { interfaces, capabilities: anything, requirements: anything }),
    }),
    policy_types: section('policy type', { ...common, properties, targets: names, triggers: triggers(dialect, defs) }),
  };
}

function triggers(dialect: Dialect, defs: Definitions): Shape {
  const { trigger } = behaviour(dialect, defs);
  return dialect.strict ? namedMapOf(trigger, 'a map of triggers') : dialect.may(unjudged(mapOf(dialect.may(trigger))));
}

/** `version` of a type is a TOSCA version in 2.0; 1.x accepts any text. */
function version({ strict, text }: Dialect): Shape {
  if (!strict) return text;
  return (node, report) => {
    const written = node.kind === 'scalar' && typeof coreValue(node) === 'string' ? node.text : '';
    if (!/^\d+\.\d+(?:\.\d+(?:\.[A-Za-z]\w*(?:-\d+)?)?)?$/.test(written))
      report.at(
        node,
        keynameType('a version such as "1.0" (in quotes, or it is a number) or 1.0.0.alpha-10', found(node)),
      );
  };
}

function dataKeynames({ strict, name, may }: Dialect, { schema }: Definitions): Record<string, Shape> {
  const schemas = { entry_schema: may(schema), key_schema: may(schema) };
  if (!strict)
    return { ...schemas, constraints: may(either({ sequence: anything, mapping: anything }, 'a list of constraints')) };
  const scalar = {
    data_type: name,
    units: mapOf(anything),
    canonical_unit: anything,
    prefixes,
  };
  return { ...schemas, ...scalar, validation: anything };
}

/** Any map: one of its keys is the empty name. */
const prefixes: Shape = either({ mapping: anything }, 'a map');

function capabilityDefinition({ name, may, text, strict }: Dialect, defs: Definitions): Shape {
  const names = may(listOf(name, 'a list of names'));
  const table = {
    type: name,
    description: text,
    metadata: defs.metadata,
    properties: may(mapOf(defs.property)),
    attributes: may(mapOf(defs.attribute)),
    valid_source_node_types: names,
    valid_relationship_types: names,
    ...(strict ? {} : { valid_source_types: names, occurrences: may(occurrences) }),
  };
  return either(
    { scalar: name, mapping: entity('a capability definition', table) },
    'a capability type or a capability definition',
  );
}

const countRange: Shape = (node, report) => {
  const written = (item: YamlNode): string =>
    item.kind === 'scalar' && (item.plain || item.text === 'UNBOUNDED') ? item.text : '';
  const bounds = node.kind === 'sequence' ? node.items.map(written) : [];
  const [min = '', max = ''] = bounds;
  const good =
    bounds.length === 2 &&
    /^\d+$/.test(min) &&
    (max === 'UNBOUNDED' || (/^\d+$/.test(max) && Number(min) <= Number(max)));
  if (!good)
    report.at(node, keynameType('a list of two integers, the lower one first (or UNBOUNDED last)', found(node)));
};

/** The type of the relationship that a requirement makes, and its refinements. */
function relationshipDefinition({ name, text }: Dialect, defs: Definitions): Shape {
  const common = { description: text, metadata: defs.metadata };
  const table = {
    ...common,
    type: name,
    properties: mapOf(defs.property, 'a map of property definitions'),
    attributes: mapOf(defs.attribute, 'a map of attribute definitions'),
    interfaces: mapOf(defs.interfaceDefinition, 'a map of interfaces'),
  };
  return entity('a relationship definition', table);
}

function requirementDefinition(dialect: Dialect, defs: Definitions): Shape {
  const { name, text, may, strict } = dialect;
  const relationship = strict ? relationshipDefinition(dialect, defs) : anything;
  const table = {
    description: text,
    metadata: defs.metadata,
    capability: name,
    node: name,
    relationship: either({ scalar: name, mapping: relationship }, 'a relationship type or a relationship definition'),
    node_filter: strict ? condition : anything,
    ...(strict ? { count_range: countRange } : { occurrences: may(occurrences) }),
  };
  return either(
    { scalar: name, mapping: entity('a requirement definition', table) },
    'a capability type or a requirement definition',
  );
}
