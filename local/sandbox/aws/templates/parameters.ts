/** Values of parameters: given, kept from before, or by default; those that name public parameters are looked up. */

import type { StackParameter } from '../engine/stack.ts';
import { type Bag, type Json, textOf } from '../protocol/json.ts';
import { invalid } from '../protocol/refusal.ts';
import { publicParameter } from '../world/images.ts';
import type { ParameterDefinition, Template } from './template.ts';

const fromStore = /^AWS::SSM::Parameter::Value<(.*)>$/;

function chosen(
  name: string,
  definition: ParameterDefinition,
  given: Bag | undefined,
  before: StackParameter | undefined,
): string | undefined {
  if (given?.['UsePreviousValue'] === 'true') {
    if (!before)
      throw invalid(
        `Invalid input for parameter key ${name}. Cannot specify usePreviousValue as true for a parameter key not in the previous template`,
      );
    return before.value;
  }
  return textOf(given?.['ParameterValue']) ?? textOf(definition.Default);
}

const lengthRule = (definition: ParameterDefinition, value: string): boolean =>
  value.length >= Number(definition.MinLength ?? 0) && value.length <= Number(definition.MaxLength ?? Infinity);

const sizeRule = ({ Type, MinValue, MaxValue }: ParameterDefinition, value: string): boolean =>
  Type !== 'Number' ||
  (Number(value) >= Number(MinValue ?? -Infinity) && Number(value) <= Number(MaxValue ?? Infinity));

function checkValue(name: string, definition: ParameterDefinition, value: string): void {
  const { AllowedValues: allowed, AllowedPattern: pattern, ConstraintDescription: own } = definition;
  if (definition.Type === 'Number' && Number.isNaN(Number(value)))
    throw invalid(`Parameter '${name}' must be a number.`);
  const failed = (words: string): Error =>
    invalid(own ? `Parameter '${name}' failed to satisfy constraint: ${own}` : words);
  if (allowed && !allowed.map(String).includes(value)) throw failed(`Parameter '${name}' must be one of AllowedValues`);
  if (pattern && !new RegExp(`^(?:${pattern})$`).test(value))
    throw failed(`Parameter '${name}' must match pattern ${pattern}`);
  if (!lengthRule(definition, value) || !sizeRule(definition, value))
    throw failed(`Parameter '${name}' is outside its limits`);
}

/** Throws a ValidationError when a value is missing, unknown or not allowed. */
export function chooseParameters(
  { Parameters: definitions }: Template,
  given: readonly Bag[],
  before: readonly StackParameter[],
  region: string,
): readonly StackParameter[] {
  const byName = new Map(given.map((one) => [textOf(one['ParameterKey']) ?? '', one]));
  const unknown = [...byName.keys()].filter((name) => !(name in definitions));
  if (unknown.length > 0) throw invalid(`Parameters: [${unknown.join(', ')}] do not exist in the template`);
  const values = Object.entries(definitions).map(([key, definition]) => ({
    key,
    definition,
    value: chosen(
      key,
      definition,
      byName.get(key),
      before.find((one) => one.key === key),
    ),
  }));
  const missing = values.filter(({ value }) => value === undefined).map(({ key }) => key);
  if (missing.length > 0) throw invalid(`Parameters: [${missing.join(', ')}] must have values`);
  return values.map(({ key, definition, value = '' }) => {
    if (fromStore.test(definition.Type)) return { key, value, resolved: lookUp(value, region) };
    checkValue(key, definition, value);
    return { key, value };
  });
}

function lookUp(name: string, region: string): string {
  const found = publicParameter(name, region);
  if (found === undefined) throw invalid(`Unable to fetch parameters [${name}] from parameter store for this account.`);
  return found;
}

/** What `Ref` gives. */
export const parameterValues = (
  { Parameters: definitions }: Template,
  all: readonly StackParameter[],
): { readonly [name: string]: Json } =>
  Object.fromEntries(
    all.map(({ key, value, resolved }) => {
      const type = definitions[key]?.Type ?? 'String';
      const text = resolved ?? value;
      return [key, type.includes('List') ? text.split(',').map((one) => one.trim()) : text];
    }),
  );
