import { InvalidError } from '../../foundation/errors.ts';
import { cleanerOf } from '../../tosca/secrets/known.ts';
import { namesSecret } from '../../tosca/secrets/names.ts';
import type {
  Activity,
  Json,
  Node,
  Operation,
  Operations,
  Topology,
  Workflow,
  WorkflowStep,
} from '../../tosca/topology.ts';
import {
  type Call,
  callInWords,
  type RunActivity,
  type RunAsked,
  type RunPlan,
  type RunStep,
  runInWords,
} from './run.ts';
import { readValue, type Sources, UnreadableInputError } from './values.ts';

/** Inputs of a run, of their types. */
export interface RunInputs {
  readonly values: { readonly [name: string]: Json };
  /** names of those that are secrets */
  readonly secret: readonly string[];
  /** secrets of the template, which must not be shown where an activity gives one on */
  readonly known: readonly Json[];
}

export interface PlannedRun extends Omit<RunPlan, 'calls'> {
  readonly calls: readonly Call[];
}

type Given = Pick<Topology, 'nodes' | 'inputs' | 'workflows'>;

/** What a run does, step by step. InvalidError with every reason why it cannot run. */
export const planRun = (topology: Given, asked: RunAsked, inputs: RunInputs): PlannedRun => {
  const planner = new Planner(topology, inputs);
  const steps =
    'workflow' in asked ? planner.workflow(asked.workflow, inputs.values) : [planner.single(asked, inputs.values)];
  const what = runInWords(asked);
  if (planner.faults.length > 0) throw new InvalidError([`${what} cannot run:`, ...new Set(planner.faults)].join('\n'));
  return { what, steps, calls: planner.calls };
};

/** Workflows within workflows. */
const deepest = 10;
/** Calls of one run: each is a command on each machine. */
const mostCalls = 500;

class Planner {
  readonly faults: string[] = [];
  readonly calls: Call[] = [];
  readonly #topology: Given;
  readonly #secret: (value: Json) => boolean;

