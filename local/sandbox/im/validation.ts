/**
 * The IM's checks of a document, as far as their answers are known (docs/contract/infrastructure-manager.md, "Words of
 * refusals"). Imports are not fetched.
 */

import { hostOf, isCompute } from './nodes.ts';
import { Refusal } from './refusal.ts';
import { asList, asMap, asText, at, isMap, type YamlMap } from './value.ts';

const versions = ['tosca_simple_yaml_1_0', 'tosca_simple_yaml_1_2', 'tosca_simple_yaml_1_3'];

const attributes = [
  'private_address',
  'public_address',
  'ip_address',
  'networks',
  'ports',
  'tosca_id',
  'tosca_name',
  'state',
  'endpoint',
  'credential',
  'ctxt_log',
  'ansible_output',
];

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
    ...wrongCalls(document),
  ];
  if (problems.length === 0) return;
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

/** Checks types only when there are no imports, because imports are not read. */
function unknownTypes(document: YamlMap): readonly string[] {
  if (document['imports'] !== undefined) return [];
  const own = asMap(document['node_types']);
  return Object.values(asMap(at(document, 'topology_template', 'node_templates')))
    .map((node) => asText(at(node, 'type')) ?? '')
    .filter((type) => !(type in own) && !normative.test(type))
    .map((type) => `InvalidTypeError: Type "${type}" is not a valid type.`);
}

const normative =
  /^(tosca\.nodes\.)?(Root|Compute|SoftwareComponent|WebServer|WebApplication|DBMS|Database|ObjectStorage|BlockStorage|LoadBalancer|Abstract\.\w+|Storage\.\w+|Container\.(Runtime|Application(\.Docker)?)|network\.(Network|Port))$/;

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
  return [...calls(document['topology_template'])].flatMap(([name, [first, second]]) => {
    const target = asText(first) ?? '';
    if (name === 'get_input') return target in inputs ? [] : [`UnknownInputError: Unknown input "${target}".`];
    return wrongAttribute(document, target, asText(second) ?? '');
  });
}

function wrongAttribute(document: YamlMap, node: string, attribute: string): readonly string[] {
  if (['SELF', 'HOST', 'SOURCE', 'TARGET'].includes(node)) return [];
  const template = at(document, 'topology_template', 'node_templates', node);
  if (template === undefined) return [`KeyError: 'Node template "${node}" was not found.'`];
  const plain = isCompute(document, asText(at(template, 'type'))) && hostOf(document, node) === node;
  if (!plain || attributes.includes(attribute)) return [];
  return [`KeyError: 'Attribute "${attribute}" was not found in node template "${node}".'`];
}
