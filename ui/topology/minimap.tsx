import type { ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Tone } from '../states/tones.ts';
import { type Camera, viewOf } from './camera.ts';
import type { Point, Size } from './geometry.ts';
import type { Layout } from './layout.ts';

interface MinimapProps {
  readonly layout: Layout;
  readonly tones: ReadonlyMap<string, Tone | undefined>;
  readonly camera: ReadonlySignal<Camera>;
  readonly canvas: Size;
  readonly onGo: (at: Point) => void;
}

const largest = { width: 168, height: 112 };

/** The whole picture in small, while the canvas shows a part. It is for the pointer: the keyboard goes from card to card. */
export const Minimap = ({ layout, tones, camera, canvas, onGo }: MinimapProps) => {
  const key = JSON.stringify([...tones.values()]);
  const cards = useMemo(
    () =>
      [...layout.cards].map(([name, box]) => (
        <rect key={name} class={`tone-${tones.get(name) ?? 'none'}`} {...box} rx="6" />
      )),
    [layout, key],
  );
  if (!isLargerThan(layout, camera.value, canvas)) return null;
  const scale = Math.min(largest.width / layout.width, largest.height / layout.height);
  const goTo = (event: PointerEvent & { readonly currentTarget: Element }): void => {
    event.stopPropagation();
    if (event.buttons !== 1) return;
    const { left, top } = event.currentTarget.getBoundingClientRect();
    onGo({ x: (event.clientX - left) / scale, y: (event.clientY - top) / scale });
  };
  return (
    <svg
      class="topo-minimap"
      width={layout.width * scale}
      height={layout.height * scale}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      aria-hidden="true"
      focusable="false"
      onPointerDown={goTo}
      onPointerMove={goTo}
    >
      {cards}
      <rect class="topo-minimap-view" {...viewOf(camera.value, canvas)} vector-effect="non-scaling-stroke" />
    </svg>
  );
};

const isLargerThan = ({ width, height }: Size, { scale }: Camera, canvas: Size): boolean =>
  width * scale > canvas.width * 1.02 || height * scale > canvas.height * 1.02;
