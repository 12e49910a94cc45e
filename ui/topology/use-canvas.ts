import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Camera } from './camera.ts';
import type { Box, Size } from './geometry.ts';
import { cardOf } from './keyboard.ts';
import type { Drawn } from './use-drawing.ts';
import { Viewport } from './viewport.ts';

export interface Canvas {
  readonly canvas: RefObject<HTMLElement | null>;
  readonly world: RefObject<HTMLUListElement | null>;
  /** undefined until the first drawing */
  readonly viewport: RefObject<Viewport | null>;
  readonly camera: Signal<Camera>;
  readonly size: Size | undefined;
}

/** The elements of the picture, and what moves it within them. */
export const useCanvas = (): Canvas => {
  const canvas = useRef<HTMLElement>(null);
  const world = useRef<HTMLUListElement>(null);
  const viewport = useRef<Viewport>(null);
  const [size, setSize] = useState<Size>();
  const camera = useSignal<Camera>({ x: 0, y: 0, scale: 1 });
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
  return { canvas, world, viewport, camera, size };
};

/** Shows the node that matters, or the whole where none does, and keeps the chosen one in sight. */
export const useSight = (
  { viewport, size }: Canvas,
  { cards, layout }: Drawn,
  matters: string | undefined,
  selected: string | undefined,
): void => {
  const boxOf = (node: string | undefined): Box | undefined =>
    node === undefined ? undefined : layout?.cards.get(cardOf(node, cards)?.name ?? '');
  useLayoutEffect(() => {
    if (layout) viewport.current?.show(layout, boxOf(matters));
  }, [layout]);
  useLayoutEffect(() => viewport.current?.resized(boxOf(matters)), [size]);
  useEffect(() => {
    const box = boxOf(selected);
    if (box) viewport.current?.bringInSight(box);
  }, [selected, layout]);
};

/** Chooses the first failure, once, and lets it go when it has recovered. Afterwards only the user chooses. */
export const useLead = (
  failed: string | undefined,
  selected: string | undefined,
  lead: (to: string | undefined) => void,
): void => {
  const led = useRef<string>(undefined);
  useEffect(() => {
    if (failed === led.current) return;
    const isOurs = selected === undefined || selected === led.current;
    led.current = failed;
    if (isOurs && selected !== failed) lead(failed);
  }, [failed]);
};
