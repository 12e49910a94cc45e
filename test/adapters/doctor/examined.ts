import { expect } from 'vitest';
import { type Check, examineInstallation } from '../../../src/domain/doctor/examination.ts';

const clock = { now: () => new Date() };
/** `subject: verdict, what was seen` */
export const examine = async (checks: readonly Check[]): Promise<readonly string[]> => {
  const { findings } = await examineInstallation({ clock, checks: () => checks })();
  for (const { verdict, advice } of findings) expect(advice === undefined).toBe(verdict === 'ok');
  return findings.map(({ subject, verdict, seen }) => `${subject}: ${verdict}, ${seen}`);
};

/** Nobody answers there. */
export const nowhere = 'http://127.0.0.1:9';
