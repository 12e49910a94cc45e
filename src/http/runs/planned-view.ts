import { isHosting } from '../../domain/changes/kinds.ts';
import { writtenSecrets } from '../../domain/deployments/record/secret-places.ts';
import type { Call, RunStep } from '../../domain/runs/run.ts';
import { secretValues } from '../../tosca/secrets/carried.ts';
import { cleanerOf } from '../../tosca/secrets/known.ts';
import { mask } from '../../tosca/secrets/material.ts';
import { withoutSecrets } from '../../tosca/secrets/values.ts';
import type { Topology } from '../../tosca/topology.ts';
import type { BodyOf } from '../schemas/answers.ts';

type Shown = BodyOf<'RunDryRun'>;

/** Steps of workflows within others come after the step that has them, by their whole names. */
export const shownSteps = (steps: readonly RunStep[], before = ''): Shown['steps'] =>
  steps.flatMap(({ name, activities, onSuccess, onFailure }) =>
    activities.flatMap((activity) => {
      const step = `${before}${name}`;
      const own = { step, what: activity.what, onSuccess: [...onSuccess], onFailure: [...onFailure] };
      return activity.is === 'steps' ? [own, ...shownSteps(activity.steps, `${step}/`)] : [own];
    }),
  );

/** Without secrets for every caller: the answer ends up in logs of pipelines and on screens. */
export const shownCalls = (
  calls: readonly Call[],
  topology: Topology,
  machines: ReadonlyMap<string, number>,
): Shown['calls'] => {
  const cleaned = cleanerOf([...secretValues(topology), ...writtenSecrets(topology)]);
  const byName = new Map(topology.nodes.map((node) => [node.name, node]));
  const hostOf = (name: string): string => {
    const passed = new Set<string>(); // hosts that go round are on no machine
    let at = name;
    while (!machines.has(at) && !passed.has(at)) {
      passed.add(at);
      at = byName.get(at)?.requirements.find(isHosting)?.node ?? at;
    }
    return at;
  };
  return calls.map(({ node, target, at, operation, secrets }) => ({
    node,
    ...(target !== undefined && { target }),
    operation: `${operation.interface}.${operation.name}`,
    on: hostOf(at),
    machines: machines.get(hostOf(at)) ?? 0,
    inputs: withoutSecrets(masked(operation.inputs, secrets), [], cleaned) as typeof operation.inputs,
  }));
};

const masked = (inputs: Call['operation']['inputs'], secrets: readonly string[]): Call['operation']['inputs'] =>
  Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, secrets.includes(name) ? mask : value]));
