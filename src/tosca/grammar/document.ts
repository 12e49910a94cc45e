import { keynameType } from '../problem-kinds.ts';
import { found } from '../values/found.ts';
import type { Version } from '../versions.ts';
import { type Definitions, definitions } from './definitions.ts';
import { type Dialect, loose, strict } from './dialect.ts';
import { described } from './json-schema.ts';
import { anything, either, entity, filled, listOf, mapOf, type Shape, text as string } from './shape.ts';
import { body } from './templates.ts';
import { typeSections } from './types.ts';

/** The shape of a whole document (1.3 section 3.10, 2.0 section 6.2). */
function build(dialect: Dialect): Shape {
  const defs = definitions(dialect);
  const { text, may } = dialect;
  const table = {
    tosca_definitions_version: anything,
    description: text,
    metadata: defs.metadata,
    dsl_definitions: may(mapOf(dialect.strict ? reusable : anything, 'a map of definitions to reuse')),
    repositories: may(dialect.named(repository(dialect, defs))),
    imports: dialect.strict ? importList(dialect, defs) : anything,
    ...typeSections(dialect, defs),
  };
  if (dialect.strict) return strictDocument(dialect, defs, table);
  const old = { namespace: text, template_name: text, template_author: text, template_version: text };
  const keynames = { ...table, ...old, topology_template: may(body(dialect, defs)) };
  return entity('a TOSCA file', keynames, { misplaced: misplacedIn('topology_template', 'service_template') });
}

const sections =
  /^(?:inputs|outputs|node_templates|relationship_templates|groups|policies|substitution_mappings|workflows)$/;

/** Finds sections that stand beside the template instead of inside: nothing reads them there, so nothing is deployed. */
const misplacedIn =
  (template: string, other: string) =>
  (key: string): string | undefined => {
    if (sections.test(key)) return `belongs inside of ${template}: indent it, under that key`;
    return key === other ? `is called ${template} in this version of TOSCA` : undefined;
  };

/** Entries of dsl_definitions are targets of aliases, so a lone scalar without an anchor has no use. */
const reusable: Shape = (node, report) => {
  if (node.kind === 'scalar' && !node.anchored)
    report.at(node, keynameType('a map, a list, or a value with an anchor', found(node)));
};

/** The value of each import keyname; phase 2 reads imports and checks which keynames go together. */
function importList({ name, text }: Dialect, { metadata }: Definitions): Shape {
  const address = either({ scalar: name, sequence: anything, mapping: anything }, 'an address');
  const table = { url: address, profile: address, repository: name, namespace: name, description: text, metadata };
  const one = either({ scalar: string, sequence: anything, mapping: entity('an import', table, { open: true }) }, '');
  const list = listOf(one);
  return (node, report) => (node.kind === 'sequence' ? list : filled)(node, report);
}

function strictDocument(dialect: Dialect, defs: Definitions, table: Readonly<Record<string, Shape>>): Shape {
  const functions = functionDefinitions(dialect, defs);
  const keynames = { profile: dialect.name, functions, service_template: body(dialect, defs, { functions }) };
  const whole = entity(
    'a TOSCA file',
    { ...table, ...keynames },
    { misplaced: misplacedIn('service_template', 'topology_template') },
  );
  return described(
    (node, report) => {
      whole(node, report);
      const template = node.kind === 'mapping' && node.get('profile') ? node.get('service_template') : undefined;
      if (template) report.atKey(template, profileOrTemplate);
    },
    (of) => of(whole),
  );
}

/** 2.0 section 6.7.1. */
const profileOrTemplate = keynameType('types only in a file that is a profile', 'a service_template beside profile');

/** 2.0 section 10.4. */
function functionDefinitions(
  { text, boolean, named }: Dialect,
  { metadata, schema, implementation }: Definitions,
): Shape {
  const common = { description: text, metadata };
  const signature = entity('a function signature', {
    ...common,
    arguments: listOf(schema, 'a list of schemas'),
    optional_arguments: listOf(schema, 'a list of schemas'),
    variadic: boolean,
    result: schema,
    implementation,
  });
  const definition = entity(
    'a function definition',
    { ...common, signatures: filledList(listOf(signature, 'a list of signatures')) },
    { required: ['signatures'] },
  );
  return named(definition, 'a map of function definitions');
}

/** A list with at least one signature (section 10.4). */
const filledList =
  (list: Shape): Shape =>
  (node, report) => {
    list(node, report);
    if (node.kind === 'sequence' && node.items.length === 0)
      report.at(node, keynameType('at least one signature', 'an empty list'));
  };

function repository({ name, text, strict: isStrict }: Dialect, { metadata }: Definitions): Shape {
  const table = { url: name, description: text, metadata };
  const old = { ...table, credential: anything };
  const long = entity('a repository', isStrict ? table : old, { required: isStrict ? ['url'] : [] });
  return either({ scalar: name, mapping: long }, 'an address or a map');
}

const built = new Map<Dialect, Shape>();

export function documentShape(version: Version): Shape {
  const dialect = version === '2.0' ? strict : loose;
  const known = built.get(dialect);
  if (known) return known;
  const shape = build(dialect);
  built.set(dialect, shape);
  return shape;
}
