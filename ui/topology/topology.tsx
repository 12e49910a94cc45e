import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { tones as allTones } from '../states/tones.ts';
import type { Camera } from './camera.ts';
import { CardView, type Mark } from './card.tsx';
import { type Card, type DrawnNode, drawingOf } from './cards.ts';
import { Controls } from './controls.tsx';
import { digestOf, standingsOf } from './digest.ts';
import type { Size } from './geometry.ts';
import { countsOf, type DrawnResource, firstWith, instancesOf, toneOfCard } from './instances.ts';
import { cardOf, step } from './keyboard.ts';
import { type Layout, layoutOf } from './layout.ts';
import { Lines } from './lines.tsx';
import { Minimap } from './minimap.tsx';
import { Viewport } from './viewport.ts';

export type { Mark } from './card.tsx';
export type { DrawnNode } from './cards.ts';
export type { DrawnResource } from './instances.ts';

export interface TopologyProps {
  readonly nodes: readonly DrawnNode[];
  /** empty: nothing exists yet, as before a deployment */
  readonly resources: readonly DrawnResource[];
  /** name of the chosen node */
  readonly selected?: string | undefined;
  /** undefined: nothing is chosen any more */
  readonly onSelect?: ((node: string | undefined) => void) | undefined;
  /** what an update would do, by node */
  readonly marks?: ReadonlyMap<string, Mark> | undefined;
}

const noMarks: ReadonlyMap<string, Mark> = new Map();
const nobody = (): void => {};

/**
 * The picture of a topology. Cards stand where the structure puts them; states only colour them, so that the picture stays
 * still while a deployment works.
 */
export const Topology = ({ nodes, resources, selected, onSelect = nobody, marks = noMarks }: TopologyProps) => {
  const canvas = useRef<HTMLElement>(null);
  const world = useRef<HTMLUListElement>(null);
  const [size, setSize] = useState<Size | undefined>();
  const camera = useSignal<Camera>({ x: 0, y: 0, scale: 1 });
  const viewport = useRef<Viewport>(undefined);

  const instances = useMemo(() => instancesOf(resources), [resources]);
  const drawing = useStable(drawingOf(nodes));
  const counts = useStable([...countsOf(drawing.cards, instances)]);
  const shape = useStable(size && shapeOf(size));
  const layout = useMemo(() => shape && layoutOf(drawing, shape, new Map(counts)), [drawing, shape, counts]);
  const tones = new Map(drawing.cards.map((card) => [card.name, toneOfCard(card, instances)]));
  const failed = firstWith('failed', drawing.cards, instances);
  const matters = failed ?? firstWith('working', drawing.cards, instances);

  useLayoutEffect(() => {
    if (!canvas.current || !world.current) return;
    const made = new Viewport(canvas.current, world.current, (now) => {
      camera.value = now;
    });
    viewport.current = made;
    const watch = new ResizeObserver(() => setSize(made.size));
    watch.observe(canvas.current);
    return () => {
      watch.disconnect();
      made.dispose();
    };
  }, []);

  const boxOf = (node: string | undefined) => node && layout?.cards.get(cardOf(node, drawing.cards)?.name ?? '');
  useLayoutEffect(() => {
    if (layout) viewport.current?.show(layout, boxOf(selected ?? matters) || undefined);
  }, [layout]);
  useLayoutEffect(() => viewport.current?.resized(boxOf(selected ?? matters) || undefined), [size]);
  useEffect(() => {
    const box = boxOf(selected);
    if (box) viewport.current?.bringInSight(box);
  }, [selected, layout]);

  // where something has failed, the eye is led there once; whoever looks elsewhere is left alone
  const led = useRef<string>(undefined);
  useEffect(() => {
    if (failed === led.current) return;
    led.current = failed;
    if (failed !== undefined && selected === undefined) onSelect(failed);
  }, [failed]);

  const chosen = cardOf(selected, drawing.cards);
  const standing = useMemo(() => standingsOf(chosen?.name, layout), [chosen?.name, layout]);
  const reachable = selected ?? drawing.cards[0]?.name;

  const choose = (event: Event): void => {
    const target = event.target instanceof Element ? event.target : undefined;
    if (target?.closest('.topo-controls, .topo-minimap')) return;
    const node =
      target?.closest('[data-node]')?.getAttribute('data-node') ??
      target?.closest('.topo-card')?.querySelector('[data-node]')?.getAttribute('data-node');
    if (node !== null && node !== undefined) onSelect(node);
    else if (selected !== undefined) onSelect(undefined);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && selected !== undefined) onSelect(undefined);
    else if (layout && viewport.current) step(event, { layout, cards: drawing.cards, viewport: viewport.current });
  };

  const view = (card: Card, { cards, dense }: Layout) => {
    const box = cards.get(card.name);
    if (box === undefined) return null;
    const own = [card.host.name, ...card.hosted.map(({ name }) => name)];
    return (
      <CardView
        key={card.name}
        card={card}
        box={box}
        dense={dense}
        tone={tones.get(card.name)}
        instances={instances}
        marks={marks}
        selected={own.find((name) => name === selected)}
        standing={standing.get(card.name) ?? 'none'}
        reachable={own.find((name) => name === reachable)}
        digest={digestOf(card, instances, marks)}
      />
    );
  };
  return (
    <section class="topo-canvas" aria-label="Topology" ref={canvas} onClick={choose} onKeyDown={press}>
      <ul class="topo-world" ref={world}>
        {layout && (
          <li class="topo-drawn" aria-hidden="true">
            <Lines layout={layout} tones={tones} chosen={chosen?.name} />
          </li>
        )}
        {layout && drawing.cards.map((card) => view(card, layout))}
      </ul>
      {layout && size && (
        <Minimap
          layout={layout}
          tones={tones}
          camera={camera}
          canvas={size}
          onGo={(at) => viewport.current?.centre(at)}
        />
      )}
      <Controls
        shown={allTones.filter((tone) =>
          [...instances.values()].some(({ states }) => states.some((state) => state.tone === tone)),
        )}
        failed={drawing.cards.filter(({ name }) => tones.get(name) === 'failed').map(({ name }) => name)}
        onZoom={(factor) => viewport.current?.zoom(factor)}
        onFit={() => viewport.current?.fit()}
        onGo={(card) => {
          const box = layout?.cards.get(card);
          if (box) viewport.current?.goTo(box);
          onSelect(card);
        }}
      />
    </section>
  );
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
