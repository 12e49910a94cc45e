import { causeLine } from '../src/domain/deployments/record/cause-line.ts';
import { withProviderNames } from './provider-names.ts';
import type { DeploymentView, TimelineEvent } from './types.ts';

type Told = Pick<DeploymentView, 'cause' | 'providers' | 'operation' | 'status'>;

/** What an event says, with the providers' names, and with the cause where the service knows more than was known then. */
export const eventText = (event: TimelineEvent, view: Told | undefined): string => {
  const { kind, attempt, operation, message } = event;
  const causes = view?.cause ?? [];
  const own = kind === 'ATTEMPT_FAILED' ? causes.filter((one) => one.attempt === attempt) : [];
  if (attempt !== undefined && own.length > 0) return own.map(causeLine).join('; ');
  if (kind === 'FAILED' && view !== undefined && operation === view.operation.id && causes.length > 0)
    return `the deployment is ${view.status}: ${causes.map(causeLine).join('; ')}`;
  return withProviderNames(message, view?.providers ?? []);
};
