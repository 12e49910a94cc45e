import { type Names, namesIn, together } from '../names.ts';
import * as kinds from '../problem-kinds.ts';
import { type Finding, mild, type Reporter } from '../report.ts';
import { hasCalls } from '../types/defaults.ts';
import { type InterfaceDef, interfaceType, type OperationDef } from '../types/interfaces.ts';
import { membersOf } from '../types/members.ts';
import { propertyDefs } from '../types/schema.ts';
import { operationNode } from '../types/written-operations.ts';
import { Coercion } from '../values/coerce.ts';
import { named } from '../yaml/named.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import type { NodeInstance } from './instances.ts';
import type { Service } from './service.ts';

/** A workflow or an operation that can be called, and its inputs. */
interface Callee {
  /** for messages */
  readonly name: string;
  readonly defs: OperationDef['inputs'];
  /** inputs that already have a value; a call may give them another */
  readonly given: ReadonlySet<string>;
}

/** Checks activities of workflow steps and triggers: what they call exists and accepts their inputs. */
export class Activities {
  readonly #service: Service;
  readonly #workflows: ReadonlyMap<string, YamlNode>;
  readonly #reporter: Reporter;

  constructor(service: Service) {
    this.#service = service;
    this.#workflows = new Map(named(service.body?.get('workflows')));
    this.#reporter = service.version === '2.0' ? service.report : mild(service.report);
  }

  /**
   * `targets`: the nodes whose operations are called; empty when they are not known. `own`: inputs of the workflow,
   * which functions may use in addition to the template's.
   */
  check(node: YamlNode | undefined, targets: readonly NodeInstance[], own: Names = []): void {
    if (node?.kind !== 'sequence') return;
    for (const activity of node.items) {
      if (activity.kind !== 'mapping') continue;
      this.#workflow(activity.get('inline'), true);
      // the orchestrator may know a delegated workflow that the template does not have
      this.#workflow(activity.get('delegate'), false);
      const call = activity.get('call_operation');
      for (const each of [activity.get('inline'), activity.get('delegate'), call])
        this.#asked(inputsOf(each), together(own, this.#service.inputs));
      const called = nameNode(call, 'operation');
      if (called && targets.length > 0) this.#operation(called, targets, inputsOf(call));
    }
  }

