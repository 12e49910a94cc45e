import { useRef } from 'preact/hooks';
import { ToneIcon } from '../parts/icon.tsx';
import type { Tone } from '../states/tones.ts';

interface ControlsProps {
  /** tones that occur */
  readonly shown: readonly Tone[];
  /** cards with something that failed */
  readonly failed: readonly string[];
  readonly onZoom: (factor: number) => void;
  readonly onFit: () => void;
  readonly onGo: (card: string) => void;
}

const words: Readonly<Record<Tone, string>> = {
  waiting: 'waiting',
  working: 'working',
  nearly: 'nearly there',
  running: 'running',
  off: 'stopped',
  going: 'deleting',
  failed: 'failed',
  unmade: 'not made',
};

export const Controls = ({ shown, failed, onZoom, onFit, onGo }: ControlsProps) => {
  const last = useRef(-1);
  const nextFailed = (): void => {
    last.current = (last.current + 1) % failed.length;
    const card = failed[last.current];
    if (card !== undefined) onGo(card);
  };
  return (
    <div class="topo-controls">
      {shown.length > 0 && (
        <ul class="topo-legend" aria-label="Colours">
          {shown.map((tone) => (
            <li key={tone} class={`tone-${tone}`}>
              <ToneIcon tone={tone} />
              {words[tone]}
            </li>
          ))}
        </ul>
      )}
      <div class="topo-buttons">
        {failed.length > 1 && (
          <button type="button" class="topo-next-failed" onClick={nextFailed}>
            <ToneIcon tone="failed" />
            Next of {failed.length}
          </button>
        )}
        <button type="button" aria-label="Zoom in" title="Zoom in (+)" onClick={() => onZoom(1.3)}>
          <Shape path="M12 5v14M5 12h14" />
        </button>
        <button type="button" aria-label="Zoom out" title="Zoom out (-)" onClick={() => onZoom(1 / 1.3)}>
          <Shape path="M5 12h14" />
        </button>
        <button type="button" aria-label="Show everything" title="Show everything (f)" onClick={onFit}>
          <Shape path="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
        </button>
      </div>
    </div>
  );
};

const Shape = ({ path }: { readonly path: string }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={path} />
  </svg>
);
