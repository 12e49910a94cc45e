/** A deployment that stands at a provider whose looks the test scripts, in an installation that allows moves. */

import type { Inspection } from '../../../src/domain/deployers/inspection.ts';
import { moveByItself } from '../../../src/domain/deployments/accepting/move-by-itself.ts';
import { checkDue } from '../../../src/domain/drift/run-checks.ts';
import type { Pause } from '../../../src/domain/operators/pause.ts';
import { memoryMoves } from '../../support/memory-moves.ts';
import { machine, standing } from './drift-world.ts';

export const silent = machine('0', { state: 'silent' });
export const away: Inspection = {
  ...{ is: 'read', machines: [silent, machine('1', { state: 'silent' })] },
  ...{ cloudAnswers: false, cloudIsSilent: true },
};

export interface WorldOptions {
  readonly mayMove?: boolean;
  readonly atOnce?: number;
}

/** It stands at alpha, and its checks see what `script` says. */
export const world = async ({ mayMove = true, atOnce = 1 }: WorldOptions = {}) => {
  const one = await standing();
  const { files, attempts, clock } = one.world;
  const { operation, id } = await one.deployment();
  const ranking = { candidates: [], dropped: [], notes: [], outputs: [], ...(mayMove && { mayMove: true as const }) };
  await files.putRanking(id, operation.id, ranking);
  const times = { startedAt: clock.now().toISOString(), deadline: clock.now().toISOString(), last: true, logged: {} };
  const made = { number: 1, providerId: 'alpha', state: 'COMPLETE', infrastructureId: 'inf' } as const;
  await attempts.findOrCreate({ deploymentId: id, operationId: operation.id, ...made, ...times });
  const moveStates = memoryMoves();
  let current: Pause | undefined;
  const pauses = { current: async () => current };
  const ports = { ...one.ports, moveStates, moving: { afterMins: 60, atOnce } };
  const runs = async () => checkDue({ ...ports, pauses, moveElsewhere: moveByItself(ports) })();
  return {
    ...one,
    moveStates,
    moving: ports,
    pause: (pause: Pause | undefined) => {
      current = pause;
    },
    /** the checks that are due within these minutes, each seeing the same */
    async passes(minutes: number, seen: Inspection | Error) {
      one.script.length = 0;
      for (let left = minutes; left > 0; left -= 3) {
        one.script.push(seen, seen);
        clock.advance(180);
        await runs();
      }
    },
    async begins(seen: Inspection | Error) {
      one.script.length = 0;
      one.script.push(seen, seen);
      const before = await one.ports.driftChecks.find(id);
      const dueAt = clock.now().toISOString();
      await one.ports.driftChecks.replace(before, { deploymentId: id, findings: [], dueAt });
      clock.advance(1);
      await runs();
    },
  };
};
