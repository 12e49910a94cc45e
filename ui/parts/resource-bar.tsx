import type { TrueState } from '../../client/true-states.ts';
import { countTones, type Tone } from '../states/tones.ts';
import { ToneIcon } from './icon.tsx';

const wordOf = (tone: Tone): string => (tone === 'unmade' ? 'not made' : tone);

/** One bar, divided by the tones of all resources, and what it says in numbers. */
export const ResourceBar = ({ resources }: { resources: readonly { readonly state: TrueState }[] }) => {
  const counts = countTones(resources.map(({ state }) => state));
  const running = counts.find(([tone]) => tone === 'running')?.[1] ?? 0;
  const said = counts.map(([tone, count]) => `${count} ${wordOf(tone)}`).join(', ');
  if (resources.length === 0) return <span class="faint">none</span>;
  return (
    <span class="resource-bar" title={said}>
      <span class="bar" aria-hidden="true">
        {counts.toReversed().map(([tone, count]) => (
          <span key={tone} class={`tone-${tone}`} style={{ flexGrow: count }} />
        ))}
      </span>
      <span class="numbers">
        {running}/{resources.length}
      </span>
      <span class="hidden">resources running</span>
    </span>
  );
};

/** How many resources have each tone, in words. */
export const ToneCounts = ({ resources }: { resources: readonly { readonly state: TrueState }[] }) => (
  <ul class="tone-counts">
    {countTones(resources.map(({ state }) => state)).map(([tone, count]) => (
      <li key={tone}>
        <ToneIcon tone={tone} size={14} />
        <strong>{count}</strong> {wordOf(tone)}
      </li>
    ))}
  </ul>
);
