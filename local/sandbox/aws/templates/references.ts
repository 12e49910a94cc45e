/** What a value of a template refers to, and the order that follows from it. */

import { isBag, type Json, textOf } from '../protocol/json.ts';
import { invalid } from '../protocol/refusal.ts';
import { needsOf, type ResourceDefinition, type Template } from './template.ts';

export type Reference =
  | { readonly kind: 'Ref'; readonly name: string }
  | { readonly kind: 'GetAtt'; readonly name: string; readonly attribute: string }
  | { readonly kind: 'Condition' | 'FindInMap'; readonly name: string };

/** `${Name}` and `${Name.Attribute}`, but not `${!Literal}`. */
export const placeholders = /\$\{([^!}][^}]*)\}/g;

function inSub(argument: Json): Reference[] {
  const [text, own] = Array.isArray(argument) ? (argument as Json[]) : [argument, {}];
  const known = isBag(own) ? Object.keys(own) : [];
  const names = [...String(text).matchAll(placeholders)].map(([, name]) => (name as string).trim());
  return [
    ...names
      .filter((name) => !known.includes(name))
      .map((name): Reference => {
        const [first = '', ...rest] = name.split('.');
        return rest.length === 0 || name.startsWith('AWS::')
          ? { kind: 'Ref', name }
          : { kind: 'GetAtt', name: first, attribute: rest.join('.') };
      }),
    ...referencesIn(own),
  ];
}

export function getAttOf(argument: Json): { name: string; attribute: string } {
  const parts = Array.isArray(argument)
    ? (argument as Json[]).map((one) => textOf(one) ?? '')
    : String(argument).split('.');
  const [name = '', ...rest] = parts;
  if (name === '' || rest.length === 0)
    throw invalid(
      'Template error: every Fn::GetAtt object requires two non-empty parameters, the resource name and the resource attribute',
    );
  return { name, attribute: rest.join('.') };
}

export function referencesIn(value: Json): Reference[] {
  if (Array.isArray(value)) return value.flatMap((one: Json) => referencesIn(one));
  if (!isBag(value)) return [];
  const [[key, argument] = ['', undefined], ...more] = Object.entries(value);
  if (more.length > 0) return Object.values(value).flatMap(referencesIn);
  if (key === 'Ref') return [{ kind: 'Ref', name: String(argument) }];
  if (key === 'Fn::GetAtt') return [{ kind: 'GetAtt', ...getAttOf(argument) }];
  if (key === 'Fn::Sub') return inSub(argument);
  const within = referencesIn(argument);
  if (key === 'Fn::If' || key === 'Fn::FindInMap') {
    const name = String(Array.isArray(argument) ? (argument as Json[])[0] : argument);
    return [{ kind: key === 'Fn::If' ? 'Condition' : 'FindInMap', name }, ...within];
  }
  return within;
}

/** The logical ids that a resource needs, those whose condition is false included. */
export function needsOfResource(template: Template, definition: ResourceDefinition): readonly string[] {
  const named = referencesIn(definition.Properties)
    .filter(({ kind }) => kind === 'Ref' || kind === 'GetAtt')
    .map(({ name }) => name)
    .filter((name) => Object.hasOwn(template.Resources, name));
  return [...new Set([...named, ...needsOf(definition.DependsOn)])];
}

/** The logical ids that wait for each other, or none. */
export function circleIn(template: Template): readonly string[] {
  const left = new Map(
    Object.entries(template.Resources).map(([id, definition]) => [id, needsOfResource(template, definition)]),
  );
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const [id, needs] of left) if (!needs.some((need) => left.has(need))) left.delete(id);
  }
  return [...left.keys()];
}
