import { asWarning, keynameType } from '../problem-kinds.ts';
import type { YamlNode } from '../yaml/node.ts';
import type { Definitions } from './definitions.ts';
import type { Dialect } from './dialect.ts';
import { anything, either, entity, listOf, mapOf, namedListOf, type Shape } from './shape.ts';

/** `topology_template` (1.3 section 3.9) and `service_template` (2.0 section 6). */
export function body(dialect: Dialect, defs: Definitions): Shape {
  const { text, may, strict } = dialect;
  const groups = may(mapOf(group(dialect, defs), 'a map of groups'));
  const listed = may(namedListOf(policy(dialect, defs), 'a list of policies'));
  const table = {
    description: text,
    inputs: may(mapOf(defs.parameter, 'a map of inputs')),
    node_templates: may(mapOf(nodeTemplate(dialect, defs), 'a map of node templates')),
    relationship_templates: may(mapOf(may(relationshipTemplate(dialect, defs)))),
    groups: strict
      ? groups
      : either({ mapping: groups, sequence: namedListOf(group(dialect, defs)), scalar: groups }, 'a map of groups'),
    policies: strict
      ? listed
      : either({ sequence: listed, mapping: mapOf(policy(dialect, defs)), scalar: listed }, 'a list of policies'),
    outputs: may(mapOf(may(defs.parameter), 'a map of outputs')),
    substitution_mappings: may(substitution(dialect)),
    workflows: may(mapOf(may(anything))),
  };
  return entity(
    strict ? 'the service template' : 'the topology template',
    strict ? { ...table, metadata: defs.metadata } : table,
  );
}

function nodeTemplate(dialect: Dialect, defs: Definitions): Shape {
  const { text, name, may, strict } = dialect;
  const template = entity(
    'a node template',
    {
      type: name,
      description: text,
      metadata: defs.metadata,
      directives: may(listOf(anything)),
      properties: may(mapOf(anything)),
      attributes: may(mapOf(anything)),
      requirements: may(requirements(dialect)),
      capabilities: may(mapOf(may(capability(dialect)))),
      interfaces: may(mapOf(may(defs.interfaceDefinition))),
      artifacts: may(artifacts(dialect, defs)),
      node_filter: anything,
      copy: name,
      ...(strict ? { count: anything } : {}),
    },
    { required: strict ? ['type'] : [] },
  );
  return (node, report) => {
    if (node.key === 'node_filter' && isCondition(node)) report.atKey(node, misplaced);
    else template(node, report);
  };
}

const isCondition = (node: YamlNode): boolean =>
  node.kind === 'mapping' && [...node.entries.keys()].every((key) => key.startsWith('$'));
const misplaced = asWarning(
  keynameType('node_filter inside a node template', 'it beside the templates, where it filters nothing'),
);

/** Tools of 1.x take artifacts as a list of one-entry maps as well. */
const artifacts = ({ strict }: Dialect, defs: Definitions): Shape =>
  strict ? mapOf(defs.artifact) : either({ mapping: mapOf(defs.artifact), sequence: anything }, 'a map of artifacts');

function capability({ strict, may }: Dialect): Shape {
  const table = { properties: may(mapOf(anything)), attributes: may(mapOf(anything)), directives: anything };
  return entity('a capability assignment', strict ? table : { ...table, occurrences: may(listOf(anything)) });
}

function requirements(dialect: Dialect): Shape {
  const { name, may, strict } = dialect;
  const table: Record<string, Shape> = {
    node: anything,
    capability: name,
    relationship: anything,
    node_filter: anything,
    ...(strict
      ? { count: anything, allocation: anything, directives: listOf(anything), optional: anything }
      : { occurrences: may(listOf(anything)), type: name, interfaces: anything, properties: anything }),
  };
  const one = either(
    { scalar: anything, sequence: anything, mapping: entity('a requirement assignment', table) },
    'a node template or a map',
  );
  const list = namedListOf(one);
  return strict ? list : either({ sequence: list, mapping: mapOf(one) }, 'a list of requirements');
}

function relationshipTemplate({ text, name, may }: Dialect, defs: Definitions): Shape {
  return entity('a relationship template', {
    type: name,
    description: text,
    metadata: defs.metadata,
    properties: may(mapOf(anything)),
    attributes: may(mapOf(anything)),
    interfaces: may(mapOf(may(defs.interfaceDefinition))),
    copy: name,
  });
}

function group({ text, name, may }: Dialect, defs: Definitions): Shape {
  return entity('a group', {
    type: name,
    description: text,
    metadata: defs.metadata,
    properties: may(mapOf(anything)),
    attributes: may(mapOf(anything)),
    interfaces: may(mapOf(may(defs.interfaceDefinition))),
    members: may(listOf(name)),
  });
}

function policy({ text, name, may, strict }: Dialect, defs: Definitions): Shape {
  return entity(
    'a policy',
    {
      type: name,
      description: text,
      metadata: defs.metadata,
      properties: may(mapOf(anything)),
      targets: may(listOf(name)),
      triggers: may(either({ mapping: anything, sequence: anything }, 'a map of triggers')),
    },
    { open: !strict },
  );
}

function substitution({ strict, name, may }: Dialect): Shape {
  const maps = may(either({ mapping: anything, ...(strict ? {} : { sequence: anything }) }, 'a map'));
  return entity(
    'substitution mappings',
    {
      node_type: name,
      substitution_filter: anything,
      properties: maps,
      attributes: maps,
      capabilities: maps,
      requirements: may(either({ mapping: anything, sequence: anything }, 'a list')),
      interfaces: maps,
    },
    { required: ['node_type'] },
  );
}
