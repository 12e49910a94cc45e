import { entryOf } from '../../../foundation/entry-of.ts';
import type { Json } from '../../../tosca/topology.ts';
import { mapOf, textOf } from '../../deployers/capability-values.ts';
import { nodeOf } from '../blueprint/stack-parts.ts';
import { type Section, sectionOf, type Template } from './referred.ts';

type Renamed = ReadonlyMap<string, string>;

/**
 * CloudFormation refuses a template that gives an id another type. So a node that becomes something else gets an id with its new
 * type, and keeps it as long as it stands.
 */
export const withTypesInForce = (template: Template, inForce: Template): Template => {
  const [wanted, standing] = [sectionOf(template, 'Resources'), sectionOf(inForce, 'Resources')];
  const renamed = new Map(
    Object.entries(wanted).flatMap(([id, one]): [string, string][] => {
      const other = `${id}${typeOf(one).split('::').slice(1).join('')}`;
      return needsOther(id, one, other, standing) && !(other in wanted) ? [[id, other]] : [];
    }),
  );
  if (renamed.size === 0) return template;
  const resources = Object.entries(wanted).map(([id, one]) => [renamed.get(id) ?? id, referring(one, renamed)]);
  const outputs = referring(sectionOf(template, 'Outputs'), renamed);
  return { ...template, Resources: Object.fromEntries(resources), ...('Outputs' in template && { Outputs: outputs }) };
};

const typeOf = (one: Json | undefined): string => textOf(mapOf(one)['Type']) ?? '';

const needsOther = (id: string, one: Json, other: string, standing: Section): boolean => {
  const [old, own] = [entryOf(standing, id), entryOf(standing, other)];
  const isOwn = typeOf(own) === typeOf(one) && nodeOf(mapOf(own)) === nodeOf(mapOf(one));
  return isOwn || (old !== undefined && typeOf(old) !== typeOf(one));
};

const referring = (value: Json, renamed: Renamed): Json => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => referring(item, renamed));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, memberOf(name, member, renamed)]));
};

const memberOf = (name: string, member: Json, renamed: Renamed): Json => {
  const idOf = (id: Json): Json => (typeof id === 'string' ? (renamed.get(id) ?? id) : id);
  if (name === 'Ref') return idOf(member);
  if (!Array.isArray(member)) return referring(member, renamed);
  if (name === 'DependsOn') return member.map(idOf);
  const [id = null, ...path] = member as readonly Json[];
  return name === 'Fn::GetAtt' ? [idOf(id), ...path] : referring(member, renamed);
};
