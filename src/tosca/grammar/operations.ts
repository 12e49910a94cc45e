import type { Dialect } from './dialect.ts';
import { anything, either, entity, listOf, mapOf, namedMapOf, optional, type Shape, text } from './shape.ts';

/** Shapes of interfaces with their operations, and of artifacts, in types and in templates. */
export interface Operations {
  readonly interfaceDefinition: Shape;
  readonly interfaceAssignment: Shape;
  /** keynames of an interface type, without those that all types have */
  readonly interfaceType: Table;
  readonly implementation: Shape;
  readonly artifact: Shape;
}

type Table = Readonly<Record<string, Shape>>;

interface Values {
  /** a path to an attribute */
  readonly path: Shape;
  readonly incoming: Shape;
  readonly unmapped: Shape;
  readonly outgoing: Shape;
}

export function operationShapes(dialect: Dialect, common: Table, values: Values): Operations {
  const artifact = artifactShape(dialect, common);
  const implementation = implementationShape(dialect, common, artifact);
  const shared = {
    artifact: dialect.strict ? artifact : either({ scalar: dialect.name, mapping: artifact }, file),
    implementation,
  };
  return {
    ...shared,
    ...(dialect.strict ? strictInterfaces(common, values, implementation) : loose(dialect, common, implementation)),
  };
}

const file = 'an artifact: a file, or a map';

function artifactShape({ strict, name, may }: Dialect, common: Table): Shape {
  const texts = ['artifact_version', 'version', 'checksum', 'checksum_algorithm', 'repository'];
  const table = {
    ...common,
    type: name,
    file: strict ? name : anything,
    // authors of 1.x write versions and checksums in any form
    ...Object.fromEntries(texts.map((key) => [key, strict ? text : either({ scalar: anything }, 'a text')])),
    properties: may(mapOf(anything)),
  };
  const old = { deploy_path: anything, mime_type: anything, file_ext: listOf(anything) };
  return entity(
    'an artifact',
    strict ? table : { ...table, ...old },
    strict ? { required: ['type', 'file'] } : { open: true },
  );
}

function implementationShape({ strict, name }: Dialect, common: Table, artifact: Shape): Shape {
  const one = either({ scalar: name, mapping: artifact }, file);
  const table = {
    primary: one,
    dependencies: listOf(one),
    timeout: anything,
    ...(strict ? common : { operation_host: text, invocation: anything }),
  };
  return either(
    { scalar: strict ? name : anything, mapping: entity('an implementation', table, { open: !strict }) },
    'an implementation: an artifact, or a map',
  );
}

/** 1.x allows operations beside the keynames, and the same shape for definitions and assignments. */
function loose(
  { text: words, name, may }: Dialect,
  common: Table,
  implementation: Shape,
): Omit<Operations, 'artifact' | 'implementation'> {
  const body = entity('an operation', {
    ...common,
    implementation: may(implementation),
    inputs: may(mapOf(anything)),
    outputs: may(mapOf(anything)),
    type: name,
  });
  const operation = either({ scalar: anything, mapping: body }, 'an operation: an implementation, or a map');
  const table = {
    ...common,
    description: words,
    type: name,
    inputs: may(mapOf(anything)),
    operations: may(mapOf(operation)),
    notifications: may(mapOf(operation)),
  };
  const any = entity('an interface', table, { others: may(operation) });
  return { interfaceDefinition: any, interfaceAssignment: any, interfaceType: table };
}

/** 2.0 section 11: a type has no implementations, a definition refines, an assignment gives values. */
function strictInterfaces(
  common: Table,
  { incoming, unmapped, outgoing, path }: Values,
  implementation: Shape,
): Omit<Operations, 'artifact' | 'implementation'> {
  const inputs = namedMapOf(outgoing, 'a map of inputs');
  const outputs = namedMapOf(incoming, 'a map of outputs');
  const given = { inputs: mapOf(anything, 'a map of values'), outputs: mapOf(path, 'a map of attributes') };
  const bareOutputs = namedMapOf(unmapped, 'a map of outputs');
  // `create:` without a value only names an operation
  const bare = optional(entity('an operation', { ...common, inputs, outputs: bareOutputs }));
  const defined = implemented(implementation, entity('an operation', { ...common, implementation, inputs, outputs }));
  const assigned = implemented(
    implementation,
    entity('an operation assignment', { ...common, implementation, ...given }),
  );
  const both = (shape: Shape): Table => ({
    operations: namedMapOf(shape, 'a map of operations'),
    notifications: namedMapOf(shape, 'a map of notifications'),
  });
  const type = either({ scalar: text }, 'the name of an interface type');
  return {
    interfaceType: { inputs, ...both(bare) },
    interfaceDefinition: entity('an interface', { ...common, type, inputs, ...both(defined) }),
    interfaceAssignment: entity('an interface assignment', { ...common, inputs: given.inputs, ...both(assigned) }),
  };
}

const implemented = (implementation: Shape, body: Shape): Shape =>
  optional(either({ scalar: implementation, mapping: body }, 'an operation: an implementation, or a map'));
