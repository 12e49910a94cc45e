/** What the view of a deployment leaves out: read when it is needed, and again when the view says that it has changed. */

import type { Attempt, Deployment, TimelineEvent } from '../../../client/types.ts';
import { useReadAgain } from '../../data/use-live.ts';
import type { DeploymentView } from '../../data/view.ts';

interface Page<Element> {
  readonly content: readonly Element[];
}

type Of = Pick<DeploymentView, 'uuid'>;

const address = ({ uuid }: Of): string => `/deployments/${uuid}`;

export const useDeployment = (view: DeploymentView): Deployment | undefined =>
  useReadAgain<Deployment>(address(view), view.version).value.value;

/** Oldest first. */
export const useEvents = (view: DeploymentView): readonly TimelineEvent[] | undefined =>
  useReadAgain<Page<TimelineEvent>>(
    `${address(view)}/events?size=500&sort=createdAt,desc`,
    view.events,
  ).value.value?.content.toReversed();

/** In their order. */
export const useAttempts = (view: DeploymentView): readonly Attempt[] | undefined =>
  useReadAgain<Page<Attempt>>(
    `${address(view)}/attempts?size=200&sort=createdAt,asc`,
    `${view.attempt?.number} ${view.attempt?.state} ${view.attempt?.providerState} ${view.operation.id}`,
  ).value.value?.content;
