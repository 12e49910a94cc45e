import type { Drawing, Line } from './cards.ts';
import type { Box, Point, Size } from './geometry.ts';

/** One card, or many that have exactly the same lines and size: they stand in a grid, and share one line. */
export interface Block extends Size {
  readonly name: string;
  readonly cards: readonly string[];
  readonly columns: number;
}

/** Lines between blocks. */
export interface Blocks {
  readonly blocks: readonly Block[];
  readonly lines: readonly Line[];
}

export type SizeOf = (card: string) => Size;

const gridGap = 12;
const framePadding = 12;

/** Fewer cards of the same kind are easier to see on their own. */
const leastTwins = 4;

/** @param aspect width by height that a grid should have */
export function blocksOf({ cards, lines }: Drawing, sizeOf: SizeOf, aspect: number): Blocks {
  const families = new Map<string, string[]>();
  for (const { name } of cards) {
    const { width, height } = sizeOf(name);
    const family = `${width} ${height} ${neighbours(name, lines)}`;
    families.set(family, [...(families.get(family) ?? []), name]);
  }
  const blocks = [...families.values()].flatMap((names) =>
    names.length < leastTwins ? names.map((name) => blockOf([name], sizeOf, aspect)) : [blockOf(names, sizeOf, aspect)],
  );
  const blockOfCard = new Map(blocks.flatMap((block) => block.cards.map((card) => [card, block.name] as const)));
  return { blocks, lines: linesOf(lines, blockOfCard) };
}

const neighbours = (card: string, lines: readonly Line[]): string =>
  JSON.stringify(
    lines
      .filter(({ from, to }) => from === card || to === card)
      .map(({ from, to, kind }) => (from === card ? ['to', to, kind] : ['from', from, kind]).join(' '))
      .sort(),
  );

function blockOf(cards: readonly string[], sizeOf: SizeOf, aspect: number): Block {
  const [name = ''] = cards;
  const { width, height } = sizeOf(name);
  if (cards.length === 1) return { name, cards, columns: 1, width, height };
  const ideal = Math.sqrt((cards.length * aspect * (height + gridGap)) / (width + gridGap));
  const columns = Math.min(cards.length, Math.max(1, Math.round(ideal)));
  const rows = Math.ceil(cards.length / columns);
  return {
    name,
    cards,
    columns,
    width: columns * (width + gridGap) - gridGap + 2 * framePadding,
    height: rows * (height + gridGap) - gridGap + 2 * framePadding,
  };
}

function linesOf(lines: readonly Line[], blockOfCard: ReadonlyMap<string, string>): readonly Line[] {
  const known = new Map<string, Line>();
  for (const { from, to, kind } of lines) {
    const line = { from: blockOfCard.get(from) ?? from, to: blockOfCard.get(to) ?? to, kind };
    if (line.from !== line.to) known.set(JSON.stringify(line), line);
  }
  return [...known.values()];
}

/** Where the cards of a block stand. */
export function cardsWithin(block: Block, { x, y }: Point, sizeOf: SizeOf): ReadonlyMap<string, Box> {
  const padding = block.cards.length > 1 ? framePadding : 0;
  return new Map(
    block.cards.map((card, index) => {
      const size = sizeOf(card);
      const column = index % block.columns;
      const row = Math.floor(index / block.columns);
      const left = x + padding + column * (size.width + gridGap);
      return [card, { ...size, x: left, y: y + padding + row * (size.height + gridGap) }];
    }),
  );
}
