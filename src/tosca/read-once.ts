import type { Imports } from './topology.ts';

/**
 * Asks for each import only once, so that a template that is processed several times gets the same answers each time. A
 * failed import fails again with the same error.
 */
export const readOnce = (imports: Imports): Imports => {
  const texts = new Map<string, ReturnType<Imports['read']>>();
  const profiles = new Map<string, ReturnType<NonNullable<Imports['profile']>>>();
  const said = new Map<string, ReturnType<NonNullable<Imports['said']>>>();
  return {
    read: (address) => known(texts, address, async () => imports.read(address)),
    profile: (name) => known(profiles, name, async () => imports.profile?.(name)),
    said: (name) => known(said, name, async () => imports.said?.(name)),
  };
};

const known = <T>(answers: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> => {
  const answer = answers.get(key) ?? ask();
  answers.set(key, answer);
  return answer;
};
