import { setTimeout as sleep } from 'node:timers/promises';

/** Named checks, one after the other, a line each. A failed check does not stop those that follow. */
export class Checks {
  passed = 0;
  failed = 0;
  readonly #subject: string;

  /** `subject` begins each line, where several subjects are checked at the same time. */
  constructor(subject = '') {
    this.#subject = subject === '' ? '' : `${subject} `;
  }

  async check(name: string, run: () => Promise<void>): Promise<void> {
    const started = performance.now();
    try {
      await run();
      this.passed += 1;
      console.log(`ok      ${this.#subject}${name} (${Math.round(performance.now() - started)} ms)`);
    } catch (error) {
      this.failed += 1;
      console.log(
        `FAILED  ${this.#subject}${name}: ${error instanceof Error ? [error.message, error.cause].filter(Boolean).join(': ') : error}`,
      );
    }
  }

  summary(): string {
    return `${this.passed} passed, ${this.failed} failed`;
  }
}

/** Asks again, with a pause in milliseconds, until the answer is no longer undefined. */
export const until = async <T>(
  what: string,
  ask: () => Promise<T | undefined>,
  seconds = 60,
  pause = 100,
): Promise<T> => {
  const deadline = performance.now() + seconds * 1000;
  while (performance.now() < deadline) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(pause);
  }
  throw new Error(`${what}: not within ${seconds} s`);
};
