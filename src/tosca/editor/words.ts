/** What is said of a type, a property or another definition, as Markdown. */

import type { CapabilityDef, PropertyDef, RequirementDef, Schema } from '../types/definitions.ts';
import { membersOf } from '../types/members.ts';
import type { TypeDef } from '../types/type-def.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf, toJson } from '../yaml/scalar.ts';

const descriptionOf = (node: YamlNode): string =>
  node.kind === 'mapping' ? (textOf(node.get('description')) ?? '').trim() : '';

const paragraphs = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');

/** lists of lists that are named one by one: a type may be a list of itself */
const mostLevels = 4;

/** Such as `list of map of integer`. */
export const schemaWords = (schema: Schema | undefined): string => {
  if (schema === undefined) return 'any';
  const names: string[] = [];
  let at: Schema | undefined = schema;
  for (; at !== undefined && names.length < mostLevels; at = at.entry) names.push(at.type.def.name);
  return [...names, ...(at === undefined ? [] : ['…'])].join(' of ');
};

/** `3 GB`, `["a"]`; empty where there is none. */
const shown = (node: YamlNode | undefined): string => (node === undefined ? '' : JSON.stringify(toJson(node)));

const conditionsOf = (schema: Schema | undefined): readonly string[] =>
  (schema?.constraints ?? [])
    .flatMap(({ clauses = [] }) => clauses)
    .map(({ operator, operand }) => `\`${operator}: ${JSON.stringify(operand)}\``);

export const propertyWords = ({ name, schema, required, default: usual, node }: PropertyDef): string => {
  const traits = [required && usual === undefined ? 'required' : 'optional', usual && `default \`${shown(usual)}\``];
  return paragraphs(
    `**${name}**: ${schemaWords(schema)}, ${traits.filter(Boolean).join(', ')}`,
    descriptionOf(node),
    conditionsOf(schema).join(', '),
  );
};

const inOneLine = ({ name, schema, required, default: usual, node }: PropertyDef): string => {
  const description = descriptionOf(node).replaceAll(/\s+/g, ' ');
  const must = required && usual === undefined ? ' (required)' : '';
  return `- \`${name}\`: ${schemaWords(schema)}${must}${description === '' ? '' : `: ${description}`}`;
};

const mostListed = 30;

const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : [`*${title}*`, '', ...lines.slice(0, mostListed)].join('\n');

export const typeWords = (type: TypeDef): string => {
  const [, ...ancestors] = type.ancestry;
  const description = type.chain.map(({ node }) => descriptionOf(node)).find((text) => text !== '') ?? '';
  const { properties, capabilities, requirements } = membersOf(type);
  return paragraphs(
    `**${type.name}** (${type.kind} type)${ancestors.length === 0 ? '' : `, derived from ${ancestors.join(', ')}`}`,
    description,
    section('Properties', [...properties.values()].map(inOneLine)),
    section(
      'Capabilities',
      [...capabilities.values()].map(({ name, type: of }) => `- \`${name}\`: ${of?.name ?? 'unknown'}`),
    ),
    section(
      'Requirements',
      [...requirements.values()].map((def) => `- \`${def.name}\`: ${def.capabilityName ?? 'any'}`),
    ),
  );
};

export const capabilityWords = ({ name, type, properties }: CapabilityDef): string =>
  paragraphs(
    `**${name}**: capability of ${type?.name ?? 'an unknown type'}`,
    type === undefined ? '' : descriptionOf(type.node),
    section('Properties', [...properties.values()].map(inOneLine)),
  );

export const requirementWords = ({
  name,
  capability,
  capabilityName,
  node,
  relationship,
  count,
}: RequirementDef): string => {
  const most = count?.max === Number.POSITIVE_INFINITY ? 'any number' : `${count?.max}`;
  return paragraphs(
    `**${name}**: needs ${capability?.name ?? capabilityName ?? 'any capability'}`,
    [
      node && `of ${node.name}`,
      relationship && `by ${relationship.name}`,
      count && `at least ${count.min}, at most ${most}`,
    ]
      .filter(Boolean)
      .join(', '),
    capability === undefined ? '' : descriptionOf(capability.node),
  );
};
