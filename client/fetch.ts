/** What is read of an answer: a `Response` is one. */
export interface Answer extends Pick<Response, 'status' | 'ok' | 'text'> {
  readonly headers: Pick<Headers, 'get'>;
}

/** `fetch`, as far as the client needs it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Answer>;
