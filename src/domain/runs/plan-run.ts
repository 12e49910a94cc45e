import { InvalidError } from '../../foundation/errors.ts';
import type { Topology } from '../../tosca/topology.ts';
import type { RunInputs } from './activity-inputs.ts';
import { Planner } from './planner.ts';
import { type Call, type RunPlan, type RunTarget, runInWords } from './run.ts';

export interface PlannedRun extends Omit<RunPlan, 'calls'> {
  readonly calls: readonly Call[];
}

type Given = Pick<Topology, 'version' | 'nodes' | 'inputs' | 'workflows' | 'secrets'>;

/** What a run does, step by step. InvalidError with every reason why it cannot run. */
export const planRun = (topology: Given, target: RunTarget, inputs: RunInputs): PlannedRun => {
  const planner = new Planner(topology, inputs);
  const given = { values: inputs.values, secret: new Set(inputs.secret) };
  const steps = 'workflow' in target ? planner.workflow(target.workflow, given) : [planner.single(target, given)];
  const what = runInWords(target);
  if (planner.faults.length > 0) throw new InvalidError([`${what} cannot run:`, ...new Set(planner.faults)].join('\n'));
  return { what, steps, calls: planner.calls };
};
