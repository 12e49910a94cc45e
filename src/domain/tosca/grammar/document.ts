import { keynameType } from '../problem-kinds.ts';
import { found } from '../values/coerce.ts';
import type { Version } from '../versions.ts';
import { definitions } from './definitions.ts';
import { type Dialect, loose, strict } from './dialect.ts';
import { anything, either, entity, mapOf, type Shape } from './shape.ts';
import { body } from './templates.ts';
import { typeSections } from './types.ts';

/** A whole document (1.3 section 3.10, 2.0 section 6.2). */
function build(dialect: Dialect): Shape {
  const defs = definitions(dialect);
  const { text, may } = dialect;
  const table = {
    tosca_definitions_version: anything,
    description: text,
    metadata: defs.metadata,
    dsl_definitions: may(mapOf(dialect.strict ? reusable : anything, 'a map of definitions to reuse')),
    repositories: may(mapOf(repository(dialect))),
    imports: anything,
    ...typeSections(dialect, defs),
  };
  if (dialect.strict)
    return entity('a TOSCA file', { ...table, ...strictKeynames(dialect), service_template: body(dialect, defs) });
  const old = { namespace: text, template_name: text, template_author: text, template_version: text };
  return entity('a TOSCA file', { ...table, ...old, topology_template: may(body(dialect, defs)) });
}

/** What stands in dsl_definitions is there for aliases to point at: a lone scalar without an anchor serves nobody. */
const reusable: Shape = (node, report) => {
  if (node.kind === 'scalar' && !node.anchored)
    report.at(node, keynameType('a map, a list, or a value with an anchor', found(node)));
};

function strictKeynames({ name, text }: Dialect): Readonly<Record<string, Shape>> {
  const signature = {
    arguments: anything,
    optional_arguments: anything,
    variadic: anything,
    result: anything,
    implementation: anything,
  };
  const definition = entity('a function definition', {
    signatures: either({ sequence: anything }, 'a list of signatures'),
    description: text,
    metadata: anything,
    ...signature,
  });
  return { profile: name, functions: mapOf(definition, 'a map of function definitions') };
}

function repository({ name, text, strict: needsUrl }: Dialect): Shape {
  const table = { url: name, description: text, credential: anything, metadata: anything };
  const long = entity('a repository', table, { required: needsUrl ? ['url'] : [] });
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
