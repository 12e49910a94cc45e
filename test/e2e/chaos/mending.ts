/**
 * After the storm: machines and stacks are changed behind the service's back, and a provider is taken away. Checks have to find all of it, repairs
 * and moves to mend it.
 */

import { client, type Finding, type LastCheck } from '../client.ts';
import { type DoHarm, type Harm, harmAt, harms, isStack, setCloud, untilGone } from './behind.ts';
import type { CloudUrls } from './held.ts';
import { counted } from './report.ts';
import {
  type Admin,
  away,
  fill,
  type Place,
  placeOf,
  places,
  type Standing,
  standingIn,
  wantedAt,
} from './standing.ts';
import type { Truth } from './truth.ts';
import type { World } from './world.ts';

/** What became of one deployment; `fault` in words: why that may not be. */
export interface Outcome {
  /** what was done to it, and what came of it, such as `deletes a machine: mended` */
  readonly is: string;
  readonly fault?: string;
}

export interface Mending {
  readonly counts: ReadonlyMap<string, number>;
  readonly faults: readonly string[];
}

const drift = ['missing', 'changed', 'stopped', 'unknown'];

/** What a check finds of a harm. */
const signs: Readonly<Record<Harm, string>> = {
  'stops a machine': 'stopped',
  'deletes a machine': 'missing',
  'gives a machine another size': 'changed',
  'deletes everything': 'missing',
};

/** Names of the nodes of which a check has to find something; one that several machines are of stands there as often. */
const harmed = ({ infrastructure, machine }: Standing, what: Harm): readonly string[] =>
  what === 'deletes everything' ? infrastructure.virtualMachines.map(({ node }) => node) : [machine.node];

const isFound = (findings: readonly Finding[], standing: Standing, what: Harm): boolean => {
  const found = counted(findings.filter(({ is }) => is === signs[what]).map(({ node }) => node));
  return [...counted(harmed(standing, what))].every(([node, count]) => (found.get(node) ?? 0) >= count);
};

const wordsOf = ({ last, findings }: LastCheck): string =>
  `${last?.verdict ?? 'no check'} ${last?.why ?? ''} ${JSON.stringify(findings.filter(({ is }) => drift.includes(is)))}`;

/** Nobody has changed anything yet: a check that finds something is wrong, or an operation has left something behind. */
export const calm = async (admin: Pick<Admin, 'checked'>, { id }: Standing): Promise<Outcome> => {
  const seen = await admin.checked(id);
  if (seen.last?.verdict === 'in-order') return { is: 'nobody changes anything: in order' };
  return { is: 'nobody changes anything: not in order', fault: `${id}: nobody changed it, and: ${wordsOf(seen)}` };
};

type Mends = Pick<Admin, 'checked' | 'repair' | 'settled' | 'delete' | 'gone'>;

/** A check finds the harm, a repair mends it, and another check finds all in order. */
export const mended = async (admin: Mends, doHarm: DoHarm, standing: Standing, what: Harm): Promise<Outcome> => {
  const { id, infrastructure, machine } = standing;
  const outcome = (is: string, fault?: string): Outcome => ({
    is: `${what}: ${is}`,
    ...(fault !== undefined && { fault: `${id} at ${placeOf(standing)}: somebody ${what}; ${fault}` }),
  });
  await doHarm(infrastructure, machine, what);
  const seen = await admin.checked(id);
  if (!isFound(seen.findings, standing, what)) return outcome('not found', `the check finds ${wordsOf(seen)}`);
  const answer = await admin.repair(id);
  if (answer.status !== 202)
    return outcome('not mended', `the repair is answered ${answer.status} ${await answer.text()}`);
  const { status, statusReason = '' } = await admin.settled(id);
  if (isStack(infrastructure) && what === 'deletes everything') {
    if (status !== 'UPDATE_FAILED' || !statusReason.includes('no longer exists'))
      return outcome('not said', `${status} ${statusReason}`);
    await admin.delete(id);
    await admin.gone(id);
    return outcome('found, said and deleted');
  }
  if (status !== 'UPDATE_COMPLETE') return outcome('not mended', `${status} ${statusReason}`);
  const after = await admin.checked(id);
  return after.last?.verdict === 'in-order'
    ? outcome('mended')
    : outcome('not mended', `after the repair: ${wordsOf(after)}`);
};

