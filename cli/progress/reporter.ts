import type { Snapshot } from '../../client/index.ts';

/** Shows what a follower sees. */
export interface Reporter {
  see(snapshot: Snapshot): void;
  /** called ten times a second */
  tick(): void;
  /** the service does not answer; it is asked again */
  lose(why: string): void;
  /** the last call: the deployment has ended, or the user stopped watching */
  end(): void;
}
