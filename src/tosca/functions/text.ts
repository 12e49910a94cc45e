import { weightOf } from '../budget.ts';
import { limits } from '../limits.ts';
import { functionArguments, functionValue } from '../problem-kinds.ts';
import type { Json } from '../topology.ts';
import type { Called } from '../types/definitions.ts';
import { found } from '../values/found.ts';
import { fromJson } from '../yaml/from-json.ts';
import type { YamlNode } from '../yaml/node.ts';
import { type Call, given, nothing, type ToscaFunction } from './function.ts';
import { refuseArguments } from './wrong-arguments.ts';

const isScalar = (value: Json): boolean => value === null || typeof value !== 'object';
const isStrict = (call: Call): boolean => call.service.version === '2.0';

/** 2.0 makes no texts of other values (section 9.1.1.1); what has no value yet is none. */
const isTextFor = (value: Json, call: Call): boolean =>
  isStrict(call) ? typeof value === 'string' || value === null : isScalar(value);

const textOf = (value: Json): string => (value === null ? '' : String(value));

/** Runs on the evaluated arguments; waits with the call when one of them must wait. */
export const onValues =
  (expected: string, run: (values: readonly Json[], call: Call) => Called): ToscaFunction =>
  (call) => {
    const argument = call.argumentValue();
    if (argument.is === 'nothing') return argument;
    if (!Array.isArray(argument.value)) return refuseArguments(call, expected, { isListed: true });
    if (!call.service.budget.spend(weightOf(argument.value))) return nothing;
    if (argument.is === 'later') return { is: 'later', value: Object.freeze({ [call.name]: argument.value }) };
    return run(argument.value as readonly Json[], call);
  };

const describeValue = (value: Json): string => found(fromJson(value));

const limited = (text: string, call: Call): Called =>
  text.length <= limits.functionText
    ? given(text)
    : call.refuse(functionValue(`${call.name} makes more than ${limits.functionText} characters`));

/** Where an argument is written; one that a function gives stands where that is called. */
const itemOf = (node: YamlNode, index: number): YamlNode =>
  (node.kind === 'sequence' ? node.items[index] : undefined) ?? node;

/** 1.3 section 4.3.1, 2.0 section 10.2.3: the arguments one after another. */
export const concat = onValues('a list of texts', (values, call) => {
  if (values.length > 0 && values.every((each) => isTextFor(each, call)))
    return limited(values.map(textOf).join(''), call);
  if (values.length > 0 && values.every(Array.isArray)) return given(Object.freeze(values.flat() as Json[]));
  const strange = values.findIndex((each) => !isTextFor(each, call));
  return refuseItem(call, itemOf(call.argument, strange), 'a list of texts, or of lists', values[strange]);
});

const joinArguments = 'a list of texts and, optionally, a delimiter';

/** 1.3 section 4.3.2: the texts of a list with a delimiter between them. */
export const join = onValues(joinArguments, (values, call) => {
  const [parts, delimiter = ''] = values;
  if (!Array.isArray(parts) || values.length > 2) return refuseArguments(call, joinArguments);
  const strange = parts.findIndex((each: Json) => !isTextFor(each, call));
  const list = itemOf(call.argument, 0);
  if (strange >= 0) return refuseItem(call, itemOf(list, strange), joinArguments, parts[strange]);
  if (typeof delimiter !== 'string') return refuseItem(call, itemOf(call.argument, 1), joinArguments, delimiter);
  return limited((parts as readonly Json[]).map(textOf).join(delimiter), call);
});

/** At the one item that is not as the others have to be. */
const refuseItem = (call: Call, at: YamlNode, takes: string, value: Json | undefined): Called =>
  call.refuse(functionArguments(call.name, `${takes}, found ${describeValue(value ?? null)} in it`), at);

const tokenArguments = 'a text, the delimiter characters and the index of a part';

/** 1.3 section 4.3.3: the text is split at any of the delimiter characters; one part is taken, the first is 0. */
export const token = onValues(tokenArguments, (values, call) => {
  const [text, delimiters, position] = values;
  const written = typeof position === 'string' && /^\d+$/.test(position) && !isStrict(call);
  const index = written ? Number(position) : position;
  const good = text !== undefined && isTextFor(text, call) && typeof delimiters === 'string' && Number.isInteger(index);
  if (!good || delimiters === '') return refuseArguments(call, tokenArguments);
  if (text === null) return given(null);
  const part = splitAt(textOf(text), new Set(delimiters))[index as number];
  if (part !== undefined) return given(part);
  return call.refuse(functionValue(`${call.name} finds no part ${String(index)} in ${JSON.stringify(textOf(text))}`));
});

function splitAt(text: string, delimiters: ReadonlySet<string>): string[] {
  const parts = [''];
  for (const character of text) {
    if (delimiters.has(character)) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}
