/** Reads the deployment repeatedly, once for all callers that show a part of it. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Api, DeploymentView, ResourceView } from './api.ts';

export interface Snapshot {
  /** undefined when it is gone */
  readonly deployment: DeploymentView | undefined;
  readonly resources: readonly ResourceView[];
  readonly log: string;
}

export interface Progress {
  /** Calls `see` with the latest snapshot and each new one, until `isDone` accepts one. Rejects when a read fails. */
  until(isDone: (snapshot: Snapshot) => boolean, see?: (snapshot: Snapshot) => void): Promise<Snapshot>;
  stop(): void;
}

const look = async (api: Api, id: string): Promise<Snapshot> => {
  const deployment = await api.find(id);
  if (!deployment) return { deployment, resources: [], log: '' };
  const [resources, log] = await Promise.all([api.resources(id), api.log(id)]);
  return { deployment, resources, log };
};

/** Reads every `pause` milliseconds until stopped. */
export function pollProgress(api: Api, id: string, signal: AbortSignal, pause = 250): Progress {
  const stopping = new AbortController();
  let next = look(api, id);
  const ahead = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await next;
      await sleep(pause, undefined, { signal: AbortSignal.any([signal, stopping.signal]) });
      next = look(api, id);
    }
  };
  // a failed read rejects `next`, which each caller awaits; nobody needs the error of a stop
  ahead().catch(() => undefined);
  return {
    async until(isDone, see) {
      for (;;) {
        const snapshot = await next;
        see?.(snapshot);
        if (isDone(snapshot)) return snapshot;
        await sleep(pause, undefined, { signal });
      }
    },
    stop: () => stopping.abort(),
  };
}
