import type { Answered, Checked, NumberedQuestion, Question } from './checking.ts';
import { latest } from './latest.ts';

/** The part of a Worker that is used. */
export interface Port {
  postMessage(message: NumberedQuestion): void;
  addEventListener(type: 'message', listener: (event: { readonly data: Answered }) => void): void;
  addEventListener(type: 'error', listener: (event: { readonly message?: string }) => void): void;
  terminate(): void;
}

export interface Checker {
  /** What is known of the template; undefined: a later question came before this one was asked. */
  check(question: Question): Promise<Checked | undefined>;
  dispose(): void;
}

/** Asks a worker, one question at a time: of those that wait only the last is worth an answer. */
export function checkerOf(worker: Port): Checker {
  const waiting = new Map<number, PromiseWithResolvers<Checked>>();
  let last = 0;
  worker.addEventListener('message', ({ data }) => {
    const question = waiting.get(data.id);
    waiting.delete(data.id);
    if ('checked' in data) question?.resolve(data.checked);
    else question?.reject(new Error(`the template could not be checked: ${data.failed}`));
  });
  worker.addEventListener('error', ({ message }) => {
    const error = new Error(`the checker could not be loaded: ${message ?? 'the browser does not say why'}`);
    for (const question of waiting.values()) question.reject(error);
    waiting.clear();
  });
  const ask = latest((question: Question) => {
    last += 1;
    const answer = Promise.withResolvers<Checked>();
    waiting.set(last, answer);
    worker.postMessage({ id: last, ...question });
    return answer.promise;
  });
  return { check: ask, dispose: () => worker.terminate() };
}
