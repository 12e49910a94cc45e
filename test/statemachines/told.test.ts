/** @module-tag full */

import { describe, expect, it } from 'vitest';
import { sampled } from '../support/sampled.ts';
import { cases, phases, timesOf } from './ready-to-told.ts';

const samples = sampled(5, 24);

describe.each(Object.entries(cases))('%s', (_what, tellOf) => {
  it.each(phases)('is told $name', async (phase) => {
    const worst = { readable: 0, sent: 0 };
    for (const seconds of timesOf(phase, samples)) {
      const { readable, sent } = await tellOf(seconds);
      expect(readable).toBeGreaterThan(0);
      worst.readable = Math.max(worst.readable, readable);
      worst.sent = Math.max(worst.sent, sent);
    }
    expect(worst.sent).toBeLessThanOrEqual(phase.most);
  });
});
