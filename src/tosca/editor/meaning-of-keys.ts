import type { CapabilityDef, PropertyDef, RequirementDef, Schema } from '../types/definitions.ts';
import type { InterfaceDef } from '../types/interfaces.ts';
import { membersOf } from '../types/members.ts';
import { schemaOf } from '../types/schema.ts';
import type { TypeKind } from '../types/scope.ts';
import type { TypeDef } from '../types/type-def.ts';
import { YamlScalar } from '../yaml/node.ts';
import { chainOf, child, type Entry, valueIn } from './entry.ts';
import type { Known } from './known.ts';
import type { Meaning } from './meanings.ts';

export const other: Meaning = { is: 'other' };

export const values = (defs: ReadonlyMap<string, PropertyDef> | undefined): Meaning =>
  defs === undefined ? other : { is: 'values', defs };

const typesSection = /^(data|artifact|capability|interface|relationship|node|group|policy)_types$/;

export const wrapped = <Def extends CapabilityDef | InterfaceDef>(
  is: 'capability' | 'interface',
  def: Def | undefined,
): Meaning => (def === undefined ? other : ({ is, def } as Meaning));

export const ofRoot = (key: string): Meaning => {
  const [, kind] = typesSection.exec(key) ?? [];
  if (kind !== undefined) return { is: 'types', kind: kind as TypeKind };
  if (key === 'topology_template' || key === 'service_template') return { is: 'body' };
  if (key === 'tosca_definitions_version') return { is: 'version' };
  return key === 'imports' ? { is: 'imports' } : other;
};

export const ofBody = (key: string): Meaning => {
  if (key === 'inputs' || key === 'outputs') return { is: 'definitions' };
  if (key === 'node_templates') return { is: 'templates', kind: 'node' };
  if (key === 'relationship_templates') return { is: 'templates', kind: 'relationship' };
  if (key === 'groups') return { is: 'templates', kind: 'group' };
  return key === 'policies' ? { is: 'templates', kind: 'policy' } : other;
};

export const ofTemplate = ({ kind, type }: { kind: TypeKind; type: TypeDef | undefined }, key: string): Meaning => {
  if (key === 'type') return { is: 'typeName', kinds: [kind] };
  if (key === 'members' || key === 'targets') return { is: 'nodeName', kinds: [] };
  if (key === 'artifacts') return { is: 'templates', kind: 'artifact' };
  const members = type && membersOf(type);
  // functions are known, also where nobody knows the type
  if (key === 'properties') return values(members?.properties ?? new Map());
  if (key === 'attributes') return values(members?.attributes ?? new Map());
  if (members === undefined) return other;
  if (key === 'capabilities') return { is: 'capabilities', defs: members.capabilities };
  if (key === 'requirements') return { is: 'requirements', defs: members.requirements };
  return key === 'interfaces' ? { is: 'interfaces', defs: members.interfaces } : other;
};

export const ofProperty = (def: PropertyDef | undefined): Meaning =>
  def === undefined ? { is: 'value', schema: undefined } : { is: 'value', schema: def.schema, def };

export const ofValue = (schema: Schema | undefined, { key }: Entry): Meaning => {
  if (schema === undefined || key === undefined) return { is: 'value', schema: schema?.entry };
  return schema.type.base === 'complex'
    ? ofProperty(schema.type.properties.get(key))
    : { is: 'value', schema: schema.entry };
};

export const ofRequirement = (def: RequirementDef | undefined, key: string): Meaning => {
  if (key === 'node') return { is: 'nodeName', kinds: ['node'], requirement: def };
  if (key === 'capability') return { is: 'typeName', kinds: ['capability'] };
  if (key === 'relationship') return { is: 'template', kind: 'relationship', type: def?.relationship };
  return other;
};

export const ofInterface = (meaning: Extract<Meaning, { is: 'interface' }>, key: string): Meaning => {
  if (key === 'operations' || key === 'notifications') return meaning;
  const operation = meaning.def.operations.get(key);
  if (key === 'inputs') return values(meaning.def.inputs);
  return operation === undefined
    ? other
    : { is: 'interface', def: { ...meaning.def, inputs: operation.inputs, operations: new Map() } };
};

export const ofType = ({ entries, scope }: Known, kind: TypeKind, entry: Entry): Meaning => {
  const { key = '' } = entry;
  if (key === 'derived_from') return { is: 'typeName', kinds: [kind] };
  if (['properties', 'attributes', 'capabilities', 'requirements', 'key_schema', 'entry_schema'].includes(key))
    return key.endsWith('_schema') ? { is: 'definition' } : { is: 'definitions' };
  if (/^valid_(?:source_types|source_node_types|target_node_types)$/.test(key))
    return { is: 'typeName', kinds: ['node'] };
  if (key === 'valid_target_types') return { is: 'typeName', kinds: ['capability', 'node'] };
  if (key !== 'interfaces' || entry.parent?.key === undefined) return other;
  const type = scope?.find(kind, entry.parent.key);
  return type === undefined || valueIn(entries, entry) !== ''
    ? other
    : { is: 'interfaces', defs: membersOf(type).interfaces };
};

/** Of which kind the type of a definition is: `section` is the map in which the definition stands. */
const kindOfDefinition = (definition: Entry | undefined): TypeKind => {
  const sections = definition === undefined ? [] : chainOf(definition).map(({ key }) => key);
  const section = sections.findLast((key) =>
    /^(?:capabilities|requirements|properties|attributes|inputs|outputs)$/.test(key ?? ''),
  );
  return section === 'capabilities' ? 'capability' : 'data';
};

export const ofDefinition = ({ entries, scope }: Known, entry: Entry): Meaning => {
  const { key, parent } = entry;
  if (key === 'type') return { is: 'typeName', kinds: [kindOfDefinition(parent)] };
  if (key === 'entry_schema' || key === 'key_schema') return { is: 'definition' };
  if (key === 'capability') return { is: 'typeName', kinds: ['capability'] };
  if (key === 'node') return { is: 'typeName', kinds: ['node'] };
  if (key === 'relationship') return { is: 'template', kind: 'relationship', type: undefined };
  if (key === 'properties' || key === 'attributes') return { is: 'definitions' };
  if (key !== 'default' && key !== 'value') return other;
  const name = valueIn(entries, child(parent, 'type'));
  const schema = scope && name !== '' ? schemaOf(new YamlScalar(0, name, true, ''), scope) : undefined;
  return { is: 'value', schema };
};
