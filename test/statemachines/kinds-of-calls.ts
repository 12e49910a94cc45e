/** Tells which calls of ports are alike, so that a test need not let a process die after each of them. */

import { AsyncLocalStorage } from 'node:async_hooks';

/** `CUTS=all` lets a process die after each call, also of a kind after which it has died before. */
export const isEach = process.env['CUTS'] === 'all';

const recording = new AsyncLocalStorage<string[]>();
const steps = new AsyncLocalStorage<string>();

/** Work that belongs to a step of a workflow. */
export const inStep = <T>(step: string, work: () => T): T => steps.run(step, work);

/** The fields that a call writes. A state is told with its value, because what comes next depends on it. */
const written = (given: readonly unknown[]): string => {
  const last = given.at(-1);
  if (typeof last !== 'object' || last === null || Array.isArray(last)) return '';
  const fields = Object.entries(last).map(([name, value]) => (name === 'state' ? `${name} ${value}` : name));
  return ` { ${fields.join(', ')} }`;
};

/** Two calls are of one kind if one step makes them, to the same method, and they write the same fields. */
export const noteCall = (method: string, given: readonly unknown[]): void => {
  recording.getStore()?.push(`${steps.getStore() ?? 'no step'}: ${method}${written(given)}`);
};

/** The kind of each call that the work notes, in order. */
export const kindsOf = async (work: () => Promise<void>): Promise<readonly string[]> => {
  const kinds: string[] = [];
  await recording.run(kinds, work);
  return kinds;
};
