import { namesSecret } from '../../tosca/secrets/names.ts';
import type { Activity, Json, Node, Topology, Workflow, WorkflowStep } from '../../tosca/topology.ts';
import { type ActivityInputs, isSecretAmong, type RunInputs, readInputs } from './activity-inputs.ts';
import { type Called, calledIn, foundOn } from './called-operations.ts';
import { type Call, callInWords, type RunActivity, type RunStep, type RunTarget } from './run.ts';
import type { Sources } from './values.ts';
import { faultsIn, tooMuchIn } from './workflow-faults.ts';

type Given = Pick<Topology, 'version' | 'nodes' | 'inputs' | 'workflows' | 'secrets'>;

/** Workflows within workflows. */
const deepest = 10;

/** Reads the steps of workflows as they would run; `faults` are the reasons why they cannot. */
export class Planner {
  readonly faults: string[] = [];
  readonly calls: Call[] = [];
  readonly #topology: Given;
  readonly #isSecret: (value: Json) => boolean;
  #activities = 0;

  constructor(topology: Given, inputs: RunInputs) {
    this.#topology = topology;
    this.#isSecret = isSecretAmong(inputs);
  }

  single(target: Exclude<RunTarget, { readonly workflow: string }>, inputs: ActivityInputs): RunStep {
    const node = this.#topology.nodes.find(({ name }) => name === target.node);
    const activities = node ? [this.#call([node], target, () => inputs, '')] : [];
    if (node === undefined) {
      const known = this.#topology.nodes.map(({ name }) => name).join(', ');
      this.faults.push(`the template has no node ${JSON.stringify(target.node)}: it has ${known}`);
    }
    return { name: callInWords(target), activities, onSuccess: [], onFailure: [] };
  }

  workflow(name: string, inputs: ActivityInputs, depth = 0): readonly RunStep[] {
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
    this.faults.push(...faultsIn(found));
    const steps: RunStep[] = [];
    for (const step of found.steps) if (!this.#isFull()) steps.push(this.#step(step, found, inputs, depth));
    return steps;
  }

  /** Nothing more is read then: what is too much may be any number of times too much. */
  #isFull(): boolean {
    const faults = tooMuchIn(this.#activities, this.calls.length);
    this.faults.push(...faults);
    return faults.length > 0;
  }

  #step(step: WorkflowStep, { name: workflow }: Workflow, inputs: ActivityInputs, depth: number): RunStep {
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
    const { step, nodes, where } = at;
    this.#activities += 1;
    switch (activity.is) {
      case 'set_state':
        return [{ is: 'state', what: `${nodes.map(({ name }) => name).join(', ')}: ${activity.state}` }];
      case 'delegate':
        this.faults.push(
          `${where}it delegates the workflow ${activity.workflow}: only workflows of the template run, by inline`,
        );
        return [];
      case 'inline':
        return [this.#inlined(activity, at)];
      case 'call_operation': {
        const called = calledIn(activity.operation, step.relationship);
        return [this.#call(nodes, called, (node, target) => this.#read(activity.inputs, { node, target }, at), where)];
      }
    }
  }

  #inlined({ workflow, inputs }: Extract<Activity, { readonly is: 'inline' | 'delegate' }>, at: At): RunActivity {
    const [node] = at.nodes;
    const given = node ? this.#read(inputs, { node }, at) : { values: {}, secret: new Set<string>() };
    const declared = this.#topology.workflows?.find(({ name }) => name === workflow)?.inputs ?? [];
    const defaults = declared.flatMap((one) => (one.default === undefined ? [] : [[one.name, one.default] as const]));
    const all = {
      values: { ...Object.fromEntries(defaults), ...given.values },
      secret: new Set([...given.secret, ...declared.filter((one) => one.secret).map(({ name }) => name)]),
    };
    return { is: 'steps', what: `workflow ${workflow}`, steps: this.workflow(workflow, all, at.depth + 1) };
  }

  #read(written: ActivityInputs['values'], site: Site, { where, inputs }: At): ActivityInputs {
    const { faults, ...read } = readInputs(written, {
      ...{ inputs: inputs.values, secret: inputs.secret, topology: this.#topology, ...site },
    });
    this.faults.push(...faults.map((why) => `${where}${why}`));
    return read;
  }

  #call(
    nodes: readonly Node[],
    called: Called,
    inputsOf: (node: Node, target?: string) => ActivityInputs,
    where: string,
  ): RunActivity {
    const calls = nodes.flatMap((node) => {
      const found = foundOn(node, called);
      if ('why' in found) this.faults.push(`${where}${found.why}`);
      return 'why' in found || this.#isFull()
        ? []
        : found.map((one) => this.#add({ ...one, node: node.name }, inputsOf(node, one.target)));
    });
    const names = nodes.map(({ name }) => name).join(', ');
    return { is: 'call', what: `${called.interface}.${called.operation} of ${names}`, calls };
  }

  #add(one: Omit<Call, 'key' | 'secrets'>, { values, secret }: ActivityInputs): string {
    const key = `${this.calls.length}`;
    const secrets = Object.keys(values).filter(
      (name) => namesSecret(name) || secret.has(name) || this.#isSecret(values[name] ?? null),
    );
    const operation = { ...one.operation, inputs: { ...one.operation.inputs, ...values } };
    this.calls.push({ ...one, key, operation, secrets });
    return key;
  }
}

type Site = Pick<Sources, 'node' | 'target'>;

interface At {
  readonly step: WorkflowStep;
  readonly nodes: readonly Node[];
  /** for messages */
  readonly where: string;
  readonly inputs: ActivityInputs;
  readonly depth: number;
}
