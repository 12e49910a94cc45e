import type { Card } from './cards.ts';
import type { Layout } from './layout.ts';
import { type Direction, next } from './steps.ts';
import type { Viewport } from './viewport.ts';

const arrows: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

interface Picture {
  readonly layout: Layout;
  readonly cards: readonly Card[];
  readonly viewport: Viewport;
}

/** Arrow keys go from card to card and through the nodes of a card; + and - zoom, f fits. */
export function step(event: KeyboardEvent, picture: Picture): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const direction = arrows[event.key];
  if (direction !== undefined) walk(event, direction, picture);
  else if (event.key === '+' || event.key === '=') picture.viewport.zoom(1.3);
  else if (event.key === '-') picture.viewport.zoom(1 / 1.3);
  else if (event.key === 'f' || event.key === '0') picture.viewport.fit();
}

function walk(event: KeyboardEvent, direction: Direction, { layout, cards, viewport }: Picture): void {
  const button = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-node]') : null;
  const node = button?.dataset['node'];
  const card = cardOf(node, cards);
  if (!button || node === undefined || card === undefined) return;
  event.preventDefault();
  const inside = within(card, node, direction, layout.dense);
  const target = inside ?? next(card.name, direction, layout.cards, layout.lines);
  const box = target === undefined ? undefined : layout.cards.get(cardOf(target, cards)?.name ?? '');
  if (target === undefined || box === undefined) return;
  const list = button.closest('.topo-world');
  // the browser would scroll the canvas, which moves the picture out of its frame
  list?.querySelector<HTMLElement>(`[data-node="${CSS.escape(target)}"]`)?.focus({ preventScroll: true });
  viewport.bringInSight(box);
}

/** The node above or below in the same card. */
function within(card: Card, node: string, direction: Direction, dense: boolean): string | undefined {
  if (dense || direction === 'left' || direction === 'right') return undefined;
  const names = [card.name, ...card.hosted.map(({ name }) => name)];
  const index = names.indexOf(node) + (direction === 'down' ? 1 : -1);
  return index < 0 ? undefined : names[index];
}

/** The card that holds the node. */
export const cardOf = (node: string | undefined, cards: readonly Card[]): Card | undefined =>
  node === undefined
    ? undefined
    : cards.find(({ name, hosted }) => name === node || hosted.some((one) => one.name === node));
