import { keynameType } from '../problem-kinds.ts';
import { found } from '../values/found.ts';
import { isCall } from '../yaml/node.ts';
import type { Dialect } from './dialect.ts';
import { described } from './json-schema.ts';
import { type Operations, operationShapes } from './operations.ts';
import { anything, either, entity, filled, later, mapOf, optional, type Shape, text } from './shape.ts';

/**
 * Shapes of definitions inside types: properties, schemas, parameters, operations, artifacts (1.3 section 3.6, 2.0
 * sections 8 to 12).
 */
export interface Definitions extends Operations {
  readonly property: Shape;
  readonly attribute: Shape;
  /** a parameter with a value from outside: inputs of a template, outputs of an operation */
  readonly incoming: Shape;
  /** an output of an interface type, which has no attributes to map to */
  readonly unmapped: Shape;
  /** a parameter with a value that goes outside: outputs of a template, inputs of an operation */
  readonly outgoing: Shape;
  readonly schema: Shape;
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
  const status = { default: anything, status: dialect.text };
  const old = { external_schema: anything, 'external-schema': anything };
  const table = { ...schemas, ...common, ...status, required: boolean, value: anything, ...(strict ? {} : old) };
  const values = strict
    ? strictValues(table, { ...schemas, ...common, default: anything })
    : looseValues(table, may(name));
  return { ...values, schema, metadata, ...operationShapes(dialect, common, { ...values, path: attributePath }) };
}

type Table = Readonly<Record<string, Shape>>;
type Values = Pick<Definitions, 'property' | 'attribute' | 'incoming' | 'unmapped' | 'outgoing'>;

function looseValues(table: Table, typeName: Shape): Values {
  const property = either({ mapping: entity('a property definition', table) }, 'a property definition (a map)');
  const attribute = either(
    { scalar: typeName, mapping: entity('an attribute definition', table) },
    'an attribute definition (a map)',
  );
  const parameter = entity('a parameter definition', { ...table, mapping: anything });
  return { property, attribute, incoming: parameter, unmapped: parameter, outgoing: parameter };
}

/** 2.0 has short forms: a fixed value (section 9.4) or, for a value from outside, the attribute that receives it (9.8). */
function strictValues(table: Table, attributeTable: Table): Values {
  const { value, ...incomingTable } = table;
  const property = entity('a property definition', table);
  const outgoing = entity('an outgoing parameter definition', table);
  const incoming = entity('an incoming parameter definition', { ...incomingTable, mapping: attributePath });
  return {
    property: either({ scalar: filled, sequence: anything, mapping: callOr(property) }, 'a property definition'),
    attribute: either(
      { mapping: entity('an attribute definition', attributeTable) },
      'an attribute definition (a map)',
    ),
    outgoing: either({ scalar: filled, sequence: anything, mapping: callOr(outgoing) }, 'a value or a definition'),
    unmapped: either(
      { mapping: entity('an output of an interface type', incomingTable) },
      'a parameter definition (a map)',
    ),
    incoming: either({ sequence: attributePath, mapping: incoming }, 'a parameter definition (a map)'),
  };
}

/** `[SELF, attribute]`, with further steps before and after. */
export const attributePath: Shape = (node, report) => {
  if (node.kind !== 'sequence' || node.items.length < 2)
    report.at(node, keynameType('a list: SELF and an attribute', found(node)));
};

const callOr = (shape: Shape): Shape =>
  described(
    (node, report) => {
      if (!isCall(node)) shape(node, report);
    },
    (of) => ({ anyOf: [{ type: 'object', maxProperties: 1 }, of(shape)] }),
  );

/** 2.0 allows any value (section 5.3.1). A scalar of the standard's own names is a text, and the version is not empty. */
const strictMetadata: Shape = (node, report) => {
  mapOf(anything, 'metadata (a map)')(node, report);
  if (node.kind !== 'mapping') return;
  for (const name of ['template_name', 'template_author']) {
    const value = node.get(name);
    if (value?.kind === 'scalar') text(value, report);
  }
  const version = node.get('template_version');
  if (version) filled(version, report);
};
