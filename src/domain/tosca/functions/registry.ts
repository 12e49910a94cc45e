import type { Service } from '../model/service.ts';
import { functionArguments, functionUnknown } from '../problem-kinds.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import { getArtifact, getAttribute, getNodesOfType, getOperationOutput } from './deferred.ts';
import { given, type ToscaFunction } from './function.ts';
import { getInput, getProperty } from './lookup.ts';
import { plainOrder, pureFunctions } from './pure.ts';
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
  if (node.entries.size !== 1) return undefined;
  const [entry] = node.entries;
  if (entry === undefined) return undefined;
  const [name, argument] = entry;
  if (service.version === '2.0') return dollarFunction(name, argument, service);
  const run = simple.get(name);
  if (run === undefined || (needsList.has(name) && argument.kind !== 'sequence')) return undefined;
  return { name, argument, run };
}

function dollarFunction(name: string, argument: YamlNode, service: Service): FoundFunction | undefined {
  if (!name.startsWith('$') || name.startsWith('$$')) return undefined;
  const local = name.slice(1);
  const run = strict.get(local) ?? (service.scope.hasFunction(local) ? ownFunction : undefined);
  if (run === undefined)
    service.report.atKey(
      argument,
      functionUnknown(
        name,
        [...strict.keys()].map((key) => `$${key}`),
      ),
    );
  return { name, argument, run };
}

/** What a template's own function gives is known when its implementation runs; its arguments are checked now. */
const ownFunction: ToscaFunction = (call) => call.postpone();

const pure = [...pureFunctions].map(([name, { run, takes }]): [string, ToscaFunction] => [
  name,
  onValues(takes, (values, call) => {
    const result = run(values, plainOrder);
    return result === undefined ? call.refuse(functionArguments(call.name, takes)) : given(result);
  }),
]);

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
    value: ownFunction,
    node_index: ownFunction,
    relationship_index: ownFunction,
    available_allocation: ownFunction,
  }),
]);
