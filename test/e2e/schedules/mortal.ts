import type { Chance } from './chance.ts';

/** A process that may die before or after any call of a port, and does nothing from then on. */
export interface Mortal<Ports> {
  readonly ports: Ports;
  isDead(): boolean;
}

type Port = Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;

export const mortal = <Ports extends object>(
  ports: Ports,
  names: readonly (keyof Ports)[],
  deadliness: number,
  dice: Chance,
): Mortal<Ports> => {
  let dead = false;
  const live = (): void => {
    dead ||= dice.next() < deadliness;
    if (dead) throw new Error('the process is dead');
  };
  const wrapped = names.map((name) => {
    const port = ports[name] as unknown as Port;
    const methods = Object.entries(port).map(([method, call]) => [
      method,
      async (...args: readonly unknown[]) => {
        live();
        const answer = await call(...args);
        live();
        return answer;
      },
    ]);
    return [name, Object.fromEntries(methods)];
  });
  return { ports: { ...ports, ...Object.fromEntries(wrapped) }, isDead: () => dead };
};