  /** Checks that the inputs that functions in these values name exist. */
  #asked(values: YamlNode | undefined, known: Names): void {
    const inputs = new Set(namesIn(known));
    for (const at of inputCalls(values)) {
      const name = textOf(at);
      if (name !== undefined && !inputs.has(name)) this.#refuse(at, kinds.inputUnknown(name, known));
    }
  }

  #workflow(node: YamlNode | undefined, mustBeHere: boolean): void {
    const at = nameNode(node, 'workflow');
    const name = textOf(at);
    if (at === undefined || name === undefined) return;
    const workflow = this.#workflows.get(name);
    if (workflow === undefined && mustBeHere)
      this.#refuse(at, kinds.templateUnknown('workflow', name, this.#workflows));
    if (workflow?.kind !== 'mapping') return;
    const defs = propertyDefs(workflow.get('inputs'), this.#service.scope);
    this.#inputs(at, inputsOf(node), { name: `the workflow ${name}`, defs, given: new Set() });
  }

  /** `interface.operation`, where the interface may also be named by its type. */
  #operation(node: YamlNode, targets: readonly NodeInstance[], inputs: YamlNode | undefined): void {
    const [, face, operation] = /^(.*)\.([^.]*)$/.exec(textOf(node) ?? '') ?? [];
    if (face === undefined || operation === undefined) return;
    const found = targets.flatMap((target) => this.#interfaces(target, face));
    const called = found.find(({ operations }) => this.#isCalled(operations.get(operation)));
    if (found.length === 0) {
      const known = together(...targets.map(({ type }) => membersOf(type).interfaces));
      this.#refuse(node, kinds.interfaceUnknown(face, 'the target', known));
    } else if (called === undefined) {
      const known = together(...found.map(({ operations }) => operations));
      this.#refuse(node, kinds.operationUnknown(operation, face, known));
    } else this.#inputs(node, inputs, calleeOf(called, face, operation, targets));
  }

  /**
   * Checks the inputs of a call: each is declared and fits its type, and required ones have a value (2.0 sections
   * 13.2.3.3 and 13.2.3.4). An undeclared input is only a warning, since scripts may use inputs that their type does
   * not know. Computed values are not checked: they are known only when the workflow runs.
   */
  #inputs(at: YamlNode, written: YamlNode | undefined, { name: callee, defs, given }: Callee): void {
    const values = new Map(named(written));
    for (const [name, value] of values) {
      const def = defs.get(name);
      if (def === undefined && !given.has(name))
        this.#service.report.atKey(value, kinds.asWarning(kinds.calleeInput(name, callee, together(defs, given))));
      else if (def?.schema && !hasCalls(value)) new Coercion(this.#reporter).read(value, def.schema);
    }
    for (const [name, { required, default: value, fixed }] of defs) {
      if (!required || value || fixed || given.has(name) || values.has(name)) continue;
      this.#refuse(
        at,
        kinds.workflowInvalid(`${callee} requires the input ${JSON.stringify(name)}, which has no value`),
      );
    }
  }

  /** Notifications come from outside, so no workflow calls them (2.0 section 11.6). */
  #isCalled(operation: OperationDef | undefined): boolean {
    return operation !== undefined && (this.#service.version !== '2.0' || !operation.notifies);
  }

  #interfaces({ type }: NodeInstance, name: string): InterfaceDef[] {
    const own = membersOf(type).interfaces.get(name);
    if (own) return [own];
    const found = this.#service.scope.find('interface', name);
    return found ? [interfaceType(found)] : [];
  }

  #refuse(node: YamlNode, finding: Finding): void {
    this.#service.report.at(node, this.#service.judged(finding));
  }
}

/** The inputs of an operation, and those that its type or a target already gives a value. */
function calleeOf(face: InterfaceDef, name: string, operation: string, targets: readonly NodeInstance[]): Callee {
  const own = face.operations.get(operation);
  const given = new Set([...face.given, ...(own?.given ?? [])]);
  for (const { node } of targets) {
    const faces = node.get('interfaces');
    const assigned = faces?.kind === 'mapping' ? faces.get(name) : undefined;
    if (assigned?.kind !== 'mapping') continue;
    const called = operationNode(assigned, operation);
    const sections = [assigned.get('inputs'), called?.kind === 'mapping' ? called.get('inputs') : undefined];
    for (const section of sections) for (const [input] of named(section)) given.add(input);
  }
  return { name: `the operation ${name}.${operation}`, defs: new Map([...face.inputs, ...(own?.inputs ?? [])]), given };
}

/** The places where `get_input` inside a value names an input. */
function* inputCalls(node: YamlNode | undefined): Generator<YamlNode> {
  if (node?.kind === 'sequence') for (const item of node.items) yield* inputCalls(item);
  if (node?.kind !== 'mapping') return;
  const inputCall = node.entries.size === 1 ? (node.get('get_input') ?? node.get('$get_input')) : undefined;
  const name = inputCall?.kind === 'sequence' ? inputCall.items[0] : inputCall;
  if (name) yield name;
  else for (const value of node.entries.values()) yield* inputCalls(value);
}

const inputsOf = (node: YamlNode | undefined): YamlNode | undefined =>
  node?.kind === 'mapping' ? node.get('inputs') : undefined;

/** `inline: name`, or `inline: {workflow: name}`. */
const nameNode = (node: YamlNode | undefined, keyname: string): YamlNode | undefined =>
  node?.kind === 'mapping' ? node.get(keyname) : node;
