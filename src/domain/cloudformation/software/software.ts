import type { Json, Script } from '../../../tosca/topology.ts';

/**
 * One operation on the machines of one node. Inputs may hold calls that are known only when it runs; they name nodes of
 * the template, and steps by their keys: `{get_attribute: [node, attribute]}`, `{get_operation_output: [step, name]}`.
 */
export interface Step {
  /** unique in the deployment, e.g. `web standard.create`, `app to database configure.pre_configure_source` */
  readonly key: string;
  /** the node that the operation belongs to; of a relationship: its source */
  readonly node: string;
  /** the target of the relationship that the operation belongs to; absent: it is the node's own */
  readonly target?: string;
  /** e.g. `configure` */
  readonly operation: string;
  /** the node of type Compute on whose machines it runs */
  readonly host: string;
  readonly script: Script;
  readonly inputs: { readonly [name: string]: Json };
  /** names of further inputs, which are secrets: their values are nowhere in the stack (secret-inputs.ts). Absent: none */
  readonly secrets?: readonly string[];
  /** it is this one run, whatever its inputs become: somebody has called it; absent: the same inputs are the same run */
  readonly once?: true;
  /** outputs that others ask for */
  readonly outputs: readonly string[];
  /** keys of the steps that have to be done on all of their machines before */
  readonly after: readonly string[];
}

/**
 * What runs on the machines of a deployment. The stack keeps it, so that a reader of the stack needs nothing else
 * (docs/decisions/0039).
 */
export interface Software {
  /** each after all that it needs */
  readonly steps: readonly Step[];
  /** operations before a deletion, in their order */
  readonly ending: readonly Step[];
  /** outputs of the deployment that need an output of an operation, or a credential, which no stack may show */
  readonly outputs: readonly { readonly name: string; readonly value: Json }[];
  /** users of the machines whose credential an output asks for, by node; absent: none does */
  readonly logins?: { readonly [node: string]: string };
  /** further nodes on whose machines operations may run when somebody asks for them; absent: none */
  readonly further?: readonly string[];
}

export const nothingToRun: Software = { steps: [], ending: [], outputs: [] };

/** Whether something of it has to be kept. */
export const isSomething = (software: Software): boolean => runsSomething(software) || software.outputs.length > 0;

export const runsSomething = ({ steps, ending, further = [] }: Software): boolean =>
  steps.length + ending.length + further.length > 0;

/** Names of the nodes whose machines take commands. */
export const hostsIn = ({ steps, ending, further = [] }: Software): ReadonlySet<string> =>
  new Set([...steps.map(({ host }) => host), ...ending.map(({ host }) => host), ...further]);
