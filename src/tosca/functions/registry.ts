import { weightOfPattern } from '../budget.ts';
import type { Service } from '../model/service.ts';
import { opened } from '../names.ts';
import {
  asWarning,
  functionArguments,
  functionMalformed,
  functionUnknown,
  functionValue,
  valueType,
} from '../problem-kinds.ts';
import type { Finding } from '../report.ts';
import type { Json } from '../topology.ts';
import type { Called } from '../types/definitions.ts';
import { patternNote } from '../values/pattern.ts';
import { type YamlMapping, type YamlNode, type YamlScalar, YamlSequence } from '../yaml/node.ts';
import { isNull } from '../yaml/scalar.ts';
import { getArtifact, getAttribute, getNodesOfType, getOperationOutput } from './deferred.ts';
import { type Call, given, type Misfit, nothing, type ToscaFunction } from './function.ts';
import { getInput, getProperty } from './lookup.ts';
import { ownFunction } from './own.ts';
import { plainOrder, pureFunctions } from './pure.ts';
import { isArithmetic, mayBeScalar, scalarResult } from './scalars.ts';
import { checkDollar, checkVersion } from './since.ts';
import { concat, join, onValues, token } from './text.ts';
import { refuseArguments } from './wrong-arguments.ts';

const simple: ReadonlyMap<string, ToscaFunction> = new Map(
  Object.entries({
    get_input: getInput,
    get_property: getProperty,
    get_attribute: getAttribute,
    get_operation_output: getOperationOutput,
    get_nodes_of_type: getNodesOfType,
    get_artifact: getArtifact,
    concat,
    join,
    token,
  }),
);

/** Names that are also common keys of data (Credential has a `token`), so they are calls only with a list. */
const needsList = new Set(['concat', 'join', 'token']);

export interface FoundFunction {
  readonly name: string;
  readonly argument: YamlNode;
  /** undefined: there is no such function, which has been reported */
  readonly run: ToscaFunction | undefined;
}

/** The function that a mapping calls: its only key is the function's name; undefined when it is not a call. */
export function functionOf(node: YamlMapping, service: Service): FoundFunction | undefined {
  const name = node.onlyKey;
  if (name === undefined && service.version === '2.0') checkMalformed(node, service);
  const argument = name === undefined ? undefined : node.get(name);
  if (name === undefined || argument === undefined) return undefined;
  if (service.version === '2.0') return dollarFunction(name, argument, service);
  const run = simple.get(name);
  if (run === undefined) checkDollar(service, node, name);
  if (run === undefined || (needsList.has(name) && argument.kind !== 'sequence')) return undefined;
  checkVersion(service, node, name, argument);
  return { name, argument, run };
}

/** Reports a function that is not alone in its map (2.0 section 10.1). */
function checkMalformed(node: YamlMapping, service: Service): void {
  node.each((value, name) => {
    if (/^\$(?!\$)/.test(name)) service.report.atKey(value, functionMalformed(name));
  });
}

function dollarFunction(name: string, argument: YamlNode, service: Service): FoundFunction | undefined {
  if (!name.startsWith('$') || name.startsWith('$$')) return undefined;
  const run = strictFunction(name, service);
  if (run === undefined) service.report.atKey(argument, unknown(name, service));
  return { name, argument, run };
}

/** Text after a second `$` only keeps keys of the same function apart (section 10.1), so it is ignored. */
function strictFunction(name: string, service: Service): ToscaFunction | undefined {
  const local = name.slice(1).split('$', 1)[0] ?? '';
  return strict.get(local) ?? (service.scope.findFunction(local) ? ownFunction : undefined);
}

/** The finding for an unknown function; silent when a file that could not be read may define it. */
const unknown = (name: string, { scope }: Service): Finding =>
  functionUnknown(name, scope.mayBring(name.slice(1)) ? opened([]) : strictNames);

