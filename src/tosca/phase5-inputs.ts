import { isTooDeep, tooDeep, weightOf } from './budget.ts';
import { misspelledCall } from './functions/misspelled.ts';
import { functionOf } from './functions/registry.ts';
import { Cell } from './model/instances.ts';
import type { InputInstance, Service } from './model/service.ts';
import { opened } from './names.ts';
import * as kinds from './problem-kinds.ts';
import { Report, type Reporter } from './report.ts';
import { secretsOfInput } from './secrets/declared.ts';
import type { Json } from './topology.ts';
import { hasCalls } from './types/defaults.ts';
import type { Calls, PropertyDef } from './types/definitions.ts';
import { propertyDefs } from './types/schema.ts';
import { Coercion } from './values/coerce.ts';
import { parseExactly } from './values/exact-json.ts';
import { fromJson } from './yaml/from-json.ts';
import type { YamlMapping, YamlNode } from './yaml/node.ts';
import { present } from './yaml/scalar.ts';

/**
 * Phase 5: works out the value of every declared input: the parameter, converted to the declared type (forms send
 * everything as text), else the default. A parameter that no input declares is ignored with a warning.
 */
export function bindInputs(service: Service, parameters: Readonly<Record<string, Json>>): void {
  const found = new Map<string, InputInstance>();
  const declared = present(service.body?.get('inputs'));
  if ((declared && declared.kind !== 'mapping') || service.unread) opened(found);
  const defs = propertyDefs(service.body?.get('inputs'), service.scope);
  hideSecrets(service, defs, parameters);
  for (const [name, def] of defs) {
    const given = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    const cell = (given ?? null) === null ? computed(service, def) : undefined;
    const value = cell
      ? undefined
      : (given ?? null) === null
        ? defaultOf(service, def)
        : bind(service, def, given ?? null);
    if (value !== undefined && !service.budget.spend(weightOf(value))) {
      opened(found);
      break;
    }
    found.set(name, { def, value, cell });
    if (value === undefined && (given ?? null) === null && isRequired(def)) {
      service.report.inputs(kinds.inputMissing(name), `inputs.${name}`, def.node);
    }
  }
  service.inputs = found;
  reportUndeclared(service, defs, parameters, declared);
}

/** An input whose declaration is not a map is not required, since the grammar has already reported it. */
const isRequired = ({ default: value, required, node }: PropertyDef): boolean =>
  value === undefined && required && node.kind === 'mapping';

/** Warns about unused parameters, probably misspelled; tools of 1.x accept them. Silent where inputs cannot be read. */
function reportUndeclared(
  { report, body }: Service,
  defs: ReadonlyMap<string, PropertyDef>,
  parameters: Readonly<Record<string, Json>>,
  declared: YamlNode | undefined,
) {
  const place = declared ?? body;
  if (place === undefined || (declared && declared.kind !== 'mapping')) return;
  for (const name of Object.keys(parameters)) {
    if (!defs.has(name)) report.inputs(kinds.inputUndeclared(name, defs), `inputs.${name}`, place);
  }
}

/** Keeps the values of secret inputs, and what is derived from them, out of messages. */
function hideSecrets(
  service: Service,
  defs: Iterable<[string, PropertyDef]>,
  parameters: Readonly<Record<string, Json>>,
) {
  const secrets = [...defs].flatMap(([name, def]) =>
    Object.hasOwn(parameters, name) && secretsOfInput(def).length > 0 && !isTooDeep(parameters[name] ?? null)
      ? [parameters[name] ?? null]
      : [],
  );
  service.report.hide(secrets);
}

/** In 2.0 a default may be a function, like any value (section 10.1): phase 7 works it out, and finds cycles. */
function computed(service: Service, { name, default: value, schema }: PropertyDef): Cell | undefined {
  if (service.version !== '2.0' || value === undefined || !hasCalls(value)) return undefined;
  return new Cell(value, schema, { node: undefined, relationship: undefined }, 'inputs', name);
}

/** A default that violates its own constraints is an error; only a warning in 1.x, whose tools accept it. */
export function defaultOf(service: Service, def: PropertyDef): Json | undefined {
  if (def.default === undefined) return undefined;
  const { report } = service;
  const reporter: Reporter = {
    at: (node, finding, part) =>
      report.at(
        node,
        service.version !== '2.0' && finding.code === 'value-constraint' ? kinds.asWarning(finding) : finding,
        part,
      ),
    atKey: (node, finding) => report.atKey(node, finding),
  };
  const coercion = new Coercion(reporter, constant(service), { keepConstrained: service.version !== '2.0' });
  return coercion.read(def.default, def.schema);
}

/** Tools of 1.x read inputs before anything else, so a computed default is an error. */
const constant = (service: Service): Calls => ({
  escapes: service.version === '2.0',
  misspelled: (node, isText) => misspelledCall(node, service.version, isText),
  scalarRead: (...read) => service.unsupported?.scalars.addValue(...read),
  untypedRead: (...read) => service.unsupported?.scalars.addUntyped(...read),
  keyRead: (...read) => service.unsupported?.scalars.addKey(...read),
  memberRead: (...read) => service.unsupported?.addMap(...read),
  evaluate: (node: YamlMapping) => {
    const call = functionOf(node, service);
    if (call === undefined) return undefined;
    service.report.at(
      node,
      kinds.functionValue(`the default of an input is a plain value: ${call.name} cannot be used here`),
    );
    return { is: 'nothing' as const };
  },
});

/** A given value, converted to the type of its input; undefined with a problem: it cannot be. */
export function bind(service: Pick<Service, 'report'>, def: PropertyDef, given: Json): Json | undefined {
  const trial = new Report();
  const plain = structured(given, def);
  if (isTooDeep(plain)) {
    service.report.inputs(kinds.inputInvalid(def.name, tooDeep), `inputs.${def.name}`, def.node);
    return undefined;
  }
  const value = new Coercion(trial).read(fromJson(plain), def.schema);
  for (const { message, severity } of trial.list()) {
    if (severity !== 'error') continue;
    service.report.inputs(kinds.inputInvalid(def.name, message), `inputs.${def.name}`, def.node);
  }
  return value;
}

/** Forms have only text, so a map or list may come as JSON. */
function structured(given: Json, def: PropertyDef): Json {
  const base = def.schema?.type.base;
  const isCollection = base === 'list' || base === 'map' || base === 'complex';
  return isCollection && typeof given === 'string' ? (parseJson(given) ?? given) : given;
}

function parseJson(text: string): Json | undefined {
  try {
    return parseExactly(text) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