  constructor(topology: Given, inputs: RunInputs) {
    this.#topology = topology;
    const given = inputs.secret.map((name) => inputs.values[name] ?? null);
    const cleaned = cleanerOf([...inputs.known, ...given]);
    this.#secret = (value) => {
      const text = JSON.stringify(value);
      return given.some((one) => text === JSON.stringify(one)) || cleaned(text) !== text;
    };
  }

  single(asked: Exclude<RunAsked, { readonly workflow: string }>, inputs: RunInputs['values']): RunStep {
    const node = this.#topology.nodes.find(({ name }) => name === asked.node);
    if (node === undefined) {
      const known = this.#topology.nodes.map(({ name }) => name).join(', ');
      this.faults.push(`the template has no node ${JSON.stringify(asked.node)}: it has ${known}`);
      return { name: 'run', activities: [], onSuccess: [], onFailure: [] };
    }
    const called = `${asked.interface}.${asked.operation}`;
    const activities = [this.#call([node], { called, requirement: asked.requirement, where: '' }, () => inputs)];
    return { name: callInWords(asked), activities, onSuccess: [], onFailure: [] };
  }

  workflow(name: string, inputs: RunInputs['values'], depth = 0): readonly RunStep[] {
    const { workflows = [] } = this.#topology;
    const found = workflows.find((one) => one.name === name);
    if (found === undefined) {
      const known = workflows.map((one) => one.name).join(', ') || 'none';
      this.faults.push(`the template has no workflow ${JSON.stringify(name)}: it has ${known}`);
      return [];
    }
    if (depth > deepest) {
      this.faults.push(`workflow ${name} is inlined more than ${deepest} deep`);
      return [];
    }
    this.#refuse(found);
    return found.steps.map((step) => this.#step(step, found, inputs, depth));
  }

  #refuse({ name, further = [], steps }: Workflow): void {
    if (further.length > 0)
      this.faults.push(`workflow ${name} has ${further.join(' and ')}, which this service does not carry out`);
    if (steps.length === 0 && further.length === 0) this.faults.push(`workflow ${name} has no steps`);
    for (const step of steps)
      for (const next of [...step.onSuccess, ...step.onFailure])
        if (!steps.some((one) => one.name === next))
          this.faults.push(`step ${step.name} of workflow ${name} leads to ${next}, which is no step of it`);
  }

  #step(step: WorkflowStep, { name: workflow }: Workflow, inputs: RunInputs['values'], depth: number): RunStep {
    const where = `step ${step.name} of workflow ${workflow}: `;
    const { further = [], onSuccess, onFailure, target, nodes: names } = step;
    if (further.length > 0)
      this.faults.push(`${where}it has ${further.join(' and ')}, which this service does not carry out`);
    const nodes = this.#topology.nodes.filter(({ name }) => names.includes(name));
    if (nodes.length === 0)
      this.faults.push(`${where}its target ${JSON.stringify(target)} is no node, and no group with nodes`);
    const activities = step.activities.flatMap((one) => this.#activity(one, { step, nodes, where, inputs, depth }));
    return { name: step.name, activities, onSuccess, onFailure };
  }

  #activity(activity: Activity, at: At): readonly RunActivity[] {
    const { step, nodes, where, inputs, depth } = at;
    switch (activity.is) {
      case 'set_state':
        return [{ is: 'state', what: `${nodes.map(({ name }) => name).join(', ')}: ${activity.state}` }];
      case 'delegate':
        this.faults.push(
          `${where}it delegates the workflow ${activity.workflow}: only workflows of the template run, by inline`,
        );
        return [];
      case 'inline': {
        const values = this.#values(activity.inputs, nodes[0], at);
        const declared = this.#topology.workflows?.find(({ name }) => name === activity.workflow)?.inputs ?? [];
        const defaults = declared.flatMap((one) =>
          one.default === undefined ? [] : [[one.name, one.default] as const],
        );
        const all = { ...Object.fromEntries(defaults), ...values };
        const steps = this.workflow(activity.workflow, all, depth + 1);
        return [{ is: 'steps', what: `workflow ${activity.workflow}`, steps }];
      }
      case 'call_operation': {
        const how = { called: activity.operation, requirement: step.relationship, where };
        return [this.#call(nodes, how, (node) => this.#values(activity.inputs, node, { where, inputs }))];
      }
    }
  }

  #values(
    written: RunInputs['values'],
    node: Node | undefined,
    { where, inputs }: Pick<At, 'where' | 'inputs'>,
  ): RunInputs['values'] {
    if (node === undefined) return {};
    const sources: Sources = { inputs, topology: this.#topology, node };
    return Object.fromEntries(
      Object.entries(written).map(([name, value]) => {
        try {
          return [name, readValue(value, sources)];
        } catch (error) {
          if (!(error instanceof UnreadableInputError)) throw error;
          this.faults.push(`${where}its input ${name} ${error.message}`);
          return [name, null];
        }
      }),
    );
  }

  #call(nodes: readonly Node[], how: Called, inputsOf: (node: Node) => RunInputs['values']): RunActivity {
    const found = nodes.flatMap((node) => this.#found(node, how).map((one) => ({ ...one, node })));
    const calls = found.map(({ node, target, at, place, operation }): string => {
      const inputs = inputsOf(node);
      const key = `${this.calls.length}`;
      const secrets = Object.keys(inputs).filter((name) => namesSecret(name) || this.#secret(inputs[name] ?? null));
      const whole = { ...operation, inputs: { ...operation.inputs, ...inputs } };
      this.calls.push({ key, node: node.name, at, place, operation: whole, secrets, ...(target && { target }) });
      return key;
    });
    if (this.calls.length > mostCalls) this.faults.push(`it calls operations more than ${mostCalls} times`);
    const names = nodes.map(({ name }) => name).join(', ');
    return { is: 'call', what: `${how.called} of ${names}`, calls };
  }

  #found(node: Node, { called, requirement, where }: Called): readonly Found[] {
    const dot = called.lastIndexOf('.');
    const [face, name] = [called.slice(0, Math.max(dot, 0)), called.slice(dot + 1)];
    const own = requirement === undefined ? [{ operations: node.operations }] : node.requirements;
    const all = own.flatMap((one, index): readonly Found[] => {
      const isAsked = !('name' in one) || one.name === requirement;
      const entry = isAsked ? entryIn(one.operations, face, name) : undefined;
      if (entry === undefined) return [];
      const [key, operation] = entry;
      if (!('name' in one)) return [{ place: `${node.name} ${key}`, at: node.name, operation }];
      const target = one.node ?? '';
      const at =
        (name.endsWith('_target') && name !== 'add_target' && name !== 'remove_target') || ofTarget.has(name)
          ? target
          : node.name;
      return [{ place: `${node.name} ${index} to ${target} ${key}`, at, target, operation }];
    });
    if (all.length > 0) return all;
    const known = own.flatMap(({ operations = {} }) => Object.values(operations));
    const names = known.map((one) => `${one.interface}.${one.name}`).join(', ');
    const of = requirement === undefined ? node.name : `the requirement ${requirement} of ${node.name}`;
    this.faults.push(`${where}${of} has no operation ${called} with an implementation: it has ${names || 'none'}`);
    return [];
  }
}

interface At {
  readonly step: WorkflowStep;
  readonly nodes: readonly Node[];
  /** for messages */
  readonly where: string;
  readonly inputs: RunInputs['values'];
  readonly depth: number;
}

interface Called {
  /** `interface.operation` */
  readonly called: string;
  readonly requirement: string | undefined;
  readonly where: string;
}

type Found = Pick<Call, 'place' | 'at' | 'target' | 'operation'>;

/** Operations of a relationship that run at its target, besides those whose name says so. */
const ofTarget: ReadonlySet<string> = new Set(['add_source', 'remove_source']);

/** An interface may be named by its type, and a normative one in any case. */
const entryIn = (operations: Operations = {}, face: string, name: string): readonly [string, Operation] | undefined =>
  Object.entries(operations).find(
    ([, one]) =>
      one.name === name &&
      (one.interface === face ||
        (one.of !== undefined && face.slice(face.lastIndexOf('.') + 1).toLowerCase() === one.of)),
  );
