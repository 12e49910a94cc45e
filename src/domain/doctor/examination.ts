import type { Clock } from '../../foundation/clock.ts';
import { messageOf, told } from '../../foundation/sanitised-error.ts';

/** One thing that an installation needs. */
export interface Check {
  /** what is looked at, such as `issuer https://iam.example.org/` */
  readonly subject: string;
  /** Answers what was seen, where it is what is needed; throws an error that says what is wrong. */
  look(): Promise<string>;
  /** what to do when it is wrong */
  readonly advice: string;
}

/** `late`: the time of the examination was up before its turn. */
export type Verdict = 'ok' | 'failed' | 'late';

export interface Finding {
  readonly subject: string;
  readonly verdict: Verdict;
  /** what was seen, or what is wrong */
  readonly seen: string;
  /** absent: nothing is to be done */
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

/** Looks at once: enough to be quick, and few enough for whoever is asked. */
const atOnce = 8;

/** Looks that have not begun by then are left out: a function has a minute. */
const longestMs = 40_000;

/** Asks, from where the service itself runs, whether everything is there that the configuration names; changes nothing. */
export const examineInstallation =
  ({ clock, checks }: ExaminationPorts) =>
  async (): Promise<Examined> => {
    const all = checks();
    const findings: Finding[] = [];
    const until = clock.now().getTime() + longestMs;
    const turns = all.entries();
    const work = async (): Promise<void> => {
      for (const [index, check] of turns) findings[index] = await looked(check, clock.now().getTime() < until);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return { findings };
  };

const looked = async ({ subject, look, advice }: Check, inTime: boolean): Promise<Finding> => {
  if (!inTime) return { subject, verdict: 'late', seen: 'there was no time left to ask', advice: 'ask again' };
  try {
    return { subject, verdict: 'ok', seen: await look() };
  } catch (error) {
    return { subject, verdict: 'failed', seen: wordsOf(error), advice };
  }
};

/** What is wrong, with what it comes from; without secrets, like a line of the log. */
const wordsOf = (error: unknown): string => {
  const { causes = [] } = told(error);
  const words = [messageOf(error, 500), ...causes.slice(0, 3).map(({ detail }) => detail.slice(0, 300))];
  return [...new Set(words.filter((text) => text !== ''))].join('; because: ');
};
