import type { DeclaredInput } from '../../src/tosca/declared-inputs.ts';
import type { Problem } from '../../src/tosca/problems.ts';
import type { Json } from '../../src/tosca/topology.ts';
import { wholeNumber } from '../../src/tosca/values/exact-json.ts';
import type { Values } from '../editor/checking.ts';
import type { Hints } from './hints.ts';

/** A number with its unit as two fields. */
export interface Scalar {
  readonly number: string;
  readonly unit: string;
}

/** `4 GB`; without a unit in the text the first one that people use is taken. */
export function scalarOf(value: Json | undefined, units: readonly string[]): Scalar {
  const [number, unit] = cutUnit(`${value ?? ''}`);
  return { number, unit: unitIn(units, unit) ?? (unit || (units.includes('GB') ? 'GB' : (units[0] ?? ''))) };
}

/** `4 GB` -> `4`, `GB`. */
const cutUnit = (text: string): readonly [number: string, unit: string] => {
  const all = text.trim();
  const [unit = ''] = /(?<![A-Za-z])[A-Za-z]+$/.exec(all) ?? [];
  return [all.slice(0, all.length - unit.length).trimEnd(), unit];
};

const unitIn = (units: readonly string[], name: string): string | undefined =>
  units.find((one) => one === name) ?? units.find((one) => one.toLowerCase() === name.toLowerCase());

/** What somebody typed or pasted where the number belongs: with a unit in it, such as `512 MB`, that unit is meant. */
export const scalarTyped = (text: string, unit: string, units: readonly string[]): Scalar => {
  const [number, name] = cutUnit(text);
  const own = number === '' ? undefined : unitIn(units, name);
  return own === undefined ? { number: text, unit } : { number, unit: own };
};

export const scalarText = ({ number, unit }: Scalar): Json | undefined =>
  number.trim() === '' ? undefined : `${number.trim()} ${unit}`;

/** What somebody typed into a field of numbers; a text that is none stays one, and the checker says so. */
export function numberOf(text: string): Json | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const number = Number(trimmed);
  if (/^[-+]?\d{1,300}$/.test(trimmed)) return wholeNumber(trimmed);
  return Number.isFinite(number) && /^[-+]?(\d|\.\d)/.test(trimmed) ? number : trimmed;
}

/** What is in a field: what was typed, else the default. */
export const shownValue = (input: DeclaredInput, values: Values): Json | undefined =>
  Object.hasOwn(values, input.name) ? values[input.name] : input.default;

/** The values with one changed; a value that is gone, or equals the default, is left to the template. */
export function withValue(values: Values, input: DeclaredInput, value: Json | undefined): Values {
  const { [input.name]: _, ...others } = values;
  const isDefault = JSON.stringify(value) === JSON.stringify(input.default);
  return value === undefined || isDefault ? others : { ...others, [input.name]: value };
}

/** Required inputs that have no value yet, by name. */
export const missing = (inputs: readonly DeclaredInput[], values: Values): readonly string[] =>
  inputs.filter((input) => input.required && (shownValue(input, values) ?? '') === '').map(({ name }) => name);

/** What the checker says of a given value, by input, without the words that the place of the field says already. */
export function problemsByInput(problems: readonly Problem[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { code, path, message } of problems) {
    const name = /^inputs\.(.+)$/.exec(path)?.[1];
    if (code !== 'input-invalid' || name === undefined || found.has(name)) continue;
    found.set(name, message.replace(/^the value given for the input ".*?" is not allowed: /, ''));
  }
  return found;
}

export interface Made {
  readonly password: () => string;
  readonly uuid: () => string;
}

/** Values that the form makes itself, where the catalogue asks for it. */
export function madeValues(
  inputs: readonly DeclaredInput[],
  { inputs: hints }: Hints,
  { password, uuid }: Made,
): Values {
  const made: { [name: string]: Json } = {};
  for (const { name } of inputs) {
    const hint = hints.get(name);
    if (hint?.type === 'random_password') made[name] = password();
    else if (hint?.type === 'uuidgen') made[name] = uuid();
    else if (hint?.default !== undefined && hint.default !== '') made[name] = hint.default;
  }
  return made;
}
