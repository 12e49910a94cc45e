import { accepted, type Expected, requestJson, textOf } from './answer.ts';
import { type Call, type ClientOptions, sender } from './calls.ts';
import type { Fetch } from './fetch.ts';
import { aheadAfter } from './service-clock.ts';

/** How the methods of a client ask its service. */
export class Requests {
  protected readonly send;
  protected readonly options;
  #ahead = 0;

  constructor(options: ClientOptions) {
    this.options = options;
    const learning: Fetch = async (url, init) => {
      const response = await (options.fetch ?? fetch)(url, init);
      this.#ahead = aheadAfter(this.#ahead, response.headers, (options.now ?? Date.now)());
      return response;
    };
    this.send = sender({ ...options, fetch: learning });
  }

  /** Milliseconds by which the own clock is ahead of the service; 0 while they agree, and before the first answer. */
  get ahead(): number {
    return this.#ahead;
  }

  protected json<Body>(path: string, expected: Expected<Body>, call?: Call): Promise<Body> {
    return requestJson(this.send, path, expected, call);
  }

  protected done(path: string, call: Call): Promise<void> {
    return accepted(this.send, path, call);
  }

  protected async text(path: string): Promise<string> {
    return textOf(await this.send(path), path);
  }
}
