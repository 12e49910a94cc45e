import type { Tone } from '../states/tones.ts';
import type { LaidLine, Layout } from './layout.ts';
import { pathOf } from './path.ts';

interface LinesProps {
  readonly layout: Layout;
  readonly tones: ReadonlyMap<string, Tone | undefined>;
  /** the chosen card */
  readonly chosen: string | undefined;
}

/** Solid: needs. Dotted: attached storage. The lines of a card at work move. */
export const Lines = ({ layout, tones, chosen }: LinesProps) => (
  <svg class="topo-lines" width={layout.width} height={layout.height} aria-hidden="true" focusable="false">
    <defs>
      <marker id="topo-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
        <path d="M1 1L7 4L1 7" />
      </marker>
      <marker id="topo-arrow-chosen" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
        <path d="M1 1L7 4L1 7" />
      </marker>
    </defs>
    {layout.frames.map((frame) => (
      <rect
        key={`frame ${frame.cards[0]}`}
        class="topo-frame"
        x={frame.x}
        y={frame.y}
        width={frame.width}
        height={frame.height}
        rx="14"
      />
    ))}
    {layout.lines.map((line) => (
      <Path key={`${line.from} ${line.to} ${line.kind}`} line={line} layout={layout} tones={tones} chosen={chosen} />
    ))}
  </svg>
);

const Path = ({ line, layout, tones, chosen }: LinesProps & { readonly line: LaidLine }) => {
  const isChosen = chosen !== undefined && [...line.sources, ...line.targets].includes(chosen);
  const works = !layout.dense && line.targets.some((name) => tones.get(name) === 'working');
  const state = isChosen ? 'chosen' : works ? 'working' : 'calm';
  const path = pathOf(line.points, layout.direction);
  return (
    <path
      class={`topo-line ${line.kind} ${state} ${chosen !== undefined && !isChosen ? 'receding' : ''}`}
      d={path}
      marker-end={isChosen ? 'url(#topo-arrow-chosen)' : layout.dense ? undefined : 'url(#topo-arrow)'}
    />
  );
};
