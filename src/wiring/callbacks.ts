import { callbacks as callbackSender, webhookKey } from '../adapters/callbacks/callback.ts';
import { optionalVariable } from '../adapters/environment/environment.ts';
import { secretMember } from '../adapters/secrets/secrets.ts';
import { callbacksToPrivateAddresses } from './bounds.ts';
import { once } from './once.ts';
import { secrets } from './secrets.ts';

/** Undefined: callbacks are not signed. */
const callbackKey = once(() => {
  const name = optionalVariable('CALLBACK_SECRET');
  return name === undefined ? undefined : () => secretMember(secrets(), name, 'key');
});

export const callbacks = once(() =>
  callbackSender({ allowPrivate: callbacksToPrivateAddresses(), secret: callbackKey() }),
);

/** The key of a webhook, for who subscribes it. Undefined: nothing is signed. */
export const webhookSecret = once(() => async (id: string): Promise<string | undefined> => {
  const key = await callbackKey()?.();
  return key === undefined ? undefined : webhookKey(key, id);
});
