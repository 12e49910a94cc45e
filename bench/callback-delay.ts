/** How long after something is so at the provider its callback is sent, on the clock of test/statemachines/ready-to-told.ts. */

import { cases, phases, timesOf } from '../test/statemachines/ready-to-told.ts';
import type { Bench } from './row.ts';

/** The tests take more. */
const samples = 4;

export const run: Bench = async function* () {
  for (const phase of phases) {
    const worst: { readonly what: string; readonly sent: number }[] = [];
    for (const [what, tellOf] of Object.entries(cases)) {
      let sent = 0;
      for (const seconds of timesOf(phase, samples)) sent = Math.max(sent, (await tellOf(seconds)).sent);
      worst.push({ what, sent });
    }
    yield {
      name: `seconds from ready to told, ${phase.name}`,
      ratio: Math.max(...worst.map(({ sent }) => sent)),
      budget: phase.most,
      detail: `${worst.map(({ what, sent }) => `${what} ${sent.toFixed(1)} s`).join(', ')}; the longest of ${samples}, 0.15 s of the clock for each call`,
    };
  }
};
