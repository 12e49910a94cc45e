/** The functions of a template, evaluated. */

import { type Bag, isBag, type Json, listOf, same, textOf } from '../protocol/json.ts';
import { invalid } from '../protocol/refusal.ts';
import { getAttOf, placeholders } from './references.ts';
import type { Template } from './template.ts';

export interface Scope {
  readonly template: Template;
  readonly parameters: { readonly [name: string]: Json };
  /** AWS::Region and its like */
  readonly pseudo: { readonly [name: string]: Json };
  ref(logicalId: string): Json;
  attribute(logicalId: string, attribute: string): Json;
}

/** The value of `AWS::NoValue`: whoever holds it is left out. */
const noValue = Symbol('AWS::NoValue');
type Value = Json | typeof noValue;

type Fn = (argument: Json, scope: Scope) => Value;

const templateError = (message: string): Error => invalid(`Template error: ${message}`);

function argumentsOf(name: string, argument: Json, count: number): readonly Json[] {
  if (!Array.isArray(argument) || argument.length < count)
    throw templateError(`${name} object requires a list of ${count} parameters`);
  return argument as Json[];
}

const plain = (argument: Json, scope: Scope): Json => {
  const value = evaluated(argument, scope);
  return value === noValue ? undefined : value;
};

function referred(name: string, scope: Scope): Value {
  if (name === 'AWS::NoValue') return noValue;
  if (name in scope.pseudo) return scope.pseudo[name];
  if (Object.hasOwn(scope.parameters, name)) return scope.parameters[name];
  return scope.ref(name);
}

function substituted(argument: Json, scope: Scope): Json {
  const [text, own] = Array.isArray(argument) ? (argument as Json[]) : [argument, {}];
  const variables = isBag(own) ? own : {};
  const filled = String(text).replace(placeholders, (_whole, found: string) => {
    const name = found.trim();
    if (Object.hasOwn(variables, name)) return textOf(plain(variables[name], scope)) ?? '';
    if (name.includes('.') && !name.startsWith('AWS::')) {
      const { name: logicalId, attribute } = getAttOf(name);
      return textOf(scope.attribute(logicalId, attribute)) ?? '';
    }
    const value = referred(name, scope);
    return value === noValue ? '' : String(value);
  });
  return filled.replace(/\$\{!([^}]*)\}/g, '${$1}');
}

export function holds(name: string, scope: Scope): boolean {
  const condition = scope.template.Conditions[name];
  if (condition === undefined)
    throw templateError(`unresolved condition dependency ${name} in the Resources block of the template`);
  return truth(condition, scope);
}

function truth(condition: Json, scope: Scope): boolean {
  if (!isBag(condition)) return condition === true || condition === 'true';
  const [name = '', argument] = Object.entries(condition)[0] ?? [];
  switch (name) {
    case 'Condition':
      return holds(String(argument), scope);
    case 'Fn::And':
      return listOf(argument).every((one) => truth(one, scope));
    case 'Fn::Or':
      return listOf(argument).some((one) => truth(one, scope));
    case 'Fn::Not':
      return !truth(listOf(argument)[0], scope);
    case 'Fn::Equals': {
      const [left, right] = argumentsOf(name, argument, 2);
      const [a, b] = [plain(left, scope), plain(right, scope)];
      return same(textOf(a) ?? a, textOf(b) ?? b);
    }
    default:
      throw templateError(`every Condition member must be a string or a function, not ${name}`);
  }
}

const functions: { readonly [name: string]: Fn } = {
  Ref: (argument, scope) => referred(String(argument), scope),
  'Fn::GetAtt': (argument, scope) => {
    const { name, attribute } = getAttOf(argument);
    return scope.attribute(name, attribute);
  },
  'Fn::Sub': substituted,
  'Fn::Join': (argument, scope) => {
    const [delimiter, values] = argumentsOf('Fn::Join', argument, 2);
    return listOf(plain(values, scope))
      .map((one) => textOf(one) ?? '')
      .join(textOf(delimiter) ?? '');
  },
  'Fn::Select': (argument, scope) => {
    const [index, values] = argumentsOf('Fn::Select', argument, 2);
    const list = listOf(plain(values, scope));
    const position = Number(plain(index, scope));
    if (!(position in list)) throw templateError(`Fn::Select cannot select nonexistent value at index ${position}`);
    return list[position];
  },
  'Fn::Split': (argument, scope) => {
    const [delimiter, text] = argumentsOf('Fn::Split', argument, 2);
    return (textOf(plain(text, scope)) ?? '').split(textOf(delimiter) ?? '');
  },
  'Fn::Base64': (argument, scope) => Buffer.from(textOf(plain(argument, scope)) ?? '').toString('base64'),
  'Fn::If': (argument, scope) => {
    const [name, yes, no] = argumentsOf('Fn::If', argument, 3);
    return evaluated(holds(String(name), scope) ? yes : no, scope);
  },
  'Fn::FindInMap': (argument, scope) => {
    const [map, top, second] = argumentsOf('Fn::FindInMap', argument, 3).map((one) => textOf(plain(one, scope)) ?? '');
    const row = scope.template.Mappings[map ?? '']?.[top ?? ''];
    const found = isBag(row) ? row[second ?? ''] : undefined;
    if (found === undefined) throw templateError(`Unable to get mapping for ${map}::${top}::${second}`);
    return found;
  },
  'Fn::GetAZs': (_argument, scope) => scope.pseudo['sandbox:zones'],
};

function evaluated(value: Json, scope: Scope): Value {
  if (Array.isArray(value)) return value.map((one: Json) => evaluated(one, scope)).filter((one) => one !== noValue);
  if (!isBag(value)) return value;
  const entries = Object.entries(value);
  const [name = '', argument] = entries[0] ?? [];
  const known = entries.length === 1 ? functions[name] : undefined;
  if (known) return known(argument, scope);
  if (entries.length === 1 && name.startsWith('Fn::'))
    throw templateError(`the sandbox does not know the function ${name}`);
  const all = entries.map(([key, one]) => [key, evaluated(one, scope)] as const);
  return Object.fromEntries(all.filter(([, one]) => one !== noValue)) as Bag;
}

/** The value with all its functions worked out. Throws a ValidationError for a function that cannot be. */
export const evaluate = plain;
