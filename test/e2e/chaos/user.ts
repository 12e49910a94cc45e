import type { Ledger } from './ledger.ts';
import type { Stack } from './stack.ts';

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Whoever calls the service. Every answer is counted; one that the contract does not know is an anomaly. */
export interface User {
  readonly name: string;
  readonly token: string;
  /** Undefined: there was no answer, as happens when the service is killed. */
  ask(method: string, path: string, allowed: readonly number[], options?: Options): Promise<Answer | undefined>;
}

interface Options {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** the gateway's own limit, and something for the way */
const patienceMs = 35_000;

export const user = (stack: Stack, ledger: Ledger, name: string, token: string): User => ({
  name,
  token,
  ask: async (method, path, allowed, options = {}) => {
    const life = stack.service.pid();
    try {
      const response = await fetch(`${stack.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...options.headers },
        signal: AbortSignal.timeout(patienceMs),
        ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
      });
      const answer = { status: response.status, text: await response.text() };
      ledger.count(`${method} ${answer.status}`);
      // any request may find that something it needs does not answer
      if (answer.status !== 503 && !allowed.includes(answer.status))
        ledger.anomalies.push(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
      return answer;
    } catch (error) {
      ledger.count(`${method} no answer`);
      if (stack.service.isUp() && stack.service.pid() === life)
        ledger.anomalies.push(`${method} ${path}: no answer from a service that was not killed: ${wordsOf(error)}`);
      return undefined;
    }
  },
});

const wordsOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}` : `${error}`;
