import { valueType } from '../problem-kinds.ts';
import { Report } from '../report.ts';
import type { Json } from '../topology.ts';
import { compatible, describeSchema } from '../types/compatible.ts';
import type { Called, Schema } from '../types/definitions.ts';
import { Coercion } from '../values/coerce.ts';
import { fromJson } from '../yaml/from-json.ts';
import { isCall } from './calls.ts';
import type { Call, ToscaFunction } from './function.ts';
import { describeSignature, parametersFor, type Signature, signaturesOf } from './signatures.ts';
import { refuseArguments } from './wrong-arguments.ts';

/**
 * A function that the template defines: its result is known only when its implementation runs, but its arguments and
 * result type are checked now.
 */
export const ownFunction: ToscaFunction = (call) => {
  const definition = call.service.scope.findFunction(call.name.slice(1).split('$', 1)[0] ?? '');
  const signatures = definition === undefined ? [] : signaturesOf(definition);
  if (signatures.length === 0) return call.postpone();
  const argument = call.argumentValue();
  if (argument.is === 'nothing') return argument;
  const fitting = signatures.filter((signature) => fits(signature, argument));
  if (fitting.length === 0) {
    const known = signatures.map(describeSignature).join(' or ');
    return refuseArguments(call, `${known}${reasonOf(signatures, argument.value)}`);
  }
  return call.postpone((wanted) => misfit(call, fitting, wanted));
};

/** Whether a signature accepts any arguments: it is variadic and defines none. */
const takesAnything = ({ required, optional, variadic }: Signature): boolean =>
  variadic && required.length + optional.length === 0;

function fits(signature: Signature, argument: Called & { value: Json }): boolean {
  if (takesAnything(signature)) return true;
  const values = Array.isArray(argument.value) ? (argument.value as readonly Json[]) : [];
  if (!Array.isArray(argument.value)) return false;
  const schemas = parametersFor(signature, values.length);
  return schemas?.every((schema, index) => isValue(values[index] ?? null, schema)) ?? false;
}

const isValue = (value: Json, schema: Schema | undefined): boolean => faultOf(value, schema) === undefined;

/** An expression may become any value, so it fits. */
function faultOf(value: Json, schema: Schema | undefined): string | undefined {
  if (schema === undefined || isCall(value) || holdsCall(value)) return undefined;
  const trial = new Report();
  new Coercion(trial).read(fromJson(value), schema);
  return trial.hasErrors ? trial.list()[0]?.message : undefined;
}

/** Why the arguments do not fit the only signature: a value may have the right type and break its validation. */
function reasonOf([only, ...others]: readonly Signature[], value: Json): string {
  const values = Array.isArray(value) ? (value as readonly Json[]) : [];
  const schemas = only === undefined || others.length > 0 ? [] : (parametersFor(only, values.length) ?? []);
  const index = schemas.findIndex((schema, at) => !isValue(values[at] ?? null, schema));
  const fault = index < 0 ? undefined : faultOf(values[index] ?? null, schemas[index]);
  return fault === undefined ? '' : ` (argument ${index + 1}: ${fault})`;
}

const holdsCall = (value: Json): boolean =>
  isCall(value) ||
  (typeof value === 'object' && value !== null && Object.values(value).some((item) => holdsCall(item as Json)));

function misfit(call: Call, signatures: readonly Signature[], wanted: Schema) {
  if (signatures.some(({ result }) => compatible(result, wanted))) return undefined;
  const [first] = signatures;
  return valueType(
    describeSchema(wanted),
    `${call.name}, which gives ${first?.result ? describeSchema(first.result) : 'anything'}`,
  );
}