/** At the provider that is gone a check gets no answer, and then the deployment moves. */
export const moved = async (
  admin: Pick<Admin, 'checked' | 'move' | 'settled'>,
  { id }: Pick<Standing, 'id'>,
): Promise<Outcome> => {
  const outcome = (is: string, fault?: string): Outcome => ({
    is: `its provider is taken away: ${is}`,
    ...(fault !== undefined && { fault: `${id}: its provider is gone; ${fault}` }),
  });
  const seen = await admin.checked(id);
  if (seen.last?.verdict !== 'not-checked') return outcome('not found', `the check finds ${wordsOf(seen)}`);
  const answer = await admin.move(id);
  if (answer.status !== 202)
    return outcome('not moved', `the move is answered ${answer.status} ${await answer.text()}`);
  const { status, statusReason = '', ...rest } = await admin.settled(id);
  const provider = rest['cloudProviderName'];
  return status === 'UPDATE_COMPLETE' && provider !== away
    ? outcome('moved')
    : outcome('not moved', `${status} at ${provider}: ${statusReason}`);
};

/** One harm of each at each kind of cloud. */
const sharedOut = (world: World, all: readonly Standing[]) => {
  const shuffled = world.dice.shuffle(all);
  const at = (place: Place) => shuffled.filter((one) => placeOf(one) === place).slice(0, wantedAt[place]);
  const toHarm = places
    .filter((place) => place !== away)
    .flatMap((place) => at(place).map((one, index) => ({ one, what: harms[index % harms.length] ?? harms[0] })));
  return { toMove: at(away), toHarm };
};

/** What goes wrong on the way is a fault too, and the others go on. */
const outcomeOf = async ({ id }: Standing, run: Promise<Outcome>): Promise<Outcome> => {
  try {
    return await run;
  } catch (error) {
    return { is: 'ended with an error', fault: `${id}: ${error instanceof Error ? error.message : error}` };
  }
};

/** `truthNow` reads everything once more. Afterwards the provider is back. */
export const mend = async (world: World, truthNow: () => Promise<Truth>): Promise<Mending> => {
  const { stack, ledger, users } = world;
  const admin = client(stack.url, users.at(-1)?.token ?? '', { tries: 5, pause: 1_000, seconds: 600 });
  await stack.hurry();
  await fill(world, admin, standingIn(await truthNow()));
  const { toMove, toHarm } = sharedOut(world, standingIn(await truthNow()));
  const all = [...toMove, ...toHarm.map(({ one }) => one)];
  const before = await Promise.all(all.map((one) => outcomeOf(one, calm(admin, one))));
  for (const { one, what } of toHarm)
    if (what === 'deletes everything' && isStack(one.infrastructure)) ledger.deletions.add(one.id);
  await setCloud(stack, away, 'silent');
  const after = await Promise.all([
    ...toHarm.map(({ one, what }) => outcomeOf(one, mended(admin, harmAt(stack), one, what))),
    ...toMove.map((one) => outcomeOf(one, moved(admin, one))),
  ]);
  await setCloud(stack, away, null);
  const left = await Promise.all(toMove.map((one) => outcomeOf(one, destroyed(stack, one))));
  return judged([...before, ...after, ...left], { toMove: toMove.length, toHarm: toHarm.length });
};

/** What stood at the provider is destroyed when it is back. */
const destroyed = async (clouds: CloudUrls, { infrastructure }: Standing): Promise<Outcome> => {
  await untilGone(clouds, infrastructure.id);
  return { is: 'its provider is back: what it had left there is destroyed' };
};

export const judged = (
  outcomes: readonly Outcome[],
  { toMove, toHarm }: { readonly toMove: number; readonly toHarm: number },
): Mending => {
  const { [away]: leaving, ...others } = wantedAt;
  const wanted = Object.values(others).reduce((sum, count) => sum + count, 0);
  const few = toMove < leaving || toHarm < wanted;
  const faults = outcomes.flatMap(({ fault }) => fault ?? []);
  const lacking = `${toHarm} of ${wanted} deployments could be changed, and ${toMove} of ${leaving} moved`;
  return { counts: counted(outcomes.map(({ is }) => is)), faults: few ? [lacking, ...faults] : faults };
};
