import type { Clock } from '../../foundation/clock.ts';
import { messageOf, sanitisedForLog } from '../../foundation/sanitised-error.ts';

/** One thing that an installation needs. */
export interface Check {
  /** what is checked, such as `issuer https://iam.example.org/` */
  readonly subject: string;
  /** Returns what was seen if that is right; else throws an error that says what is wrong. */
  run(): Promise<string>;
  /** what to do if it is wrong */
  readonly advice: string;
}

/** `late`: the examination's time was over before this check. */
export type Verdict = 'ok' | 'failed' | 'late';

export interface Finding {
  readonly subject: string;
  readonly verdict: Verdict;
  /** what was seen, or what is wrong */
  readonly seen: string;
  /** absent: nothing needs to be done */
  readonly advice?: string;
}

export interface Examined {
  readonly findings: readonly Finding[];
}

export interface ExaminationPorts {
  readonly clock: Clock;
  /** what this installation needs, from its configuration */
  checks(): readonly Check[];
}

/** Checks at the same time: enough to be quick, and few enough for the systems that are asked. */
const atOnce = 8;

/** Checks that have not started by then are left out: a function has one minute. */
const longestMs = 40_000;

/**
 * Checks, from where the service itself runs, whether everything that the configuration names is there; changes nothing.
 */
export const examineInstallation =
  ({ clock, checks }: ExaminationPorts) =>
  async (): Promise<Examined> => {
    const all = checks();
    const findings: Finding[] = [];
    const until = clock.now().getTime() + longestMs;
    const turns = all.entries();
    const work = async (): Promise<void> => {
      for (const [index, check] of turns) findings[index] = await examined(check, clock.now().getTime() < until);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return { findings };
  };

const examined = async ({ subject, run: ask, advice }: Check, inTime: boolean): Promise<Finding> => {
  if (!inTime) return { subject, verdict: 'late', seen: 'there was no time left to ask', advice: 'ask again' };
  try {
    return { subject, verdict: 'ok', seen: await ask() };
  } catch (error) {
    return { subject, verdict: 'failed', seen: wordsOf(error), advice };
  }
};

/** What is wrong and its causes, without secrets, as in a line of the log. */
const wordsOf = (error: unknown): string => {
  const { causes = [] } = sanitisedForLog(error);
  const words = [messageOf(error, 500), ...causes.slice(0, 3).map(({ detail }) => detail.slice(0, 300))];
  return [...new Set(words.filter((text) => text !== ''))].join('; because: ');
};
