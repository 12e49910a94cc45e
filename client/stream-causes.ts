import { viewOfOperation } from './earlier-causes.ts';
import { ToscaniniError } from './errors.ts';
import { eventText } from './event-text.ts';
import { collected } from './pages.ts';
import { streamEventText } from './stream-text.ts';
import type { Attempt, DeploymentView, StreamEvent } from './types.ts';

interface Client {
  view(id: string, options: { readonly topology: false }): Promise<{ readonly view: DeploymentView } | 'unchanged'>;
  attempts(id: string): AsyncIterable<Attempt>;
}

interface Known {
  readonly view: DeploymentView | undefined;
  readonly attempts: readonly Attempt[];
}

/** Each costs two requests: of what failed further back, the event alone is shown. */
const mostDeployments = 40;

/**
 * What an event of the stream says. Its text is for every member of a group, and quotes no log: why something failed, as
 * its reader may see it, the deployment says, if it is still there.
 */
export const streamCauses = (client: Client): ((event: StreamEvent) => Promise<string>) => {
  const requested = new Map<string, Promise<Known | undefined>>();
  const known = (id: string): Promise<Known | undefined> | undefined => {
    if (!requested.has(id) && requested.size < mostDeployments) requested.set(id, ofDeployment(client, id));
    return requested.get(id);
  };
  return async (event) => {
    if (!('deployment' in event) || (event.kind !== 'FAILED' && event.kind !== 'ATTEMPT_FAILED'))
      return streamEventText(event);
    const found = await known(event.deployment.uuid);
    return found === undefined
      ? streamEventText(event)
      : eventText(event, viewOfOperation(event, found.view, found.attempts));
  };
};

/** undefined: it is gone, or cannot be read now. The event is shown all the same, with what it says itself. */
const ofDeployment = async (client: Client, id: string): Promise<Known | undefined> => {
  try {
    const [read, attempts] = await Promise.all([client.view(id, { topology: false }), collected(client.attempts(id))]);
    return { view: read === 'unchanged' ? undefined : read.view, attempts };
  } catch (error) {
    if (!(error instanceof ToscaniniError)) throw error;
    return undefined;
  }
};
