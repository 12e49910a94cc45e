import type { Mark } from './card.tsx';
import type { Card } from './cards.ts';
import type { Instances } from './instances.ts';
import type { Layout } from './layout.ts';

/** A text that changes whenever something that a card shows does. */
export const digestOf = (
  { host, hosted }: Card,
  instances: ReadonlyMap<string, Instances>,
  marks: ReadonlyMap<string, Mark>,
): string =>
  [host, ...hosted]
    .map(({ name }) => {
      const own = instances.get(name);
      return [own?.states.map(({ word }) => word), own?.addresses, marks.get(name)].join(';');
    })
    .join('|');

/** How each card stands to the chosen one: joined by a line, or not. Empty: none is chosen. */
export function standingsOf(
  chosen: string | undefined,
  layout: Layout | undefined,
): ReadonlyMap<string, 'near' | 'far'> {
  if (chosen === undefined || layout === undefined) return new Map();
  const near = new Set([chosen]);
  for (const { sources, targets } of layout.lines) {
    if (sources.includes(chosen)) for (const name of targets) near.add(name);
    if (targets.includes(chosen)) for (const name of sources) near.add(name);
  }
  return new Map([...layout.cards.keys()].map((name) => [name, near.has(name) ? 'near' : 'far']));
}
