import { causeLinesOf } from '../src/domain/deployments/record/cause-line.ts';
import { withProviderNames } from './provider-names.ts';
import type { DeploymentView, StreamEvent, TimelineEvent } from './types.ts';

/** What a view knows of its last operation. */
export type Reported = Pick<DeploymentView, 'cause' | 'providers' | 'operation' | 'status'>;

interface EventWords {
  /** empty where the causes say it all */
  readonly says: string;
  /** a line for each provider */
  readonly causes: readonly string[];
}

type Event = Pick<TimelineEvent, 'attempt' | 'operation' | 'message'> & Pick<StreamEvent, 'kind'>;

/** What an event says, with the providers' names, and with the cause where the service knows more than was known then. */
export const eventWords = (event: Event, view: Reported | undefined): EventWords => {
  const { kind, attempt, operation, message } = event;
  const causes = view?.cause ?? [];
  const own = kind === 'ATTEMPT_FAILED' ? causes.filter((one) => one.attempt === attempt) : [];
  if (attempt !== undefined && own.length > 0) return { says: '', causes: causeLinesOf(own) };
  if (kind === 'FAILED' && view !== undefined && operation === view.operation.id && causes.length > 0)
    return { says: `the deployment is ${view.status}`, causes: causeLinesOf(causes) };
  return { says: withProviderNames(message, view?.providers ?? []), causes: [] };
};

/** The same in one line. */
export const eventText = (event: Event, view: Reported | undefined): string => {
  const { says, causes } = eventWords(event, view);
  return [says, causes.join('; ')].filter((part) => part !== '').join(': ');
};
