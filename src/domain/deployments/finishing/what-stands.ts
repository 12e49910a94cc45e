import type { Resource } from '../../resources/resource.ts';
import { hasMachine } from '../../resources/states.ts';
import type { Deployment } from '../record/deployment.ts';

const mostLines = 30;

/** What stands after an update failed and going back failed too: by node and state, and as which template asks. */
export const whatStands = (deployment: Deployment, resources: readonly Resource[]): readonly string[] => {
  const machines = resources.filter(hasMachine).map((resource) => lineOf(deployment, resource));
  const lines = [...Map.groupBy(machines, (line) => line)].map(([line, all]) => `${all.length} of ${line}`);
  const more = lines.length > mostLines ? [`and ${lines.length - mostLines} more lines`] : [];
  return [...lines.slice(0, mostLines), ...more];
};

const lineOf = (deployment: Deployment, { toscaNodeName, state, physicalId, ...resource }: Resource): string =>
  `${toscaNodeName}: ${physicalId === undefined ? 'no machine' : `${state}, ${madeAs(deployment, resource)}`}`;

const madeAs = (
  { operation, templateOf }: Deployment,
  { madeBy = templateOf, becoming }: Pick<Resource, 'madeBy' | 'becoming'>,
): string => {
  const { reverts, restores, id } = operation;
  if (becoming?.firstAskedAt !== undefined) return 'perhaps changed back';
  if (madeBy === templateOf || madeBy === id) return `as version ${restores} asks`;
  return madeBy === reverts?.operationId ? 'as the failed update asks' : 'as an earlier update asks that failed';
};
