import { createHmac } from 'node:crypto';
import type { Callbacks } from '../../domain/deployments/record/ports.ts';
import { CallbackFailedError, ForbiddenError } from '../../foundation/errors.ts';
import { type Guard, type OutsideReply, outsideRequest } from './address-guard.ts';

export interface CallbackOptions extends Guard {
  /** lets receivers tell our callbacks from forged ones; absent: callbacks are not signed */
  readonly secret?: string | (() => Promise<string>) | undefined;
  /** in milliseconds; default 10 s */
  readonly deadlineMs?: number;
}

/**
 * Sends callbacks as POST with a JSON body. `X-Toscanini-Delivery` is the id of the notification, the same on every try.
 * `X-Toscanini-Sequence` is a number that grows with each later event of the same deployment: callbacks are sent
 * independently and may overtake each other, and the times in the body are whole minutes. With a secret,
 * `X-Toscanini-Signature` is `sha256=` and the HMAC-SHA256 of `<delivery>.<sequence>.<body>` in hexadecimal. A webhook has a key of its own.
 */
export const callbacks = (options: CallbackOptions): Callbacks => {
  const request = outsideRequest(options);
  return {
    send: async (id, { url, body, sequence, webhook }) => {
      const headers = {
        'Content-Type': webhook?.contentType ?? 'application/json',
        'Content-Length': `${Buffer.byteLength(body)}`,
        'User-Agent': 'toscanini',
        'X-Toscanini-Delivery': id,
        'X-Toscanini-Sequence': `${sequence}`,
        ...(await signature(options.secret, `${id}.${sequence}.${body}`, webhook?.name)),
      };
      const target = targetOf(url);
      const deadlineMs = options.deadlineMs ?? 10_000;
      const { status } = await taken(() => request(target, { method: 'POST', headers, body, deadlineMs, maxBytes: 0 }));
      if (Math.floor(status / 100) === 2) return;
      throw new CallbackFailedError(`${target.host} answered ${status} to the callback: any 2xx counts as received`);
    },
  };
};

const signature = async (
  secret: CallbackOptions['secret'],
  signed: string,
  webhook: string | undefined,
): Promise<Record<string, string>> => {
  const own = typeof secret === 'function' ? await secret() : secret;
  if (own === undefined) return {};
  const key = webhook === undefined ? own : webhookKey(own, webhook);
  return { 'X-Toscanini-Signature': `sha256=${createHmac('sha256', key).update(signed).digest('hex')}` };
};

/** Each webhook has a key of its own, so that no receiver can sign for another one; in hexadecimal, and used as this text. */
export const webhookKey = (key: string, name: string): string =>
  createHmac('sha256', key).update(`webhook:${name}`).digest('hex');

const targetOf = (url: string): URL => {
  const target = URL.parse(url);
  if (target === null) throw new ForbiddenError('the callback is not an absolute URL');
  return target;
};

const taken = async (send: () => Promise<OutsideReply>): Promise<OutsideReply> => {
  try {
    return await send();
  } catch (cause) {
    if (cause instanceof ForbiddenError) throw cause;
    throw new CallbackFailedError(`callback: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
};
