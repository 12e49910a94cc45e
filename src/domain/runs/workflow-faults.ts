import type { Workflow } from '../../tosca/topology.ts';

/** Why a workflow as such is not carried out. */
export const faultsIn = ({ name, further = [], steps }: Workflow): readonly string[] => [
  ...(further.length > 0
    ? [`workflow ${name} has ${further.join(' and ')}, which this service does not carry out`]
    : []),
  ...(steps.length === 0 && further.length === 0 ? [`workflow ${name} has no steps`] : []),
  ...steps.flatMap((step) =>
    [...step.onSuccess, ...step.onFailure]
      .filter((next) => !steps.some((one) => one.name === next))
      .map((next) => `step ${step.name} of workflow ${name} leads to ${next}, which is no step of it`),
  ),
];