/** `$name`: a function without arguments; undefined when there is none of that name, which is reported. */
export function textCall(node: YamlScalar, service: Service): (FoundFunction & { run: ToscaFunction }) | undefined {
  const run = strictFunction(node.text, service);
  if (run) return { name: node.text, argument: new YamlSequence(node.start), run };
  service.report.at(node, unknown(node.text, service));
  return undefined;
}

const postponed: ToscaFunction = (call) => call.postpone();

export const integerOnly =
  (name: string): Misfit =>
  ({ type: { base } }) =>
    typeof base === 'object' && (base.name === 'integer' || base.name === 'float')
      ? undefined
      : valueType(typeof base === 'object' ? base.expected : `a ${base}`, `the integer that ${name} gives`);

/** An integer that each node or relationship has for itself (2.0 sections 10.2.1.6 and 10.2.1.7). */
const index: ToscaFunction = (call) => {
  const { argument } = call;
  const none = argument.kind === 'sequence' ? argument.items.length === 0 : isNull(argument);
  if (!none) return refuseArguments(call, 'no arguments');
  return call.postpone(integerOnly(call.name));
};

const valueElsewhere: ToscaFunction = (call) =>
  call.refuse(functionArguments(call.name, 'a validation clause around it; elsewhere there is no value'));

const comparing = new Set(['equal', 'valid_values']);

/** Values of different types cannot be compared (2.0 sections 10.2.2.2.1 and 10.2.2.2.6). */
function areAlike(name: string, [first = null, second = null]: readonly Json[]): boolean {
  const others = name === 'equal' ? [second] : Array.isArray(second) ? (second as readonly Json[]) : [];
  return others.every((other) => first === null || other === null || shapeOf(first) === shapeOf(other));
}

const shapeOf = (value: Json): string =>
  Array.isArray(value) ? 'list' : typeof value === 'bigint' ? 'number' : typeof value;

/** A quotient is a float, even without a remainder (2.0 section 10.2.5.4). */
const noInteger: Misfit = ({ type: { base } }) =>
  typeof base === 'object' && base.name === 'integer'
    ? valueType(base.expected, 'the float that $quotient gives; make it one with $round, $floor or $ceil')
    : undefined;

const pure = [...pureFunctions].map(([name, { run, takes, arity }]): [string, ToscaFunction] => [
  name,
  onValues(takes, (values, call) => {
    const refused = (): Called => refuseArguments(call, takes, { isListed: true });
    if (values.length < arity[0] || values.length > arity[1]) return refused();
    const pattern = name === 'matches' ? values[1] : undefined;
    if (typeof pattern === 'string') {
      if (!call.service.budget.spend(weightOfPattern(pattern))) return nothing;
      const note = patternNote(pattern);
      if (note !== undefined) {
        call.refuse(asWarning(functionValue(note)));
        return call.postpone();
      }
    }
    if (isArithmetic(name) && values.some(mayBeScalar)) return arithmetic(call, name, values);
    if (comparing.has(name) && !areAlike(name, values)) return refused();
    const result = run(values, plainOrder);
    if (result === undefined) return refused();
    return name === 'quotient' ? { is: 'given', value: result, misfit: noInteger } : given(result);
  }),
]);

/** Arithmetic on values with units: what a unit is worth depends on the type that receives the result. */
const arithmetic = (call: Call, name: string, values: readonly Json[]): Called => ({
  is: 'later',
  value: Object.freeze({ [call.name]: values }),
  as: (wanted) => scalarResult(name, values, wanted),
  misfit: ({ type }) =>
    type.base === 'scalar'
      ? functionArguments(call.name, `values of ${type.def.name}, and numbers where they count them`)
      : undefined,
});

const strict: ReadonlyMap<string, ToscaFunction> = new Map([
  ...pure,
  ...Object.entries({
    get_input: getInput,
    get_property: getProperty,
    get_attribute: getAttribute,
    get_artifact: getArtifact,
    concat,
    join,
    token,
    value: valueElsewhere,
    node_index: index,
    relationship_index: index,
    available_allocation: postponed,
  }),
]);

const strictNames = [...strict.keys()].map((key) => `$${key}`);
