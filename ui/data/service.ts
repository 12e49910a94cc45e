/** The service as the pages see it: the typed client, with the token of who is signed in. */

import { sender } from '../../client/calls.ts';
import { Toscanini } from '../../client/toscanini.ts';
import { inWordsOfPages } from '../../client/words.ts';
import { apiUrl, refused, token } from '../session/session.ts';
import { learnClock } from './service-clock.ts';

/** Like `fetch`; a token that is no longer accepted begins a new login. What a page with entries asked for is then sent again. */
const guarded: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  learnClock(response);
  if (response.status !== 401) return response;
  const { message } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { message?: string };
  const headers = new Headers(init?.headers);
  const used = headers.get('authorization')?.replace(/^Bearer ?/, '') ?? '';
  const words = `the service does not accept the token${message === undefined ? '' : `: ${message}`}`;
  if (!(await refused(used, words))) return response;
  headers.set('Authorization', `Bearer ${await token()}`);
  return fetch(input, { ...init, headers });
};

/** Where the service is, and who asks. */
const connection = { url: apiUrl(), token, fetch: guarded, words: inWordsOfPages } as const;

/** For what somebody has asked for: a request without an answer is sent three times. */
export const service = new Toscanini({ ...connection, tries: 3 });

/** The same for a route that the client has no method for. */
export const send = sender({ ...connection, tries: 3 });

/** For what is asked again and again: it is sent once, and the next one comes anyway. */
export const sendOnce = sender({ ...connection, tries: 1 });
