import { type PausePorts, requireNoPause } from '../../domain/operators/pause.ts';
import type { Answer } from './answer.ts';

/** What a route that begins work knows of a request: whether it only asks what would happen. */
interface Dry {
  readonly query: { readonly dryRun?: boolean | undefined };
}

/**
 * A handler that begins work: PausedError while an administrator has paused the installation, unless the request is a dry run. It runs
 * once for each Idempotency-Key, so that the answer of what was accepted before a pause is repeated in it too.
 */
export const unlessPaused =
  <Ports, In extends Dry>(build: (ports: Ports) => (input: In) => Promise<Answer>) =>
  (ports: Ports & PausePorts) => {
    const run = build(ports);
    return async (input: In): Promise<Answer> => {
      if (input.query.dryRun !== true) await requireNoPause(ports);
      return run(input);
    };
  };
