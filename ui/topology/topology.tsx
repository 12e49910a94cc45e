import { useMemo } from 'preact/hooks';
import { tones as allTones } from '../states/tones.ts';
import { CardView, type Mark } from './card.tsx';
import type { DrawnNode } from './cards.ts';
import { Controls } from './controls.tsx';
import { digestOf, standingsOf } from './digest.ts';
import type { DrawnResource } from './instances.ts';
import { cardOf, step } from './keyboard.ts';
import type { Layout } from './layout.ts';
import { Lines } from './lines.tsx';
import { Minimap } from './minimap.tsx';
import { type Canvas, useCanvas, useLead, useSight } from './use-canvas.ts';
import { type Drawn, useDrawing } from './use-drawing.ts';

export type { Mark } from './card.tsx';
export type { DrawnNode } from './cards.ts';
export type { DrawnResource } from './instances.ts';

export interface TopologyProps {
  readonly nodes: readonly DrawnNode[];
  /** empty: nothing exists yet, as before a deployment */
  readonly resources: readonly DrawnResource[];
  /** name of the node that failed first; absent: none has failed */
  readonly first?: string | undefined;
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
export const Topology = ({ nodes, resources, first, selected, onSelect = nobody, marks = noMarks }: TopologyProps) => {
  const canvas = useCanvas();
  const drawn = useDrawing(nodes, resources, canvas.size);
  const { cards, tones, layout } = drawn;
  useSight(canvas, drawn, selected ?? first, selected);
  useLead(first, selected, onSelect);
  const chosen = cardOf(selected, cards)?.name;

  const choose = (event: Event): void => {
    const target = event.target instanceof Element ? event.target : undefined;
    if (target?.closest('.topo-controls, .topo-minimap')) return;
    const node = nodeAt(target);
    if (node !== undefined) onSelect(node);
    else if (selected !== undefined) onSelect(undefined);
  };
  const press = (event: KeyboardEvent): void => {
    const { current } = canvas.viewport;
    if (event.key === 'Escape' && selected !== undefined) onSelect(undefined);
    else if (layout && current) step(event, { layout, cards, viewport: current });
  };
  return (
    <section class="topo-canvas" aria-label="Topology" ref={canvas.canvas} onClick={choose} onKeyDown={press}>
      <ul class="topo-world" ref={canvas.world}>
        {layout && (
          <li class="topo-drawn" aria-hidden="true">
            <Lines layout={layout} tones={tones} chosen={chosen} />
          </li>
        )}
        {layout && <Cards drawn={drawn} layout={layout} chosen={chosen} selected={selected} marks={marks} />}
      </ul>
      <Sights canvas={canvas} drawn={drawn} onSelect={onSelect} />
    </section>
  );
};

/** The node of a place in the picture: of a card, that of its host. */
const nodeAt = (target: Element | undefined): string | undefined =>
  target?.closest('[data-node]')?.getAttribute('data-node') ??
  target?.closest('.topo-card')?.querySelector('[data-node]')?.getAttribute('data-node') ??
  undefined;

interface CardsProps {
  readonly drawn: Drawn;
  readonly layout: Layout;
  /** name of the card of the chosen node */
  readonly chosen: string | undefined;
  readonly selected: string | undefined;
  readonly marks: ReadonlyMap<string, Mark>;
}

const Cards = ({ drawn: { cards, instances, tones }, layout, chosen, selected, marks }: CardsProps) => {
  const standing = useMemo(() => standingsOf(chosen, layout), [chosen, layout]);
  const reachable = selected ?? cards[0]?.name;
  return cards.map((card) => {
    const box = layout.cards.get(card.name);
    if (box === undefined) return null;
    const own = [card.host.name, ...card.hosted.map(({ name }) => name)];
    return (
      <CardView
        key={card.name}
        card={card}
        box={box}
        dense={layout.dense}
        tone={tones.get(card.name)}
        instances={instances}
        marks={marks}
        selected={own.find((name) => name === selected)}
        standing={standing.get(card.name) ?? 'none'}
        reachable={own.find((name) => name === reachable)}
        digest={digestOf(card, instances, marks)}
      />
    );
  });
};

interface SightsProps {
  readonly canvas: Canvas;
  readonly drawn: Drawn;
  readonly onSelect: (node: string | undefined) => void;
}

/** What leads around the picture: the whole in small, the legend, the buttons. */
const Sights = ({ canvas: { viewport, camera, size }, drawn, onSelect }: SightsProps) => {
  const { cards, instances, tones, layout } = drawn;
  const states = [...instances.values()].flatMap((one) => one.states);
  return (
    <>
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
        shown={allTones.filter((tone) => states.some((state) => state.tone === tone))}
        failed={cards.filter(({ name }) => tones.get(name) === 'failed').map(({ name }) => name)}
        onZoom={(factor) => viewport.current?.zoom(factor)}
        onFit={() => viewport.current?.fit()}
        onGo={(card) => {
          const box = layout?.cards.get(card);
          if (box) viewport.current?.goTo(box);
          onSelect(card);
        }}
      />
    </>
  );
};
