import { weightOf } from '../budget.ts';
import { limits } from '../limits.ts';
import { functionArguments, functionValue } from '../problem-kinds.ts';
import type { Json } from '../topology.ts';
import type { Called } from '../types/definitions.ts';
import { found } from '../values/found.ts';
import { fromJson } from '../yaml/from-json.ts';
import type { YamlNode } from '../yaml/node.ts';
import { isNull } from '../yaml/scalar.ts';
import { type Call, given, nothing, type Texts, type ToscaFunction } from './function.ts';
import { tokenParts } from './token-parts.ts';
import { refuseArguments } from './wrong-arguments.ts';

const isScalar = (value: Json): boolean => value === null || typeof value !== 'object';
const isStrict = (call: Call): boolean => call.service.version === '2.0';

/** 2.0 converts no other value to a text (section 9.1.1.1); null counts as an empty text. */
const isTextFor = (value: Json, call: Call): boolean =>
  isStrict(call) ? typeof value === 'string' || value === null : isScalar(value);

const textOf = (value: Json): string => (value === null ? '' : String(value));

type Run = (values: readonly Json[], call: Call) => Called;

/** Sees the arguments also when the call must wait. */
type Noted = (values: readonly Json[], call: Call) => void;

/** Runs on evaluated arguments; the call waits when one of them must wait for the deployment. */
export const onValues =
  (expected: string, run: Run, texts?: Texts, noted?: Noted): ToscaFunction =>
  (call) => {
    const argument = isStrict(call) || texts === undefined ? call.argumentValue() : call.argumentTexts(texts);
    if (argument.is === 'nothing') return argument;
    if (!Array.isArray(argument.value)) return refuseArguments(call, expected, { isListed: true });
    if (!call.service.budget.spend(weightOf(argument.value))) return nothing;
    noted?.(argument.value as readonly Json[], call);
    if (argument.is === 'later') return { is: 'later', value: Object.freeze({ [call.name]: argument.value }) };
    return run(argument.value as readonly Json[], call);
  };

/** 1.x takes these scalars for texts; in 2.0 they must be texts. */
const onTexts = (texts: Texts, expected: string, run: Run, noted?: Noted): ToscaFunction =>
  onValues(expected, run, texts, noted);

/** The Infrastructure Manager's parser writes `None` for a call without a value, as for one whose value is not known yet. */
const emptyForParser: Noted = (values, { argument, service: { unsupported } }) => {
  if (unsupported === undefined || argument.kind !== 'sequence') return;
  for (const [index, item] of argument.items.entries())
    if (item.kind === 'mapping' && values[index] === null) unsupported.addCall(item, null);
};

const allItems = Number.POSITIVE_INFINITY;

const describeValue = (value: Json): string => found(fromJson(value));

function limited(text: string, call: Call): Called {
  if (text.length > limits.functionText)
    return call.refuse(functionValue(`${call.name} returns more than ${limits.functionText} characters`));
  // the Infrastructure Manager joins values as Python writes them: True, None
  if (isWorthWriting(call.argument)) call.service.unsupported?.addCall(call.node, text);
  return given(text);
}

/** Whether it joins anything but texts that stand there: calls, and nothing. */
const isWorthWriting = (argument: YamlNode): boolean =>
  argument.kind === 'sequence' && argument.items.some((item) => item.kind !== 'scalar' || isNull(item));

/** The place of an argument; an argument that a function returns has the place of its call. */
const itemOf = (node: YamlNode, index: number): YamlNode =>
  (node.kind === 'sequence' ? node.items[index] : undefined) ?? node;

/** Joins the arguments (1.3 section 4.3.1, 2.0 section 10.2.3). */
export const concat = onTexts(
  { items: allItems, levels: 1 },
  'a list of texts',
  (values, call) => {
    if (values.length > 0 && values.every((each) => isTextFor(each, call)))
      return limited(values.map(textOf).join(''), call);
    if (values.length > 0 && values.every(Array.isArray)) return given(Object.freeze(values.flat() as Json[]));
    const strange = values.findIndex((each) => !isTextFor(each, call));
    return refuseItem(call, itemOf(call.argument, strange), 'a list of texts, or of lists', values[strange]);
  },
  emptyForParser,
);

const joinArguments = 'a list of texts and, optionally, a delimiter';

/** The same text with `concat`; undefined: the list is known only to the deployment. */
export const asConcat = ([parts, delimiter = '']: readonly Json[]): Json | undefined =>
  Array.isArray(parts)
    ? { concat: (parts as readonly Json[]).flatMap((part, index) => [...(index === 0 ? [] : [delimiter]), part ?? '']) }
    : undefined;

const concatOf = (call: Json): Called | undefined => {
  const [values] = call === null || typeof call !== 'object' ? [] : Object.values(call);
  const same = Array.isArray(values) ? asConcat(values) : undefined;
  return same === undefined ? undefined : given(same);
};

/** Joins the texts of a list with a delimiter between them (1.3 section 4.3.2). */
export const join: ToscaFunction = (call) => {
  const found = joined(call);
  // the Infrastructure Manager's parser has no such function
  const known = found.is === 'later' ? concatOf(found.value) : found;
  if (known?.is === 'given') call.service.unsupported?.addCall(call.node, known.value);
  return found;
};

const joined = onTexts({ items: allItems, levels: 2 }, joinArguments, (values, call) => {
  const [parts, delimiter = ''] = values;
  if (!Array.isArray(parts) || values.length > 2) return refuseArguments(call, joinArguments);
  const strange = parts.findIndex((each: Json) => !isTextFor(each, call));
  const list = itemOf(call.argument, 0);
  if (strange >= 0) return refuseItem(call, itemOf(list, strange), joinArguments, parts[strange]);
  if (typeof delimiter !== 'string') return refuseItem(call, itemOf(call.argument, 1), joinArguments, delimiter);
  return limited((parts as readonly Json[]).map(textOf).join(delimiter), call);
});

/** Reports at the one item that does not fit. */
const refuseItem = (call: Call, at: YamlNode, takes: string, value: Json | undefined): Called =>
  call.refuse(functionArguments(call.name, `${takes}, found ${describeValue(value ?? null)} in it`), at);

const tokenArguments = 'a text, the delimiter characters and the index of a part';

/** Splits a text at any of the delimiter characters and returns one part, counted from 0 (1.3 section 4.3.3). */
export const token = onTexts({ items: 2, levels: 1 }, tokenArguments, (values, call) => {
  const [text, delimiters, position] = values;
  const written = typeof position === 'string' && /^\d+$/.test(position) && !isStrict(call);
  const index = written ? Number(position) : position;
  const good = text !== undefined && isTextFor(text, call) && typeof delimiters === 'string' && Number.isInteger(index);
  if (!good || delimiters === '') return refuseArguments(call, tokenArguments);
  if (text === null) return given(null);
  const part = tokenParts(textOf(text), delimiters)[index as number];
  if (part !== undefined) {
    // the Infrastructure Manager's parser splits at one character only, and what Python makes of a value
    if (delimiters.length > 1 || isWorthWriting(call.argument)) call.service.unsupported?.addCall(call.node, part);
    return given(part);
  }
  return call.refuse(functionValue(`${call.name} finds no part ${String(index)} in ${JSON.stringify(textOf(text))}`));
});
