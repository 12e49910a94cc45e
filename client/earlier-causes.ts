import type { Reported } from './event-text.ts';
import { providerName } from './provider-names.ts';
import type { Attempt, TimelineEvent } from './types.ts';

/**
 * What the view would tell of the operation that an event belongs to. The view knows its last operation; why attempts of
 * those before have failed, the list of attempts says.
 */
export const viewOfOperation = (
  { operation, message }: Pick<TimelineEvent, 'operation' | 'message'>,
  view: Reported | undefined,
  attempts: readonly Pick<Attempt, 'number' | 'operation' | 'cloudProviderName' | 'cause'>[],
): Reported | undefined => {
  if (view === undefined || operation === undefined || operation === view.operation.id) return view;
  const [, status] = /^the deployment is ([A-Z_]+)/.exec(message) ?? [];
  const failed = attempts.flatMap(({ number, operation: of, cloudProviderName: id, cause }) =>
    of === operation && cause !== undefined
      ? [{ provider: { id, name: providerName(id, view.providers) }, attempt: number, cause }]
      : [],
  );
  return {
    providers: view.providers,
    operation: { ...view.operation, id: operation },
    status: (status as Reported['status'] | undefined) ?? view.status,
    // that the time ran out meanwhile, no attempt says
    cause: message.includes('Timeout: ') ? [] : failed,
  };
};
