import { weightOf } from '../budget.ts';
import { limits } from '../limits.ts';
import { functionArguments, functionValue } from '../problem-kinds.ts';
import type { Json } from '../topology.ts';
import { describeSchema } from '../types/compatible.ts';
import type { Called, Schema } from '../types/definitions.ts';
import { found } from '../values/found.ts';
import { fromJson } from '../yaml/from-json.ts';
import type { YamlNode, YamlSequence } from '../yaml/node.ts';
import { isNull } from '../yaml/scalar.ts';
import { type Call, given, nothing, type Texts, type ToscaFunction } from './function.ts';
import { schemaOfInput } from './lookup.ts';
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

/** The first argument of a call that must wait whose type does not fit. */
type Unfit = (argument: YamlSequence, call: Call) => { readonly at: YamlNode; readonly schema: Schema } | undefined;

interface Traits {
  readonly texts?: Texts;
  readonly noted?: Noted;
  readonly unfit?: Unfit;
  /** whether there are as many arguments as it takes */
  readonly counts?: (values: readonly Json[]) => boolean;
}

/** Runs on evaluated arguments; the call waits when one of them must wait for the deployment. */
export const onValues =
  (expected: string, run: Run, { texts, noted, unfit, counts = () => true }: Traits = {}): ToscaFunction =>
  (call) => {
    const argument = isStrict(call) || texts === undefined ? call.argumentValue() : call.argumentTexts(texts);
    if (argument.is === 'nothing') return argument;
    if (!Array.isArray(argument.value)) return refuseArguments(call, expected, { isListed: true });
    if (!counts(argument.value as readonly Json[])) return refuseArguments(call, expected, { isListed: true });
    if (!call.service.budget.spend(weightOf(argument.value))) return nothing;
    noted?.(argument.value as readonly Json[], call);
    const misfit = argument.is === 'later' && call.argument.kind === 'sequence' && unfit?.(call.argument, call);
    if (misfit) return refuseType(call, misfit.at, expected, misfit.schema);
    if (argument.is === 'later') return { is: 'later', value: Object.freeze({ [call.name]: argument.value }) };
    return run(argument.value as readonly Json[], call);
  };

const isCollection = (schema: Schema | undefined): schema is Schema =>
  schema !== undefined && typeof schema.type.base !== 'object' && schema.type.base !== 'scalar';

/** The first of these items that is a call of an input which is a list or a map. */
function collectionAmong(items: readonly YamlNode[], call: Call): ReturnType<Unfit> {
  for (const at of items) {
    const schema = schemaOfInput(call, at);
    if (isCollection(schema)) return { at, schema };
  }
  return undefined;
}

/** Lists may be joined to a list, but not with texts. */
const unfitParts: Unfit = ({ items }, call) => {
  const schemas = items.map((item) => schemaOfInput(call, item));
  const hasText = items.some((item, index) => item.kind === 'scalar' || isText(schemas[index]));
  return collectionAmong(hasText ? items : items.filter((_, index) => schemas[index]?.type.base !== 'list'), call);
};

const isText = (schema: Schema | undefined): boolean => schema !== undefined && !isCollection(schema);

/** The first argument is a list of texts. */
const unfitList: Unfit = ({ items: [list] }, call) => {
  if (list?.kind === 'sequence') return collectionAmong(list.items, call);
  const schema = list && schemaOfInput(call, list);
  return list && schema && schema.type.base !== 'list' ? { at: list, schema } : undefined;
};

const unfitText: Unfit = ({ items: [text] }, call) => collectionAmong(text ? [text] : [], call);

const isTriple = (values: readonly Json[]): boolean => values.length === 3;
const isPair = (values: readonly Json[]): boolean => values.length === 1 || values.length === 2;

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
export const concat = onValues(
  'a list of texts',
  (values, call) => {
    if (values.length > 0 && values.every((each) => isTextFor(each, call)))
      return limited(values.map(textOf).join(''), call);
    if (values.length > 0 && values.every(Array.isArray)) return given(Object.freeze(values.flat() as Json[]));
    const strange = values.findIndex((each) => !isTextFor(each, call));
    return refuseItem(call, itemOf(call.argument, strange), 'a list of texts, or of lists', values[strange]);
  },
  { texts: { items: allItems, levels: 1 }, noted: emptyForParser, unfit: unfitParts },
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

const joinValues: Run = (values, call) => {
  const [parts, delimiter = ''] = values;
  if (!Array.isArray(parts)) return refuseArguments(call, joinArguments);
  const strange = parts.findIndex((each: Json) => !isTextFor(each, call));
  const list = itemOf(call.argument, 0);
  if (strange >= 0) return refuseItem(call, itemOf(list, strange), joinArguments, parts[strange]);
  if (typeof delimiter !== 'string') return refuseItem(call, itemOf(call.argument, 1), joinArguments, delimiter);
  return limited((parts as readonly Json[]).map(textOf).join(delimiter), call);
};

const joined = onValues(joinArguments, joinValues, {
  texts: { items: allItems, levels: 2 },
  unfit: unfitList,
  counts: isPair,
});

/** Reports at the one item that does not fit. */
const refuseItem = (call: Call, at: YamlNode, takes: string, value: Json | undefined): Called =>
  call.refuse(functionArguments(call.name, `${takes}, found ${describeValue(value ?? null)} in it`), at);

const refuseType = (call: Call, at: YamlNode, takes: string, schema: Schema): Called =>
  call.refuse(functionArguments(call.name, `${takes}, found ${describeSchema(schema)} in it`), at);

const tokenArguments = 'a text, the delimiter characters and the index of a part';

const tokenOf: Run = (values, call) => {
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
};

/** Splits a text at any of the delimiter characters and returns one part, counted from 0 (1.3 section 4.3.3). */
export const token = onValues(tokenArguments, tokenOf, {
  texts: { items: 2, levels: 1 },
  unfit: unfitText,
  counts: isTriple,
});
