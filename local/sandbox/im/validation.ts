/**
 * The IM's checks of a document, as far as their answers are known (docs/contract/infrastructure-manager.md, "Words of
 * refusals"). Imports are not fetched.
 */

import { checkLevels } from './dependency-levels.ts';
import { isEndpoint } from './endpoints.ts';
import { wrongFields } from './fields.ts';
import { mayBeImported, nodeType } from './node-types.ts';
import { nodesOf } from './nodes.ts';
import { checkInputs, checkRadl } from './radl-check.ts';
import { Refusal } from './refusal.ts';
import { asList, asMap, asText, at, isMap, type YamlMap } from './value.ts';

const versions = ['tosca_simple_yaml_1_0', 'tosca_simple_yaml_1_2', 'tosca_simple_yaml_1_3'];

const coercions: { readonly [type: string]: { readonly is: (value: unknown) => boolean; readonly noun: string } } = {
  integer: { is: (value) => Number.isInteger(typeof value === 'string' ? Number(value) : value), noun: 'an integer' },
  float: { is: (value) => asText(value) !== undefined && !Number.isNaN(Number(value)), noun: 'a float' },
  boolean: { is: (value) => typeof value === 'boolean' || /^(true|false)$/i.test(String(value)), noun: 'a boolean' },
};

/** Throws a 400 that lists the mistakes, in the IM's words and with the trace that it adds. */
export function validate(document: YamlMap): void {
  const problems = [
    ...wrongVersion(document),
    ...unknownTypes(document),
    ...wrongInputs(document),
    ...wrongFields(document),
    ...wrongCalls(document),
  ];
  if (problems.length === 0) {
    checkRadl(document);
    checkInputs(document);
    checkLevels(document);
    return;
  }
  const list = problems.map((problem) => `\n\t${problem}`).join('');
  throw new Refusal(
    400,
    'Error parsing TOSCA template: \nThe pre-parsed input failed validation with the following error(s): \n' +
      `${list}\n\n  File "toscaparser/tosca_template.py", line 1, in verify_template\n`,
  );
}

function wrongVersion(document: YamlMap): readonly string[] {
  const version = asText(document['tosca_definitions_version']) ?? '';
  if (versions.includes(version)) return [];
  const valid = versions.map((known) => `"${known}"`).join(', ');
  return [`InvalidTemplateVersion: The template version "${version}" is invalid. Valid versions are ${valid}.`];
}

/** A type that an import may have passes, because imports are not read. */
function unknownTypes(document: YamlMap): readonly string[] {
  return nodesOf(document)
    .map(([, node]) => asText(at(node, 'type')) ?? '')
    .filter((type) => nodeType(document, type) === undefined && !mayBeImported(document, type))
    .map((type) => `InvalidTypeError: Type "${type}" is not a valid type.`);
}

function wrongInputs(document: YamlMap): readonly string[] {
  return Object.values(asMap(at(document, 'topology_template', 'inputs'))).flatMap((input) => {
    const value = at(input, 'default');
    const coercion = coercions[asText(at(input, 'type')) ?? ''];
    if (value === undefined || value === null || !coercion || coercion.is(value)) return [];
    return [`ValueError: "${asText(value) ?? JSON.stringify(value)}" is not ${coercion.noun}.`];
  });
}

/** Every function call in the document. */
function* calls(value: unknown): Generator<readonly [string, readonly unknown[]]> {
  if (Array.isArray(value)) for (const item of value) yield* calls(item);
  if (!isMap(value)) return;
  const entries = Object.entries(value);
  for (const [key, inner] of entries) {
    if (entries.length === 1 && /^get_(input|attribute)$/.test(key))
      yield [key, asList(Array.isArray(inner) ? inner : [inner])];
    yield* calls(inner);
  }
}

function wrongCalls(document: YamlMap): readonly string[] {
  const inputs = asMap(at(document, 'topology_template', 'inputs'));
  return [...calls(document['topology_template'])].flatMap(([name, [first, ...path]]) => {
    const target = asText(first) ?? '';
    if (name === 'get_input') return target in inputs ? [] : [`UnknownInputError: Unknown input "${target}".`];
    return wrongAttribute(document, target, path);
  });
}

const simple = new Set(['string', 'integer', 'float', 'boolean', 'timestamp', 'version']);

function wrongAttribute(
  document: YamlMap,
  node: string,
  [first, second, ...rest]: readonly unknown[],
): readonly string[] {
  if (['SELF', 'HOST', 'SOURCE', 'TARGET'].includes(node)) return [];
  const template = at(document, 'topology_template', 'node_templates', node);
  if (template === undefined) return [`KeyError: 'Node template "${node}" was not found.'`];
  const typeName = asText(at(template, 'type')) ?? '';
  const type = nodeType(document, typeName);
  if (type === undefined) return [];
  const name = asText(first) ?? '';
  const own = type.attributes[name];
  if (second === undefined)
    return own !== undefined || name in asMap(at(template, 'properties'))
      ? []
      : [`KeyError: 'Attribute "${name}" was not found in node template "${node}".'`];
  if (own !== undefined) return afterValue(own, [second, ...rest]);
  const isAddress = second === 'ip_address' && isEndpoint(document, typeName, name);
  const found = isAddress ? 'string' : type.capabilities[name]?.attributes[asText(second) ?? ''];
  return found === undefined ? ["'list' object has no attribute 'name'"] : afterValue(found, rest);
}

const afterValue = (type: string, [index]: readonly unknown[]): readonly string[] =>
  index === undefined || !simple.has(type)
    ? []
    : [
        `ValueError: Illegal arguments for function "get_attribute". Unexpected attribute/index value "${String(index)}"`,
      ];
