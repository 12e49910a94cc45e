import type { Claim, Claims } from '../deployments/record/claims.ts';
import type { LifecyclePorts } from '../deployments/record/ports.ts';

type Ports = Pick<LifecyclePorts, 'clock'> & {
  readonly claims: Claims;
  readonly deployments: Pick<LifecyclePorts['deployments'], 'find'>;
};

/** A thing that is claimed, and by whom. */
export interface Taken extends Claim {
  readonly thing: string;
}

/**
 * Who has it now; undefined: nobody. A deployment that is gone holds nothing, since its id is never used again: what a
 * process left that died counts no more.
 */
export const holderOf = async (ports: Ports, thing: string): Promise<Taken | undefined> => {
  const claim = await ports.claims.find(thing);
  return claim && (await counts(ports, claim)) ? { thing, ...claim } : undefined;
};

const counts = async ({ clock, deployments }: Ports, { holder, until }: Claim): Promise<boolean> =>
  until === undefined ? (await deployments.find(holder)) !== undefined : until > clock.now().toISOString();

/** How often a claim is tried that somebody else changes meanwhile. */
const tries = 5;

/**
 * Takes one thing; a repeat is harmless. Undefined: it is the holder's. Otherwise who was first. Of two that try at once
 * exactly one gets it. `former` is a holder who hands it over.
 */
export const claim = async (ports: Ports, thing: string, next: Claim, former?: string): Promise<Taken | undefined> => {
  for (let tried = 0; tried < tries; tried += 1) {
    const seen = await ports.claims.find(thing);
    const isOthers = seen && seen.holder !== next.holder && seen.holder !== former;
    if (isOthers && (await counts(ports, seen))) return { thing, ...seen };
    if (seen && seen.holder === next.holder && seen.until === next.until) return undefined;
    if (await ports.claims.replace(thing, seen, next)) return undefined;
  }
  return { thing, holder: 'others' };
};

/** How many are taken or released at once. */
const together = 8;

/** Takes all of them: undefined, or who has one of them. Those that it has got then stay claimed. */
export const claimAll = async (
  ports: Ports,
  things: readonly string[],
  next: Claim,
  former?: string,
): Promise<Taken | undefined> => {
  for (let from = 0; from < things.length; from += together) {
    const lot = things.slice(from, from + together);
    const taken = await Promise.all(lot.map((thing) => claim(ports, thing, next, former)));
    const first = taken.find((one) => one !== undefined);
    if (first) return first;
  }
  return undefined;
};

/** Frees those that this holder has; a repeat is harmless. */
export const releaseAll = async (
  { claims }: Pick<Ports, 'claims'>,
  things: readonly string[],
  holder: string,
): Promise<void> => {
  for (let from = 0; from < things.length; from += together)
    await Promise.all(things.slice(from, from + together).map((thing) => release(claims, thing, holder)));
};

const release = async (claims: Claims, thing: string, holder: string): Promise<void> => {
  const seen = await claims.find(thing);
  if (seen?.holder === holder) await claims.replace(thing, seen, undefined);
};
