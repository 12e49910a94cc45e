import type { Block, Blocks } from './blocks.ts';

/** Parts that no line joins, in the order of their first blocks. They are laid out one by one, then packed. */
export function componentsOf({ blocks, lines }: Blocks): readonly Blocks[] {
  const neighbours = new Map<string, string[]>(blocks.map(({ name }) => [name, []]));
  for (const { from, to } of lines) {
    neighbours.get(from)?.push(to);
    neighbours.get(to)?.push(from);
  }
  const seen = new Set<string>();
  const components: Blocks[] = [];
  for (const { name } of blocks) {
    if (seen.has(name)) continue;
    const names = reachable(name, neighbours, seen);
    components.push({
      blocks: blocks.filter(({ name }) => names.has(name)),
      lines: lines.filter(({ from }) => names.has(from)),
    });
  }
  return components;
}

function reachable(
  start: Block['name'],
  neighbours: ReadonlyMap<string, readonly string[]>,
  seen: Set<string>,
): ReadonlySet<string> {
  const found = new Set([start]);
  for (const name of found) {
    seen.add(name);
    for (const next of neighbours.get(name) ?? []) found.add(next);
  }
  return found;
}
