/** What the manager's parser says of the fields of node templates. */

import { type NodeType, nodeType } from './node-types.ts';
import { nodesOf } from './nodes.ts';
import { asBytes, asList, asMap, asText, at, isMap, type YamlMap } from './value.ts';

export const wrongFields = (document: YamlMap): readonly string[] =>
  nodesOf(document).flatMap(([name, node]) => {
    const type = nodeType(document, asText(at(node, 'type')) ?? '');
    return type === undefined ? [] : ofNode(name, node, type);
  });

function ofNode(name: string, node: unknown, type: NodeType): readonly string[] {
  const capabilities = Object.entries(asMap(at(node, 'capabilities'))).flatMap(([capability, assigned]) => {
    const known = type.capabilities[capability];
    return known === undefined ? [] : present(name, at(assigned, 'properties'), known.properties);
  });
  return [
    ...present(name, at(node, 'properties'), type.properties),
    // of a capability it misses nothing
    ...missing(name, at(node, 'properties'), type.properties),
    ...capabilities,
    ...occurrences(name, node, type),
  ];
}

function missing(template: string, given: unknown, known: NodeType['properties']): readonly string[] {
  const values = asMap(given);
  return Object.entries(known)
    .filter(([field, { required }]) => required === true && (values[field] ?? null) === null)
    .map(
      ([field]) =>
        `MissingRequiredFieldError: "properties" of template "${template}" is missing required field "${field}".`,
    );
}

function present(template: string, given: unknown, known: NodeType['properties']): readonly string[] {
  const values = asMap(given);
  const unknown = Object.keys(values)
    .filter((field) => !Object.hasOwn(known, field))
    .map(
      (field) =>
        `UnknownFieldError: "properties" of template "${template}" contains unknown field "${field}". Refer to the definition to verify valid values.`,
    );
  return [...unknown, ...Object.entries(values).flatMap(([field, value]) => tooSmall(field, value, known[field]))];
}

/** What a function gives is not compared. */
function tooSmall(field: string, value: unknown, known: NodeType['properties'][string] | undefined): readonly string[] {
  if (known?.least === undefined || isMap(value)) return [];
  const [given, least] = [numberOf(value), numberOf(known.least)];
  if (given === undefined || least === undefined || given >= least) return [];
  return [
    `ValidationError: The value "${String(value)}" of property "${field}" must be greater than or equal to "${known.least}".`,
  ];
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : asBytes(value));

function occurrences(template: string, node: unknown, { requirements }: NodeType): readonly string[] {
  const given = asList(at(node, 'requirements')).flatMap((one) => Object.keys(asMap(one)));
  return requirements
    .filter(({ name, least, most = Number.POSITIVE_INFINITY }) => {
      const count = given.filter((each) => each === name).length;
      return count < least || count > most;
    })
    .map(
      ({ name }) =>
        `ValidationError: Relationship "${name}" in template "${template}" has a wrong number of occurrences`,
    );
}
