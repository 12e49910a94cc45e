import type { Ledger } from './ledger.ts';
import type { Stack } from './stack.ts';

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Whoever calls the service. Every answer is counted; one that the contract does not know is an anomaly. */
export interface User {
  readonly name: string;
  readonly token: string;
  /** Undefined: there was no answer, as happens when the service is killed. */
  ask(method: string, path: string, allowed: readonly number[], options?: Options): Promise<Answer | undefined>;
  /** Reads when all has settled: asks again after a 503, and when the machine was too busy to answer. */
  read(path: string): Promise<Answer | undefined>;
}

interface Options {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** the limit of API Gateway, which the laptop's gateway measures by the clock */
const gatewayMs = 29_000;
/** the same, and something for the way */
const patienceMs = 35_000;
const mostReads = 20;

export const user = (stack: Stack, ledger: Ledger, name: string, token: string): User => {
  const ask: User['ask'] = async (method, path, allowed, options = {}) => {
    const life = stack.service.pid();
    const began = stack.time.now();
    try {
      const answer = await sent(stack, token, method, path, options);
      const isBusy = answer.status === 504 && stack.time.now() - began < gatewayMs;
      ledger.count(`${method} ${answer.status}${isBusy ? ' of a busy machine' : ''}`);
      if (isBusy) return undefined;
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
  };
  return { name, token, ask, read: (path) => read(stack, ask, path) };
};

const read = async ({ time }: Stack, ask: User['ask'], path: string): Promise<Answer | undefined> => {
  for (let reads = 1; ; reads += 1) {
    const answer = await ask('GET', path, [200]);
    if ((answer !== undefined && answer.status !== 503) || reads === mostReads) return answer;
    await time.pause(500);
  }
};

/** Gives up when the service had all the time that it may take, and has not answered. */
const sent = async (
  { url, time }: Stack,
  token: string,
  method: string,
  path: string,
  options: Options,
): Promise<Answer> => {
  const [answered, late] = [new AbortController(), new AbortController()];
  const tooLate = `no answer in ${patienceMs / 1000} s in which the service could run`;
  void time.pause(patienceMs, answered.signal).then(() => late.abort(new Error(tooLate)));
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...options.headers },
      signal: late.signal,
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    });
    return { status: response.status, text: await response.text() };
  } finally {
    answered.abort();
  }
};

const wordsOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}` : `${error}`;
