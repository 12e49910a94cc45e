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

/** Calls of one run: each is a command on each machine. */
const mostCalls = 500;
/** Activities of one run: workflows within workflows can be many more than the template has lines. */
const mostActivities = 1000;

/** Why a run of so many is none. */
export const tooMuchIn = (activities: number, calls: number): readonly string[] => [
  ...(activities > mostActivities ? [`it has more than ${mostActivities} activities`] : []),
  ...(calls > mostCalls ? [`it calls operations more than ${mostCalls} times`] : []),
];
