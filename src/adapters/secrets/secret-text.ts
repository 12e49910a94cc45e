/** What all stores of secrets share: the form of a secret, and how long it is kept in memory. */

import * as v from 'valibot';
import type { Clock } from '../../foundation/clock.ts';
import { ProviderFailedError } from '../../foundation/errors.ts';
import { examine } from '../../foundation/shape/examine.ts';
import { number, recordOf } from '../../foundation/shape/schemas.ts';
import type { Secret, Secrets } from './secrets.ts';

/**
 * In milliseconds: short enough for a rotation to take effect while a deployment runs, long enough for one read per
 * function and burst.
 */
const keptMs = 5 * 60 * 1_000;

const secretSchema = recordOf(v.string(), v.pipe(v.union([v.string(), number, v.boolean()]), v.transform(String)));

/** Undefined for a text that is not JSON, since the parser's own message would quote a part of it. */
export const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The secret with this name. ProviderFailedError when the value has another form. */
export const secretOf = (name: string, value: unknown): Secret => {
  const examined = examine(secretSchema, value);
  if (examined.ok) return examined.value;
  throw new ProviderFailedError(`secret ${name} has the wrong form: expected a flat JSON object of texts`);
};

export const missingSecret = (name: string): ProviderFailedError =>
  new ProviderFailedError(`there is no secret ${name}: create it, or correct the configuration that names it`);

/** Simultaneous callers share one read. A failed read is not kept. */
export const remembered = (clock: Clock, read: (name: string) => Promise<Secret>): Secrets => {
  const known = new Map<string, { readonly secret: Promise<Secret>; readonly until: number }>();
  return {
    read: async (name, { fresh = false } = {}) => {
      const now = clock.now().getTime();
      const found = known.get(name);
      if (!fresh && found && now < found.until) return found.secret;
      const secret = read(name);
      known.set(name, { secret, until: now + keptMs });
      try {
        return await secret;
      } catch (error) {
        if (known.get(name)?.secret === secret) known.delete(name);
        throw error;
      }
    },
  };
};
