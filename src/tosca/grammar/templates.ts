import { asWarning, keynameType } from '../problem-kinds.ts';
import type { YamlNode } from '../yaml/node.ts';
import { type Behaviour, behaviour } from './behaviour.ts';
import type { Definitions } from './definitions.ts';
import type { Dialect } from './dialect.ts';
import { described } from './json-schema.ts';
import { requirements } from './requirements.ts';
import {
  anything,
  condition,
  count,
  either,
  entity,
  listOf,
  mapOf,
  namedListOf,
  namedMapOf,
  occurrences,
  type Shape,
  scopes,
  unjudged,
  word,
} from './shape.ts';
import { substitution } from './substitution.ts';

/** The shape of `topology_template` (1.3 section 3.9) and `service_template` (2.0 section 6.9). */
export function body(dialect: Dialect, defs: Definitions, more: Readonly<Record<string, Shape>> = {}): Shape {
  const { text, may, named, strict } = dialect;
  const { workflow, trigger } = behaviour(dialect, defs);
  const table = {
    description: text,
    inputs: may(named(defs.incoming, 'a map of inputs')),
    node_templates: may(named(nodeTemplate(dialect, defs), 'a map of node templates')),
    relationship_templates: may(named(may(relationshipTemplate(dialect, defs)))),
    groups: groups(dialect, defs),
    policies: policies(dialect, defs, trigger),
    outputs: may(named(may(defs.outgoing), 'a map of outputs')),
    substitution_mappings: may(substitution(dialect, defs)),
    workflows: strict ? named(workflow, 'a map of workflows') : may(unjudged(mapOf(may(workflow)))),
  };
  if (!strict) return entity('the topology template', table);
  const whole = { ...table, ...more, metadata: defs.metadata };
  return entity('the service template', whole, { required: ['node_templates'] });
}

function groups(dialect: Dialect, defs: Definitions): Shape {
  const { strict, may } = dialect;
  const one = group(dialect, defs);
  const map = may(dialect.named(one, 'a map of groups'));
  return strict ? map : either({ mapping: map, sequence: namedListOf(one), scalar: map }, 'a map of groups');
}

function policies(dialect: Dialect, defs: Definitions, trigger: Behaviour['trigger']): Shape {
  const { strict, may } = dialect;
  const one = policy(dialect, defs, trigger);
  const list = may(dialect.namedList(one, 'a list of policies'));
  return strict ? list : either({ sequence: list, mapping: mapOf(one), scalar: list }, 'a list of policies');
}

/** What templates, groups and policies have in common: a type, and values for what it defines. */
const typed = ({ text, name, may }: Dialect, { metadata }: Definitions) => ({
  type: name,
  description: text,
  metadata,
  properties: may(mapOf(anything)),
});

/** The same with attributes, which policies do not have. */
const template = (dialect: Dialect, defs: Definitions) => ({
  ...typed(dialect, defs),
  attributes: dialect.may(mapOf(anything)),
});

function nodeTemplate(dialect: Dialect, defs: Definitions): Shape {
  const { name, may, strict } = dialect;
  const directive = strict
    ? word('a directive', ['create', 'select', 'substitute'])
    : unjudged(word('a directive', ['select', 'selectable', 'substitute', 'substitutable']));
  const judged = entity(
    'a node template',
    {
      ...template(dialect, defs),
      directives: may(listOf(directive, 'a list of directives')),
      requirements: may(requirements(dialect, defs)),
      capabilities: may(mapOf(may(capability(dialect, defs)))),
      interfaces: may(mapOf(may(defs.interfaceAssignment))),
      artifacts: may(artifacts(dialect, defs)),
      node_filter: strict ? condition : anything,
      copy: name,
      ...(strict ? { count } : {}),
    },
    { required: strict ? ['type'] : [], unless: 'copy' },
  );
  return described(
    (node, report) => {
      if (node.key === 'node_filter' && isCondition(node)) report.atKey(node, misplaced);
      else judged(node, report);
    },
    (of) => of(judged),
  );
}

const isCondition = (node: YamlNode): boolean =>
  node.kind === 'mapping' && [...node.entries.keys()].every((key) => key.startsWith('$'));
const misplaced = asWarning(
  keynameType('node_filter inside a node template', 'it beside the templates, where it filters nothing'),
);

/** Tools of 1.x also accept artifacts as a list of one-entry maps. */
const artifacts = ({ strict }: Dialect, defs: Definitions): Shape =>
  strict
    ? namedMapOf(defs.artifact)
    : either({ mapping: mapOf(defs.artifact), sequence: anything }, 'a map of artifacts');

function capability({ strict, may, text }: Dialect, { metadata }: Definitions): Shape {
  const directives = strict ? scopes : anything;
  const common = strict ? { description: text, metadata } : {};
  const table = { ...common, properties: may(mapOf(anything)), attributes: may(mapOf(anything)), directives };
  return entity('a capability assignment', strict ? table : { ...table, occurrences: may(occurrences) });
}

function relationshipTemplate(dialect: Dialect, defs: Definitions): Shape {
  const { name, may, strict } = dialect;
  const interfaces = may(mapOf(may(defs.interfaceAssignment)));
  const table = { ...template(dialect, defs), interfaces, copy: name };
  return entity('a relationship template', table, { required: strict ? ['type'] : [], unless: 'copy' });
}

function group(dialect: Dialect, defs: Definitions): Shape {
  const { name, may, strict } = dialect;
  const table = { ...template(dialect, defs), members: may(listOf(name)) };
  return entity('a group', strict ? table : { ...table, interfaces: may(mapOf(may(defs.interfaceAssignment))) });
}

function policy(dialect: Dialect, defs: Definitions, trigger: Shape): Shape {
  const { name, may, strict } = dialect;
  const triggers = strict
    ? namedMapOf(trigger, 'a map of triggers')
    : may(unjudged(either({ mapping: mapOf(may(trigger)), sequence: anything }, 'a map of triggers')));
  const table = { ...typed(dialect, defs), targets: may(listOf(name)), triggers };
  return entity('a policy', table, { open: !strict });
}
