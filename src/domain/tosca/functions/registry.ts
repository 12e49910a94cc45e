import { weightOfPattern } from '../budget.ts';
import type { Service } from '../model/service.ts';
import { functionArguments, functionMalformed, functionUnknown } from '../problem-kinds.ts';
import type { Json } from '../topology.ts';
import type { Called } from '../values/coerce.ts';
import { type YamlMapping, type YamlNode, type YamlScalar, YamlSequence } from '../yaml/node.ts';
import { getArtifact, getAttribute, getNodesOfType, getOperationOutput } from './deferred.ts';
import { type Call, given, nothing, type ToscaFunction } from './function.ts';
import { getInput, getProperty } from './lookup.ts';
import { ownFunction } from './own.ts';
import { plainOrder, pureFunctions } from './pure.ts';
import { isArithmetic, looksScalar, scalarResult } from './scalars.ts';
import { checkDollar, checkVersion } from './since.ts';
import { concat, join, onValues, token } from './text.ts';

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

/** Names that are also ordinary keys of data (Credential has a `token`): calls only with a list. */
const needsList = new Set(['concat', 'join', 'token']);

export interface FoundFunction {
  readonly name: string;
  readonly argument: YamlNode;
  /** undefined: no such function, which has been reported */
  readonly run: ToscaFunction | undefined;
}

/** A mapping with one entry whose key is a function's name is a call. */
export function functionOf(node: YamlMapping, service: Service): FoundFunction | undefined {
  if (node.entries.size !== 1) {
    if (service.version === '2.0') checkMalformed(node, service);
    return undefined;
  }
  const [entry] = node.entries;
  if (entry === undefined) return undefined;
  const [name, argument] = entry;
  if (service.version === '2.0') return dollarFunction(name, argument, service);
  const run = simple.get(name);
  if (run === undefined) checkDollar(service, node, name);
  if (run === undefined || (needsList.has(name) && argument.kind !== 'sequence')) return undefined;
  checkVersion(service, node, name, argument);
  return { name, argument, run };
}

/** A function stands alone in its map (2.0 section 10.1). */
function checkMalformed(node: YamlMapping, service: Service): void {
  for (const [name, value] of node.entries) {
    if (/^\$(?!\$)/.test(name)) service.report.atKey(value, functionMalformed(name));
  }
}

function dollarFunction(name: string, argument: YamlNode, service: Service): FoundFunction | undefined {
  if (!name.startsWith('$') || name.startsWith('$$')) return undefined;
  const run = strictFunction(name, service);
  if (run === undefined) service.report.atKey(argument, functionUnknown(name, strictNames));
  return { name, argument, run };
}

/** A key may be told from another of the same function by what stands after a second `$` (section 10.1). */
function strictFunction(name: string, service: Service): ToscaFunction | undefined {
  const local = name.slice(1).replace(/\$.*$/, '');
  return strict.get(local) ?? (service.scope.findFunction(local) ? ownFunction : undefined);
}

/** `$name`: a function without arguments; undefined: there is none of that name, which has been reported. */
export function textCall(node: YamlScalar, service: Service): (FoundFunction & { run: ToscaFunction }) | undefined {
  const run = strictFunction(node.text, service);
  if (run) return { name: node.text, argument: new YamlSequence(node.start), run };
  service.report.at(node, functionUnknown(node.text, strictNames));
  return undefined;
}

const postponed: ToscaFunction = (call) => call.postpone();

const pure = [...pureFunctions].map(([name, { run, takes, arity }]): [string, ToscaFunction] => [
  name,
  onValues(takes, (values, call) => {
    const refused = (): Called => call.refuse(functionArguments(call.name, takes));
    if (values.length < arity[0] || values.length > arity[1]) return refused();
    const pattern = name === 'matches' ? values[1] : undefined;
    if (typeof pattern === 'string' && !call.service.budget.spend(weightOfPattern(pattern))) return nothing;
    if (isArithmetic(name) && values.some(looksScalar)) return arithmetic(call, name, values);
    const result = run(values, plainOrder);
    return result === undefined ? refused() : given(result);
  }),
]);

/** What its units are worth is for the type of what it is assigned to. */
const arithmetic = (call: Call, name: string, values: readonly Json[]): Called => ({
  is: 'later',
  value: Object.freeze({ [call.name]: values }),
  as: (wanted) => scalarResult(name, values, wanted),
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
    value: postponed,
    node_index: postponed,
    relationship_index: postponed,
    available_allocation: postponed,
  }),
]);

const strictNames = [...strict.keys()].map((key) => `$${key}`);
