/** An installation that a test pauses and resumes. */

import type { Pause, Pauses } from '../../src/domain/operators/pause.ts';

const since = '2026-11-20T15:00:00.000Z';
const pause: Pause = {
  since,
  by: { issuer: 'https://issuer.example', subject: 'ada' },
  reason: 'the network is mended',
};

export const switchedPause = () => {
  let current: Pause | undefined = pause;
  return {
    pauses: { current: async (): Promise<Pause | undefined> => current },
    resume: (): void => {
      current = undefined;
    },
  };
};

/** Ends the pause, if there is one. */
export const resumed = async ({ pauses }: { readonly pauses: Pauses }): Promise<void> => {
  await pauses.replace(await pauses.current(), undefined);
};
