/** What the view of a deployment leaves out: read when it is needed, and again when the view says that it has changed. */

import type { Attempt, Deployment, TimelineEvent } from '../../../client/types.ts';
import type { Live } from '../../data/live.ts';
import type { Read } from '../../data/read.ts';
import { useReadAgain } from '../../data/use-live.ts';
import type { DeploymentView } from '../../data/view.ts';

interface Page<Element> {
  readonly content: readonly Element[];
}

type Of = Pick<DeploymentView, 'uuid'>;

const address = ({ uuid }: Of): string => `/deployments/${uuid}`;

export const useDeployment = (view: DeploymentView): Read<Deployment> =>
  read(useReadAgain<Deployment>(address(view), view.version), (deployment) => deployment);

/** Oldest first. */
export const useEvents = (view: DeploymentView): Read<readonly TimelineEvent[]> =>
  read(
    useReadAgain<Page<TimelineEvent>>(`${address(view)}/events?size=500&sort=createdAt,desc`, view.events),
    ({ content }) => content.toReversed(),
  );

/** In their order. */
export const useAttempts = (view: DeploymentView): Read<readonly Attempt[]> =>
  read(
    useReadAgain<Page<Attempt>>(
      `${address(view)}/attempts?size=200&sort=createdAt,asc`,
      `${view.attempt?.number} ${view.attempt?.state} ${view.attempt?.providerState} ${view.operation.id}`,
    ),
    ({ content }) => content,
  );

const read = <Answer, Value>({ value, problem }: Live<Answer>, of: (answer: Answer) => Value): Read<Value> => ({
  value: value.value === undefined ? undefined : of(value.value),
  problem: problem.value,
});
