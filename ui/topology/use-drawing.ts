import { useMemo, useRef } from 'preact/hooks';
import type { Tone } from '../states/tones.ts';
import { type Drawing, type DrawnNode, drawingOf } from './cards.ts';
import type { Size } from './geometry.ts';
import { countsOf, type DrawnResource, type Instances, instancesOf, toneOfCard } from './instances.ts';
import { type Layout, layoutOf } from './layout.ts';

export interface Drawn {
  readonly cards: Drawing['cards'];
  readonly instances: ReadonlyMap<string, Instances>;
  /** by card; undefined: nothing exists yet */
  readonly tones: ReadonlyMap<string, Tone | undefined>;
  /** undefined until the size of the canvas is known */
  readonly layout: Layout | undefined;
}

/** What is drawn, and where. Only the structure and the shape of the canvas move anything. */
export const useDrawing = (
  nodes: readonly DrawnNode[],
  resources: readonly DrawnResource[],
  size: Size | undefined,
): Drawn => {
  const kinds = useStable(nodes.map(({ name, kind }) => [name, kind] as const));
  const instances = useMemo(() => instancesOf(resources, new Map(kinds)), [resources, kinds]);
  const drawing = useStable(drawingOf(nodes));
  const counts = useStable([...countsOf(drawing.cards, instances)]);
  const shape = useStable(size && shapeOf(size));
  const layout = useMemo(() => shape && layoutOf(drawing, shape, new Map(counts)), [drawing, shape, counts]);
  const { cards } = drawing;
  return {
    cards,
    instances,
    tones: new Map(cards.map((card) => [card.name, toneOfCard(card, instances)])),
    layout,
  };
};

/** The same object as before while its content is the same, so that nothing is computed again. */
function useStable<T>(value: T): T {
  const kept = useRef({ value, text: '' });
  const text = JSON.stringify(value);
  if (kept.current.text !== text) kept.current = { value, text };
  return kept.current.value;
}

/** In steps, so that dragging the edge of a window does not move cards all the time. */
const shapeOf = ({ width, height }: Size): Size => ({
  width: Math.max(320, Math.round(width / 160) * 160),
  height: Math.max(240, Math.round(height / 120) * 120),
});
