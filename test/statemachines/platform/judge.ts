/** What is wrong with what came of an error of the platform; nothing, when all is well. */

import { isDeepStrictEqual } from 'node:util';
import { terminalErrors } from './errors.ts';
import type { Fault, House } from './house.ts';
import { type Outcome, outcomeOf, play } from './scenarios.ts';

/**
 * As long as the fault lasts nothing is destroyed for it. Once it is over everything ends as it would have without it, if need be
 * by the sweep, which goes on with the operation in another execution.
 */
export const judge = async (scenario: string, fault: Fault): Promise<readonly string[]> => {
  const house = await play(scenario, fault);
  const whole = await wholeOf(scenario);
  const problems = house.met() ? [] : ['the state was never entered'];
  const destroyed = destroyedIn(house).filter((id) => !whole.destroyed.includes(id));
  if (destroyed.length > 0) problems.push(`${destroyed} was destroyed`);
  house.mend();
  await house.minutes(10);
  const outcome = await outcomeOf(house);
  if (!acceptable(fault, whole.outcome).some((one) => isDeepStrictEqual(outcome, one)))
    problems.push(`it came to ${JSON.stringify(outcome)} instead of ${JSON.stringify(whole.outcome)}`);
  const at = `${scenario}: ${fault.error} ${fault.when} "${fault.state}", ${fault.lasts ? 'for long' : 'once'}`;
  return problems.map((problem) => `${at}: ${problem}`);
};

const destroyedIn = ({ world }: House): readonly string[] =>
  world.clouds.made.flatMap(({ id, destroyedAt }) => (destroyedAt === undefined ? [] : [id]));

/** As without the fault, but for what has a bound of its own that was passed. */
const acceptable = (fault: Fault, whole: Outcome): readonly Outcome[] => {
  const isCutOff = fault.lasts || terminalErrors.includes(fault.error);
  // a callback is tried for a day; its deployment is what it is, and others are sent
  if (fault.state === 'Send the callback' || fault.state === 'Give up') {
    const without = whole.sent.map((lost) => ({ ...whole, sent: whole.sent.filter((one) => one !== lost) }));
    return isCutOff ? [whole, ...without, { ...whole, sent: [] }] : [whole];
  }
  // an action has ten minutes; then its resource says that it was not done, and why
  const inError = whole.resources.map((one) => one.replace(/^web (STOPPED|STARTED)/, 'web ERROR'));
  const failed = [whole.operated, []].map((operated) => ({ ...whole, operated, resources: inError }));
  if (/action$|machine$/.test(fault.state)) return isCutOff ? [whole, ...failed] : [whole];
  // whether the provider took an update whose answer was lost is found out by asking again: the callback of then is one more
  const again = { ...whole, callbacks: [...whole.callbacks, '-submitted-1'].sort() };
  return fault.state === 'Fail the update' || fault.state === 'Change the infrastructure' ? [whole, again] : [whole];
};

interface Whole {
  readonly outcome: Outcome;
  /** ids of infrastructures */
  readonly destroyed: readonly string[];
}

const known = new Map<string, Whole>();

/** What it comes to without a fault. */
const wholeOf = async (scenario: string): Promise<Whole> => {
  const found = known.get(scenario);
  if (found) return found;
  const house = await play(scenario);
  await house.minutes(10);
  const whole = { outcome: await outcomeOf(house), destroyed: destroyedIn(house) };
  known.set(scenario, whole);
  return whole;
};
