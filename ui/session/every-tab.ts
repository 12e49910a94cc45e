/** Who signs out in one tab is signed out in all tabs of this browser; other users of other tabs are not. */

import { identity } from './identity.ts';
import { signedOutElsewhere, signOut } from './session.ts';

const channel = new BroadcastChannel('toscanini.sign-out');

const user = (): string => JSON.stringify([identity.peek()?.issuer, identity.peek()?.subject]);

export const signOutInEveryTab = (): void => {
  const who = user();
  signOut();
  channel.postMessage(who);
};

export const watchOtherTabs = (): void => {
  channel.addEventListener('message', ({ data }) => {
    if (data === user()) signedOutElsewhere();
  });
};
