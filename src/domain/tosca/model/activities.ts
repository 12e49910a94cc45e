import { together } from '../names.ts';
import * as kinds from '../problem-kinds.ts';
import { hasCalls } from '../types/defaults.ts';
import { type InterfaceDef, interfaceType, type OperationDef } from '../types/interfaces.ts';
import { membersOf } from '../types/members.ts';
import { type PropertyDef, propertyDefs } from '../types/schema.ts';
import type { TypeDef } from '../types/type-def.ts';
import { Coercion } from '../values/coerce.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import { named, type Service } from './service.ts';

type Inputs = ReadonlyMap<string, PropertyDef>;

/** What steps of workflows and triggers do: the workflows and operations they name are there, and take what they are given. */
export class Activities {
  readonly #service: Service;
  readonly #workflows: ReadonlyMap<string, YamlNode>;

  constructor(service: Service) {
    this.#service = service;
    this.#workflows = new Map(named(service.body?.get('workflows')));
  }

  /** `types`: of the nodes that operations are called of; none: that cannot be told. */
  check(node: YamlNode | undefined, types: readonly TypeDef[]): void {
    if (node?.kind !== 'sequence') return;
    for (const activity of node.items) {
      if (activity.kind !== 'mapping') continue;
      this.#inline(activity.get('inline'));
      const call = activity.get('call_operation');
      const called = nameNode(call, 'operation');
      if (called && types.length > 0) this.#operation(called, types, inputsOf(call));
    }
  }

  #inline(node: YamlNode | undefined): void {
    const inlined = nameNode(node, 'workflow');
    const name = textOf(inlined);
    if (inlined === undefined || name === undefined) return;
    const workflow = this.#workflows.get(name);
    if (workflow === undefined) this.#refuse(inlined, kinds.templateUnknown('workflow', name, this.#workflows));
    else if (workflow.kind === 'mapping')
      this.#inputs(inputsOf(node), propertyDefs(workflow.get('inputs'), this.#service.scope));
  }

  /** `interface.operation`, where the interface may go by the name of its type. */
  #operation(node: YamlNode, types: readonly TypeDef[], inputs: YamlNode | undefined): void {
    const [, face, operation] = /^(.*)\.([^.]*)$/.exec(textOf(node) ?? '') ?? [];
    if (face === undefined || operation === undefined) return;
    const found = types.flatMap((type) => this.#interfaces(type, face));
    const called = found.map(({ operations }) => operations.get(operation)).filter((each) => this.#isCalled(each));
    if (found.length === 0) {
      const known = together(...types.map((type) => membersOf(type).interfaces));
      this.#refuse(node, kinds.interfaceUnknown(face, 'the target', known));
    } else if (called.length === 0) {
      const known = together(...found.map(({ operations }) => operations));
      this.#refuse(node, kinds.operationUnknown(operation, face, known));
    }
    if (called[0]) this.#inputs(inputs, called[0].inputs);
  }

  /**
   * Each is of the type it is declared with (2.0 sections 13.2.3.3 and 13.2.3.4); what nobody declared is welcome, as where
   * templates assign inputs. What is computed is known when the workflow runs.
   */
  #inputs(given: YamlNode | undefined, defs: Inputs): void {
    if (this.#service.version !== '2.0') return;
    for (const [name, value] of named(given)) {
      const schema = defs.get(name)?.schema;
      if (schema && !hasCalls(value)) new Coercion(this.#service.report).read(value, schema);
    }
  }

  /** Notifications come in, and are called by nobody (2.0 section 11.6). */
  #isCalled(operation: OperationDef | undefined): operation is OperationDef {
    return operation !== undefined && (this.#service.version !== '2.0' || !operation.notifies);
  }

  #interfaces(type: TypeDef, name: string): InterfaceDef[] {
    const own = membersOf(type).interfaces.get(name);
    if (own) return [own];
    const named = this.#service.scope.find('interface', name);
    return named ? [interfaceType(named)] : [];
  }

  #refuse(node: YamlNode, finding: ReturnType<typeof kinds.workflowInvalid>): void {
    this.#service.report.at(node, this.#service.judged(finding));
  }
}

const inputsOf = (node: YamlNode | undefined): YamlNode | undefined =>
  node?.kind === 'mapping' ? node.get('inputs') : undefined;

/** `inline: name`, or `inline: {workflow: name}`. */
const nameNode = (node: YamlNode | undefined, keyname: string): YamlNode | undefined =>
  node?.kind === 'mapping' ? node.get(keyname) : node;
