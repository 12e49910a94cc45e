import type { Dialect } from './dialect.ts';
import { anything, either, entity, filled, later, listOf, mapOf, optional, type Shape, text } from './shape.ts';

/** Definitions that stand inside types: properties, schemas, parameters, operations, artifacts (1.3 section 3.6, 2.0 sections 8 to 11). */
export interface Definitions {
  readonly property: Shape;
  readonly attribute: Shape;
  readonly parameter: Shape;
  readonly schema: Shape;
  readonly operation: Shape;
  readonly interfaceDefinition: Shape;
  readonly artifact: Shape;
  readonly metadata: Shape;
}

export function definitions(dialect: Dialect): Definitions {
  const { strict, name, boolean, may } = dialect;
  const metadata = strict ? strictMetadata : optional(mapOf(anything));
  const common = { description: dialect.text, metadata };
  const schema: Shape = either(
    { scalar: name, mapping: later(() => schemaBody) },
    'a type name or a schema definition',
  );
  const conditions = strict
    ? { validation: anything }
    : { constraints: may(either({ sequence: anything, mapping: anything }, 'a list of constraints')) };
  const schemas = { type: name, key_schema: may(schema), entry_schema: may(schema), ...conditions };
  const schemaBody = entity('a schema definition', { ...schemas, ...common });
  const values = { default: anything, status: dialect.text, external_schema: anything, 'external-schema': anything };
  const propertyTable = { ...schemas, ...common, ...values, required: boolean, value: anything };
  const property = either({ mapping: entity('a property definition', propertyTable) }, 'a property definition (a map)');
  const attribute = either(
    { scalar: may(name), mapping: entity('an attribute definition', { ...propertyTable }) },
    'an attribute definition (a map)',
  );
  const parameter = entity('a parameter definition', { ...propertyTable, mapping: anything });
  const operations = operationShapes(dialect, common);
  return { property, attribute, parameter, schema, metadata, ...operations };
}

/** Any value but none; the two names that the standard has always given to texts hold texts, unless they hold a map. */
const strictMetadata: Shape = (node, report) => {
  mapOf(filled, 'metadata (a map)')(node, report);
  if (node.kind !== 'mapping') return;
  for (const name of ['template_name', 'template_author']) {
    const value = node.get(name);
    if (value?.kind === 'scalar') text(value, report);
  }
};

function operationShapes({ strict, text, name, may }: Dialect, common: Readonly<Record<string, Shape>>) {
  const artifact = either(
    {
      scalar: name,
      mapping: entity(
        'an artifact',
        {
          ...common,
          type: name,
          file: anything,
          repository: text,
          deploy_path: text,
          version: text,
          artifact_version: text,
          checksum: text,
          checksum_algorithm: text,
          mime_type: text,
          file_ext: listOf(text),
          properties: may(mapOf(anything)),
        },
        { open: !strict },
      ),
    },
    'an artifact: a file, or a map',
  );
  const implementation = either(
    {
      scalar: anything,
      mapping: entity(
        'an implementation',
        {
          primary: artifact,
          dependencies: listOf(artifact),
          timeout: anything,
          operation_host: text,
          invocation: anything,
        },
        { open: true },
      ),
    },
    'an implementation: an artifact, or a map',
  );
  const operation = either(
    {
      scalar: anything,
      mapping: entity('an operation', {
        ...common,
        implementation: may(implementation),
        inputs: may(mapOf(anything)),
        outputs: may(mapOf(anything)),
        type: name,
      }),
    },
    'an operation: an implementation, or a map',
  );
  const table = {
    ...common,
    type: name,
    inputs: may(mapOf(anything)),
    operations: may(mapOf(operation)),
    notifications: may(mapOf(operation)),
  };
  // 1.x lets operations stand beside the keynames
  const interfaceDefinition = entity('an interface', table, { open: !strict });
  return { operation, interfaceDefinition, artifact };
}
