import type { RequirementDef, Schema } from '../types/definitions.ts';
import { membersOf } from '../types/members.ts';
import type { TypeDef } from '../types/type-def.ts';
import { definitionsVersions } from '../versions.ts';
import { chainOf, child, type Entry, valueIn } from './entry.ts';
import { functionsIn } from './function-names.ts';
import { bodyOf, type Known, typeOfNode } from './known.ts';
import type { Meaning } from './meanings.ts';
import type { Proposal } from './proposal.ts';
import { typeWords } from './words.ts';

const plain = (label: string, kind: Proposal['kind'] = 'name', detail?: string): Proposal => ({
  ...{ label, kind, text: label },
  ...(detail !== undefined && { detail }),
});

export const valuesOf = (known: Known, meaning: Meaning, owner: Entry, offset: number): readonly Proposal[] => {
  switch (meaning.is) {
    case 'version':
      return Object.keys(definitionsVersions)
        .filter((name) => !name.includes(':') && !name.endsWith('_0_0'))
        .map((name) => plain(name, 'value'));
    case 'typeName':
      return meaning.kinds.flatMap((kind) => typesOf(known, kind));
    case 'template':
      return meaning.kind === 'relationship' ? typesOf(known, 'relationship') : [];
    case 'requirement':
      return nodesFor(known, meaning.def, owner);
    case 'nodeName':
      return [...nodesFor(known, meaning.requirement, owner), ...meaning.kinds.flatMap((kind) => typesOf(known, kind))];
    case 'value':
      return [
        ...allowedBy(meaning.schema),
        ...functionsIn(known).map((name) => ({ ...plain(name, 'function'), text: `{ ${name}: ` })),
      ];
    case 'call':
      return argumentsOf(known, meaning.name, owner.children.filter(({ keyStart }) => keyStart < offset).length, owner);
    case 'argument':
      return argumentsOf(known, meaning.call, meaning.index, meaning.owner.parent ?? owner);
    default:
      return [];
  }
};

const typesOf = ({ scope }: Known, kind: TypeDef['kind']): readonly Proposal[] =>
  (scope?.names(kind) ?? []).flatMap((name) => {
    const type = scope?.find(kind, name);
    return type === undefined ? [] : { ...plain(name, 'type', type.parent?.name ?? ''), words: () => typeWords(type) };
  });

/** Node templates; first those that offer what the requirement needs. */
const nodesFor = (known: Known, def: RequirementDef | undefined, owner: Entry): readonly Proposal[] => {
  const own = chainOf(owner).find(({ parent }) => parent?.key === 'node_templates');
  const nodes = child(bodyOf(known.entries), 'node_templates')?.children ?? [];
  return nodes.flatMap((node) => {
    const { key } = node;
    if (key === undefined || node === own) return [];
    const type = typeOfNode(known, key);
    return { ...plain(key, 'name', type?.name ?? ''), ...(offers(type, def) && { first: true }) };
  });
};

const offers = (type: TypeDef | undefined, def: RequirementDef | undefined): boolean => {
  const { capability } = def ?? {};
  if (type === undefined || capability === undefined) return false;
  return [...membersOf(type).capabilities.values()].some((offered) => offered.type?.is(capability) ?? false);
};

const allowedBy = (schema: Schema | undefined): readonly Proposal[] => {
  if (schema?.type.def.name === 'boolean') return ['true', 'false'].map((word) => plain(word, 'value'));
  const clauses = [...(schema?.constraints ?? []), ...(schema?.type.constraints ?? [])].flatMap(
    ({ clauses: all = [] }) => all,
  );
  return clauses
    .filter(({ operator }) => operator === 'valid_values')
    .flatMap(({ operand }) => (Array.isArray(operand) ? operand : []))
    .map((value) => ({ ...plain(typeof value === 'string' ? value : JSON.stringify(value), 'value'), first: true }));
};

const around = ['SELF', 'HOST', 'SOURCE', 'TARGET'];

const argumentsOf = (known: Known, call: string, index: number, owner: Entry): readonly Proposal[] => {
  const body = bodyOf(known.entries);
  const namesIn = (section: string): readonly Proposal[] =>
    (child(body, section)?.children ?? []).flatMap(({ key }) => (key === undefined ? [] : plain(key)));
  if (call === 'get_input') return index === 0 ? namesIn('inputs') : [];
  if (!['get_property', 'get_attribute', 'get_artifact', 'get_operation_output'].includes(call)) return [];
  if (index === 0) return [...around.map((name) => plain(name, 'value')), ...namesIn('node_templates')];
  const type = typeNamed(known, owner);
  if (type === undefined || index !== 1) return [];
  const { properties, attributes, capabilities, requirements } = membersOf(type);
  const values = call === 'get_property' ? properties : new Map([...properties, ...attributes]);
  return [...values.keys(), ...capabilities.keys(), ...requirements.keys()].map((name) => plain(name, 'property'));
};

/** The type of the node that the first argument of a call names. */
const typeNamed = (known: Known, call: Entry): TypeDef | undefined => {
  const [first] = call.children;
  const name = valueIn(known.entries, first);
  if (name !== 'SELF') return typeOfNode(known, name);
  const own = chainOf(call).find(({ parent }) => parent?.key === 'node_templates')?.key;
  return own === undefined ? undefined : typeOfNode(known, own);
};
