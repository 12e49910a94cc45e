/** A login in a window of its own: the page that asks for it stays as it is, with what somebody has entered there. */

import type { Login } from '../../client/types.ts';
import { beginLogin, endLogin } from './later-issuer.ts';
import type { TokenFields, Tokens } from './logins.ts';

/** How the `state` of such a login begins. */
const mark = 'window.';
const channelOf = (): BroadcastChannel => new BroadcastChannel('toscanini.login');

/** The last login that was begun so. A window that somebody closes says nothing, so that the next one ends the wait. */
let waiting: BroadcastChannel | undefined;

/** Opens the window, and waits until the issuer has sent it back. Call it in answer to a click: other windows are blocked. */
export const loginInWindow = async (login: Login, fields: TokenFields): Promise<Tokens> => {
  const opened = open('', '_blank', 'popup,width=520,height=720');
  if (opened === null) throw new Error('the browser has blocked the window: allow windows of this page, and try again');
  waiting?.close();
  const channel = channelOf();
  waiting = channel;
  try {
    const { started, url } = await beginLogin(login, '', mark);
    const returned = addressWith(started.state, channel);
    opened.location.replace(url);
    return await endLogin(started, await returned, fields);
  } catch (error) {
    opened.close();
    throw error;
  } finally {
    channel.close();
  }
};

const addressWith = (state: string, channel: BroadcastChannel): Promise<URL> =>
  new Promise((resolve) => {
    channel.addEventListener('message', ({ data }) => {
      if (URL.canParse(data) && new URL(data).searchParams.get('state') === state) resolve(new URL(data));
    });
  });

/** In that window: gives the address to the page that waits for it, which alone can use it, and closes the window. */
export const giveBack = (url: URL): boolean => {
  if (!url.searchParams.get('state')?.startsWith(mark)) return false;
  const channel = channelOf();
  channel.postMessage(url.href);
  channel.close();
  close();
  return true;
};
