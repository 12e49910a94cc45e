import { together } from '../names.ts';
import { bind, defaultOf } from '../phase5-inputs.ts';
import * as kinds from '../problem-kinds.ts';
import { secretsOfInput } from '../secrets/declared.ts';
import type { Json } from '../topology.ts';
import type { PropertyDef } from '../types/definitions.ts';
import { membersOf } from '../types/members.ts';
import { propertyDefs } from '../types/schema.ts';
import type { TypeDef } from '../types/type-def.ts';
import { named } from '../yaml/named.ts';
import { setOwn } from '../yaml/scalar.ts';
import type { Service } from './service.ts';

/** What somebody calls: a workflow of the template, or an operation of a node or of the relationship of its requirement. */
export type Callee =
  | { readonly workflow: string }
  | {
      readonly node: string;
      /** name of the node's requirement on whose relationship the operation is; absent: it is the node's own */
      readonly requirement?: string | undefined;
      readonly interface: string;
      readonly operation: string;
    };

/** The inputs of a call, and which of them are secrets. */
export interface CalledInputs {
  readonly values: { readonly [name: string]: Json };
  readonly secret: readonly string[];
}

/**
 * The given inputs of a call, converted to their types. Of a workflow the defaults come with them; an operation has its own
 * anyway. Mistakes are problems of inputs.
 */
export function calledInputs(service: Service, callee: Callee, given: { readonly [name: string]: Json }): CalledInputs {
  const { report, body } = service;
  const isWorkflow = 'workflow' in callee;
  const defs = isWorkflow ? ofWorkflow(service, callee.workflow) : ofOperation(service, callee);
  const more = isWorkflow ? new Set<string>() : assignedOf(service, callee);
  const values: Record<string, Json> = {};
  for (const [name, value] of Object.entries(given)) {
    const def = defs.get(name);
    const bound = def ? bind(service, def, value) : value;
    if (def !== undefined || more.has(name)) setOwn(values, name, bound ?? null);
    else if (body)
      report.inputs(kinds.calleeInput(name, 'what is called', together(defs, more)), `inputs.${name}`, body);
  }
  for (const [name, def] of isWorkflow ? defs : []) {
    if (Object.hasOwn(given, name)) continue;
    const value = defaultOf(service, def);
    if (value !== undefined) setOwn(values, name, value);
    else if (def.required)
      report.inputs(
        kinds.workflowInvalid(`the input ${JSON.stringify(name)} is required and has no default: give it in inputs`),
        `inputs.${name}`,
        def.node,
      );
  }
  const secret = [...defs.values()].filter((def) => secretsOfInput(def).length > 0).map(({ name }) => name);
  return { values, secret };
}

const ofWorkflow = ({ body, scope }: Service, name: string): ReadonlyMap<string, PropertyDef> => {
  const workflow = new Map(named(body?.get('workflows'))).get(name);
  return propertyDefs(workflow?.kind === 'mapping' ? workflow.get('inputs') : undefined, scope);
};

type Operation = Exclude<Callee, { readonly workflow: string }>;

const ofOperation = (service: Service, callee: Operation): ReadonlyMap<string, PropertyDef> => {
  const type = ownerOf(service, callee);
  const face = type && membersOf(type).interfaces.get(callee.interface);
  return new Map([...(face?.inputs ?? []), ...(face?.operations.get(callee.operation)?.inputs ?? [])]);
};

const ownerOf = ({ nodes }: Service, { node, requirement }: Operation): TypeDef | undefined => {
  const found = nodes.get(node);
  if (requirement === undefined) return found?.type;
  return found?.requirements.find(({ name }) => name === requirement)?.relationship.type;
};

/** Inputs that only the template gives the operation: a call may give them another value. */
const assignedOf = ({ nodes }: Service, { node, requirement, operation }: Operation): ReadonlySet<string> => {
  const found = nodes.get(node);
  const all =
    requirement === undefined
      ? (found?.operations ?? [])
      : (found?.requirements ?? [])
          .filter(({ name }) => name === requirement)
          .flatMap((one) => one.relationship.operations);
  return new Set(all.filter((one) => one.operation === operation).flatMap(({ inputs }) => [...inputs.keys()]));
};
