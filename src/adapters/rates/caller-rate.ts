import * as v from 'valibot';
import type { Caller, Callers } from '../../foundation/caller.ts';
import type { Clock } from '../../foundation/clock.ts';
import { ThrottledError } from '../../foundation/errors.ts';
import type { Identity } from '../../foundation/identity.ts';
import { number, strict } from '../../foundation/shape/schemas.ts';

/** One caller may send `burst` requests in each span of `burst / rate` seconds: on average `rate` a second. */
export const callerRateSchema = strict({
  rate: v.pipe(number, v.gtValue(0)),
  burst: v.pipe(number, v.gtValue(0)),
});
type CallerRate = v.InferOutput<typeof callerRateSchema>;

/** What all processes together have counted. */
export interface SharedCounts {
  /** Adds requests of a caller in this span, and returns all of them. `endsAt`: seconds since 1970 */
  add(caller: Identity, span: number, requests: number, endsAt: number): Promise<number>;
}

export interface RatePorts {
  readonly clock: Clock;
  readonly limit: CallerRate;
  /** absent: this process answers all requests */
  readonly shared?: SharedCounts | undefined;
}

/** Refuses the requests of a caller who sends more than one caller may: ThrottledError. docs/decisions/0063 */
export const limitedCallers = (callers: Callers, ports: RatePorts): Callers => {
  const count = counter(ports);
  return {
    identify: async (authorization) => {
      const caller = await callers.identify(authorization);
      await count(caller);
      return caller;
    },
  };
};

/** The requests of one caller in this process and span. */
interface Use {
  requests: number;
  /** so many may come before the others are asked again */
  granted: number;
}

/** A process asks the others once for this part of the burst. A caller with fewer requests in a span costs no call. */
const lumps = 50;

const counter = ({ clock, limit, shared }: RatePorts): ((caller: Caller) => Promise<void>) => {
  const seconds = limit.burst / limit.rate;
  const lump = Math.max(1, Math.floor(limit.burst / lumps));
  const first = shared ? lump : limit.burst;
  let span = 0;
  let uses = new Map<string, Use>();
  return async (caller) => {
    const now = clock.now().getTime() / 1_000;
    const current = Math.floor(now / seconds);
    if (current !== span) [span, uses] = [current, new Map()];
    const endsAt = (current + 1) * seconds;
    const use = useOf(uses, caller, first);
    use.requests += 1;
    if (use.requests <= use.granted) return;
    if (shared && use.granted > 0) {
      const unsaid = use.granted === first ? first : 0;
      const all = await shared.add(caller, current, unsaid + lump, Math.ceil(endsAt));
      use.granted = all - lump < limit.burst ? use.granted + lump : 0;
      if (use.granted > 0) return;
    }
    throw refused(limit, Math.max(1, Math.ceil(endsAt - now)));
  };
};

const useOf = (uses: Map<string, Use>, { issuer, subject }: Identity, granted: number): Use => {
  const key = JSON.stringify([issuer, subject]);
  const known = uses.get(key) ?? { requests: 0, granted };
  uses.set(key, known);
  return known;
};

const refused = ({ rate, burst }: CallerRate, retryAfterSeconds: number): ThrottledError =>
  new ThrottledError(
    `you send too many requests: one caller may send ${rate} a second, and ${burst} at once; try again in ${retryAfterSeconds} s`,
    { retryAfterSeconds },
  );
